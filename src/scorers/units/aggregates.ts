import { computeMean } from '../../statistics/mean.ts'

/** The ways to make one score of the credits of all units; there must be at least one. */
export const aggregates = {
  mean: computeMean,
  min: (credits: readonly number[]) => credits.reduce((a, b) => Math.min(a, b)),
  max: (credits: readonly number[]) => credits.reduce((a, b) => Math.max(a, b)),
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
