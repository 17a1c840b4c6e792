import type { ChoiceAnswer, ChoiceQuestion } from '../../judge/contract.ts'
import { JudgeError } from '../../judge/errors.ts'
import { computeMean } from '../../statistics/mean.ts'

export type Weighting = 'verdict' | 'share'

/** Returns the value of `DecisionRequest.shareRequired`. */
export const isShareRequired = (asked: Weighting | undefined) => asked && asked === 'share'

/** The credit of each verdict, 0 to 1. */
export type Credits<Option extends string> = Readonly<Record<Option, number>>

/** Returns whether an answer can count by share. */
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

/**
 * The version of the rule that turns verdicts and shares into credits: `computeCredit`, `withClearEnds` and `agreeingWith`.
 * Raise it with every change to them, because runs compare scores by it.
 */
export const creditRule = 'clear-ends/1'

/** Shares from here up are a plain yes; up to 1 minus this, a plain no. */
const clearShare = 0.9

/** Gives a share clear ends: 0.9 and above counts as 1, 0.1 and below as 0, anything between as is. */
export function withClearEnds(share: number): number {
  if (share >= clearShare) return 1
  // Rounded, because 1 - 0.9 is not exactly 0.1.
  return Math.round(share * 1e9) <= Math.round((1 - clearShare) * 1e9) ? 0 : share
}

/** Returns the places on a line that agree with the credits: a share must not change a set credit. */
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
 * Returns the credit of one unit, 0 to 1. By share: the share with clear ends, or the expected credit under
 * the judge's probabilities, where an option of 0.9 or more is certain. By verdict, or without a grade: the
 * credit of the verdict.
 *
 * @param line The question's line: the share does not grade options that are not on it. Default: it grades
 *   all.
 */
export function computeCredit<Option extends string>(
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

/** The ways to make one score of the credits of all units; there must be at least one. */
export const aggregates = {
  mean: computeMean,
  min: (credits: readonly number[]) => credits.reduce((a, b) => Math.min(a, b)),
  max: (credits: readonly number[]) => credits.reduce((a, b) => Math.max(a, b)),
}

/** Returns Σ weight · value / Σ weight, kept between the smallest and the largest value despite rounding. */
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

/** The maximum rounding error of a sum of fractions. */
const roundingError = 1e-9

/**
 * Moves a number that is outside its range only by rounding back into it. NaN stays NaN.
 *
 * @throws RangeError if it is further outside than rounding explains.
 */
export function withoutRounding(value: number, low: number, high: number): number {
  if (value < low - roundingError || value > high + roundingError)
    throw new RangeError(`${value} is not between ${low} and ${high}`)
  return Math.min(high, Math.max(low, value))
}

/**
 * Returns the average precision of a ranked list, 0 to 1. Relevances between 0 and 1 count in part: precision@k is the
 * mean relevance of the first k, and each k is weighted by its relevance.
 *
 * @returns 0 if nothing is relevant.
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
 * Returns the score if it is valid: a last guard, because no earlier check should let another number through.
 *
 * @throws RangeError for a number that is not finite or not in [0, scale].
 */
export function checkScore(score: number, scale: number): number {
  if (score >= 0 && score <= scale) return score
  throw new RangeError(`the score would be ${score}, which is not between 0 and ${scale}`)
}
