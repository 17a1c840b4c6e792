import { logBeta } from '../../../statistics/distributions.ts'
import type { Interval, Range } from '../../../statistics/resampling.ts'
import { type Starts, sumWealth } from './change-point.ts'

/** The number of equal steps of the range, among which the ends are. */
const steps = 400

/**
 * Returns the possible means of the observations since the change, valid whatever made one check now. For a start and a
 * mean m, gamblers bet on every other mean q as if values were yes or no: (q ∕ m)^v · ((1 − q) ∕ (1 − m))^(1 − v) for a
 * value v of 0 to 1, with q spread as a beta distribution of ½ and ½. If m were the mean since that start, this would
 * be 1 on average, however the values in between are spread, so that its inverse is a p-value at any time (Ville, 1939;
 * Robbins, Statistical methods related to the law of the iterated logarithm, 1970). These p-values are averaged over
 * all starts by their winnings, and a mean is ruled out at 1 − level. By simulation this holds after the moment was
 * chosen; no theorem says so for the average.
 *
 * A value of weight w counts as w · v + (1 − w) · m, which has the mean m if the weighted mean of v is m.
 *
 * @param starts At least one.
 * @returns Ends are the nearest steps that are ruled out, or those of the range.
 */
export function meanSinceWithin({ list, ...growth }: Starts, { low, high }: Range, level: number): Interval {
  const held = sumWealth({ list, ...growth })
  const total = held.reduce((sum, of) => sum + of, 0)
  const last = list.at(-1)?.last.index ?? 0
  let weight = 0
  let sum = 0
  /** The observations from each start on, on a scale of 0 to 1, and its share of all winnings. */
  const since = list.toReversed().map((start, place) => {
    weight += start.weight
    sum += (start.sum - low * start.weight) / (high - low)
    const share = (held[list.length - 1 - place] as number) / total
    return { share, count: last - start.first.index + 1, weight, sum }
  })
  const isOut = (step: number) =>
    since.reduce((p, of) => p + of.share * pValue(of, step / steps), 0) <= 1 - level
  let first = 0
  let end = steps
  while (first < steps && isOut(first)) first += 1
  while (end > first && isOut(end)) end -= 1
  const at = (step: number) => low + ((high - low) * Math.min(steps, Math.max(0, step))) / steps
  return { low: at(first - 1), high: at(end + 1), level }
}

/** @param since Its weight is at most its count. */
function pValue(
  { count, weight, sum }: { readonly count: number; readonly weight: number; readonly sum: number },
  mean: number,
): number {
  const yes = Math.min(count, Math.max(0, sum + mean * (count - weight)))
  const won =
    logBeta(0.5 + yes, 0.5 + count - yes) -
    logBeta(0.5, 0.5) -
    times(yes, mean) -
    times(count - yes, 1 - mean)
  return Math.min(1, Math.exp(-won))
}

/** Returns count · ln(value), or 0 for a count of 0. */
const times = (count: number, value: number) => (count === 0 ? 0 : count * Math.log(value))
