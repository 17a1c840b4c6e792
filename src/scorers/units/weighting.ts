import type { ChoiceAnswer } from '../../judge/contract.ts'
import { JudgeError } from '../../judge/errors.ts'

export type Weighting = 'verdict' | 'share'

/** Returns the value of `DecisionRequest.shareRequired`. */
export const isShareRequired = (asked: Weighting | undefined) => asked && asked === 'share'

export const isGraded = (answer: ChoiceAnswer) =>
  answer.probabilities !== undefined || answer.share !== undefined

/**
 * Returns the weighting that was requested or is set for the judge; else shares, if it gave any. If the judge lost even
 * one share, verdicts count for all answers: one score must not mix credits by verdict and by share.
 */
export function chooseWeighting(
  asked: Weighting | undefined,
  judge: { readonly id: string; readonly weighting?: Weighting },
  answers: readonly ChoiceAnswer[],
): Weighting {
  if (asked === 'share' && !answers.every(isGraded)) {
    const message = "it gives no shares: use weighting: 'verdict'"
    throw new JudgeError({ judge: judge.id, reason: 'configuration', message })
  }
  if (asked !== undefined) return asked
  if (answers.some(({ shareIsLost }) => shareIsLost) || !answers.some(isGraded)) return 'verdict'
  return judge.weighting ?? 'share'
}
