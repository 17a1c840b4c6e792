import type { ChoiceAnswer, ChoiceQuestion } from '../../judge/contract.ts'
import { JudgeError } from '../../judge/errors.ts'
import { meanOf } from '../../statistics/mean.ts'

export type Weighting = 'verdict' | 'share'

/** What a judge is told of shares: see `DecisionRequest.shareRequired`. */
export const isShareRequired = (asked: Weighting | undefined) => asked && asked === 'share'

/** What each verdict counts, 0 to 1. */
export type Credits<Option extends string> = Readonly<Record<Option, number>>

/** Whether an answer can be counted by share. */
export const isGraded = (answer: ChoiceAnswer) =>
  answer.probabilities !== undefined || answer.share !== undefined

/**
 * The weighting that was asked for or is set for the judge; else shares, if it gave any. One share that the judge lost
 * makes verdicts count for all answers: credits by verdict and by share do not belong in one score.
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

/**
 * How verdicts and shares become credits: `creditOf`, `withClearEnds` and `agreeingWith`. Raise it with every change of
 * them, since it is part of what scores are compared by.
 */
export const creditRule = 'clear-ends/1'

/** From here on a share is a plain yes, and up to 1 less this a plain no. */
const clearShare = 0.9

/** A share with clear ends: 0.9 and more counts 1, 0.1 and less counts 0, what is between counts itself. */
export function withClearEnds(share: number): number {
  if (share >= clearShare) return 1
  // As whole readers of 100, which 1 - 0.9 is not.
  return Math.round(share * 1e9) <= Math.round((1 - clearShare) * 1e9) ? 0 : share
}

/** The places on a line that credits leave as they are: what somebody has set for an option is no share's to change. */
export function agreeingWith<Option extends string>(
  credits: Credits<Option>,
  line: ChoiceQuestion<Option>['line'],
): ChoiceQuestion<Option>['line'] {
  const kept = (Object.entries(line ?? {}) as [Option, number][]).filter(
    ([option, place]) => credits[option] === place,
  )
  return Object.fromEntries(kept) as ChoiceQuestion<Option>['line']
}

/**
 * What one unit counts, 0 to 1: by share, the share with clear ends, or the expected credit under the judge's
 * probabilities, where an option from 0.9 on is sure; by verdict, or where the judge gave no grade, the credit of the
 * verdict.
 *
 * @param line Of the question: an option beside it is not graded by the share. Default: every option is.
 */
export function creditOf<Option extends string>(
  answer: ChoiceAnswer<Option>,
  credits: Credits<Option>,
  weighting: Weighting,
  line?: ChoiceQuestion['line'],
): number {
  const { choice, probabilities, share } = answer
  const isBeside = line !== undefined && !(choice in line)
  if (weighting === 'verdict' || isBeside || !isGraded(answer)) return credits[choice]
  if (probabilities === undefined) return withClearEnds(share as number)
  const options = Object.keys(credits) as Option[]
  const sure = options.find((option) => probabilities[option] >= clearShare)
  if (sure !== undefined) return credits[sure]
  return withClearEnds(
    weightedMean(options.map((option) => ({ value: credits[option], weight: probabilities[option] }))),
  )
}

/** What one score is made of the credits of all units; there must be one. */
export const aggregates = {
  mean: meanOf,
  min: (credits: readonly number[]) => credits.reduce((a, b) => Math.min(a, b)),
  max: (credits: readonly number[]) => credits.reduce((a, b) => Math.max(a, b)),
}

/** Σ weight · value / Σ weight, which lies between the least and the largest value in spite of rounding. */
function weightedMean(terms: readonly { readonly value: number; readonly weight: number }[]): number {
  let sum = 0
  let total = 0
  let least = Number.POSITIVE_INFINITY
  let largest = Number.NEGATIVE_INFINITY
  for (const { value, weight } of terms) {
    sum += value * weight
    total += weight
    least = Math.min(least, value)
    largest = Math.max(largest, value)
  }
  return withoutRounding(sum / total, least, largest)
}

/** What a sum of fractions may be off in its last digits. */
const roundingError = 1e-9

/**
 * A number that rounding alone can have put outside its range, put back. NaN stays NaN.
 *
 * @throws RangeError where it is further outside than rounding explains.
 */
export function withoutRounding(value: number, low: number, high: number): number {
  if (value < low - roundingError || value > high + roundingError)
    throw new RangeError(`${value} is not between ${low} and ${high}`)
  return Math.min(high, Math.max(low, value))
}

/**
 * Average precision of a ranked list, 0 to 1. Relevances between 0 and 1 count in part: precision@k is the
 * mean relevance of the first k, and each k weighs by its relevance.
 *
 * @returns 0 where nothing is relevant.
 */
export function averagePrecision(relevances: readonly number[]): number {
  let relevant = 0
  let sum = 0
  for (const [index, relevance] of relevances.entries()) {
    relevant += relevance
    sum += (relevance * relevant) / (index + 1)
  }
  return relevant === 0 ? 0 : withoutRounding(sum / relevant, 0, 1)
}

/**
 * The score, if it is one: a last guard, since no check upstream should let another number through.
 *
 * @throws RangeError for a number that is not finite or not in [0, scale].
 */
export function checkScore(score: number, scale: number): number {
  if (score >= 0 && score <= scale) return score
  throw new RangeError(`the score would be ${score}, which is not between 0 and ${scale}`)
}
