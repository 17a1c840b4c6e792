import { improveJudge, planImprovement } from '../../../../src/features/agreement/index.ts'
import { createAnswerRelevancyScorer } from '../../../../src/scorers/index.ts'
import { bracketJudge } from '../support.ts'
import { rowsOf } from './judge.ts'

export const examplesIn = ({ state }: { readonly state: object }) =>
  (state as { 'examples labelled by people'?: unknown[] })['examples labelled by people'] ?? []

/** A judge that is often wrong, but where it is shown as many examples. */
export const learner = (needed = 4) =>
  bracketJudge({
    model: 'scripted/brackets',
    write: () => 'Look for what was asked.',
    answer: (_, id, { state }) => {
      const { statements } = state as unknown as { statements: Record<string, string> }
      const text = statements[id] ?? ''
      const [question = 0, part = 0] = (text.match(/\d+/g) ?? []).map(Number)
      const isWrong = examplesIn({ state }).length < needed && (question * 5 + part * 7) % 11 < 4
      const isYes = text.includes('relevant') !== isWrong
      return { type: 'choice', choice: isYes ? 'yes' : 'no', share: isYes ? 0.95 : 0.1, reason: 'so' }
    },
  })

/** A plan and what came of it, with prices. */
export async function improvementOf() {
  const options = {
    ...{ scorer: createAnswerRelevancyScorer({ model: learner() }), data: rowsOf(20), resamples: 1000 },
    prices: { 'scripted/brackets': { inputPerMillion: 1, outputPerMillion: 2 } },
  }
  return { plan: await planImprovement(options), result: await improveJudge(options) }
}
