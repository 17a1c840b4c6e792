import type { ChoiceAnswer } from '../../judge/contract.ts'
import { JudgeError } from '../../judge/errors.ts'

export type Weighting = 'verdict' | 'share'

/** A weighting as it is asked for: 'stated' counts by the verdict in the judge's own words. */
export type AskedWeighting = Weighting | 'stated'

/** What counts where nothing was judged. */
export const weightingOf = (asked: AskedWeighting | undefined): Weighting =>
  asked === 'share' ? 'share' : 'verdict'

/** What each verdict counts, 0 to 1. */
export type Credits<Option extends string> = Readonly<Record<Option, number>>

/** Whether an answer can be counted by share. */
export const isGraded = (answer: ChoiceAnswer) =>
  answer.probabilities !== undefined || answer.share !== undefined

/** What was asked for; else what the judge is better at, where it gave a grade for every unit. */
export function chooseWeighting(
  asked: AskedWeighting | undefined,
  judge: { readonly id: string; readonly weighting?: Weighting },
  answers: readonly ChoiceAnswer[],
): Weighting {
  const graded = answers.every(isGraded)
  if (asked === 'share' && !graded) {
    const message = "it gives no shares: weigh by verdict (weighting: 'verdict')"
    throw new JudgeError({ judge: judge.id, reason: 'configuration', message })
  }
  return weightingOf(asked ?? (graded ? judge.weighting : undefined))
}

/**
 * What one unit counts, 0 to 1: the credit of its verdict; or by share, the expected credit under the judge's
 * probabilities, or the share itself where the judge gives no probabilities.
 */
export function creditOf<Option extends string>(
  answer: ChoiceAnswer<Option>,
  credits: Credits<Option>,
  weighting: Weighting,
): number {
  if (weighting === 'verdict') return credits[answer.choice]
  const { probabilities, share = Number.NaN } = answer
  if (probabilities === undefined) return share
  const options = Object.keys(credits) as Option[]
  return weightedMean(options.map((option) => ({ value: credits[option], weight: probabilities[option] })))
}

/** A share is hardly ever 1: above this, a unit cost nothing that is worth telling. */
const goodShare = 0.75

/** Whether a unit cost points that a reason should name. */
export function isCostly(credit: number, weighting: Weighting): boolean {
  return credit < (weighting === 'share' ? goodShare : 1)
}

/** Arithmetic mean. NaN for no numbers. */
export function mean(numbers: readonly number[]): number {
  return weightedMean(numbers.map((value) => ({ value, weight: 1 })))
}

/** What one score is made of the credits of all units; there must be one. */
export const aggregates = {
  mean,
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
