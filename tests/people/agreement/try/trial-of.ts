import { planSettings, trySettings } from '../../../../src/people/agreement/index.ts'
import { createAnswerRelevancyScorer } from '../../../../src/scorers/index.ts'
import { bracketJudge } from '../support.ts'
import { rowsOf } from './judge.ts'

/** A judge that is right but about what stands behind the fifth place of a request. */
const tires = () =>
  bracketJudge({
    answer: (_, id, { state, questions }) => {
      const { statements } = state as { statements: Record<string, string> }
      const text = statements[id] ?? ''
      const place = Object.keys(questions).indexOf(id)
      const [question = 0, part = 0] = (text.match(/\d+/g) ?? []).map(Number)
      const isWrong = place > 4 && (question * 5 + part * 7) % 11 < 4
      const isYes = text.includes('relevant') !== isWrong
      return { type: 'choice', choice: isYes ? 'yes' : 'no', share: isYes ? 0.8 : 0.1, reason: 'so' }
    },
  })

/** A plan and what came of it, with prices. */
export async function trialOf() {
  const options = {
    ...{ scorer: createAnswerRelevancyScorer({ model: tires() }), data: rowsOf(6), resamples: 1000 },
    prices: { brackets: { inputPerMillion: 1, outputPerMillion: 2 } },
  }
  return { plan: await planSettings(options), result: await trySettings(options) }
}
