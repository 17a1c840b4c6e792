import type { AgreementOptions } from '../../../src/features/agreement/agreement-options.ts'
import type { FigureName } from '../../../src/features/agreement/figures/figures.ts'
import { measureAgreement } from '../../../src/features/agreement/index.ts'
import type { LabelledRow } from '../../../src/features/agreement/rows/labelled-row.ts'
import type { Answer } from '../../../src/judge/contract.ts'
import { JudgeAbstainedError, JudgeError } from '../../../src/judge/errors.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/index.ts'
import { type FakeJudgeOptions, fakeJudge } from '../../support/fake-judge.ts'

/**
 * A judge that says of a text what it asks for in brackets: '[yes]', '[no 0.2]' with a share, '[fail]', '[abstain]'.
 * It counts one call and 12 tokens a decision.
 */
export const bracketJudge = (options: FakeJudgeOptions = {}) =>
  fakeJudge({
    id: 'brackets',
    answer: (_, id, { state }) => {
      const { statements, claims } = state as { [name: string]: { [id: string]: string } }
      return answerTo((statements ?? claims)?.[id] ?? '')
    },
    evidence: () => ({ calls: 1, usage: { inputTokens: 10, outputTokens: 2 } }),
    ...options,
  })

function answerTo(text: string): Answer {
  const [, said = 'yes', share] = /\[(\w+)(?: ([\d.]+))?\]/.exec(text) ?? []
  if (said === 'fail')
    throw new JudgeError({ judge: 'brackets', reason: 'unreachable', message: 'it is not there' })
  if (said === 'abstain') throw new JudgeAbstainedError('brackets', 'it cannot say')
  return {
    type: 'choice',
    choice: said,
    reason: `because it is ${said}`,
    ...(share === undefined ? {} : { share: Number(share) }),
  }
}

/** Rows of one question each, by label and what the judge will say: `rows(['yes', '[no]', 5])`. */
export function rows(
  ...kinds: readonly (readonly [label: LabelledRow['label'], says: string, count: number])[]
): LabelledRow[] {
  return kinds.flatMap(([label, says, count]) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${label} ${says} ${index}`,
      input: 'How tall is the tower?',
      statement: `Statement ${index} ${says}`,
      label,
    })),
  )
}

/** Judges statements by what stands in brackets. */
export const relevancy = (judge = bracketJudge()) => createAnswerRelevancyScorer({ model: judge })
/** Fewer resamples, for what does not look at intervals. */
export const quick = { resamples: 1000 } as const

/** A result, and its figures as numbers. */
export async function figuresOf(options: AgreementOptions) {
  const result = await measureAgreement({ ...quick, ...options })
  const value = (name: FigureName) => {
    const estimate = result.figures[name]
    return estimate !== undefined && 'value' in estimate ? estimate.value : undefined
  }
  return { result, value }
}
