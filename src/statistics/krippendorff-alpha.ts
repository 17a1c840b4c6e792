import { countEach } from '../shared/count-each.ts'
import { computeMean } from './mean.ts'
import { middleRanks } from './ranks.ts'
import {
  checkNumbers,
  checkRatedRows,
  checkRating,
  type RatedRow,
  type Statistic,
  undefinedBecause,
} from './ratings.ts'

/**
 * Computes Krippendorff's α, agreement beyond chance of any number of raters, with missing ratings allowed: 1 −
 * observed ∕ expected disagreement. 1 is full agreement, 0 is chance. Units with fewer than two ratings do not count.
 *
 * Krippendorff, Computing Krippendorff's alpha-reliability, 2011.
 *
 * @param scale 'nominal': ratings are the same or not. 'ordinal': the further apart in rank, the worse. 'interval': the
 * squared difference.
 * @throws TypeError for rows without ratings, and for another scale.
 */
export function krippendorffAlpha(rows: readonly RatedRow<string | number>[], scale: 'nominal'): Statistic
export function krippendorffAlpha(rows: readonly RatedRow[], scale: 'ordinal' | 'interval'): Statistic
export function krippendorffAlpha(
  rows: readonly RatedRow<string | number>[],
  scale: 'nominal' | 'ordinal' | 'interval',
): Statistic {
  checkRatedRows(rows)
  if (!scales.includes(scale)) throw new TypeError(`a scale must be ${scales.join(', ')}, not ${scale}`)
  const units = rows
    .map(({ ratings }) => ratings.filter((rating) => rating !== undefined))
    .filter((ratings) => ratings.length > 1)
  if (units.length === 0) return undefinedBecause('nothing was rated twice')
  const everything = units.flat()
  if (scale === 'nominal') everything.forEach(checkRating)
  else checkNumbers(everything)
  const disagreement = scale === 'nominal' ? differentPairs : squaredDifferences
  const numbers = scale === 'ordinal' ? toRanks(units) : units
  const observed = numbers.reduce((sum, unit) => sum + disagreement(unit) / (unit.length - 1), 0)
  const expected = disagreement(numbers.flat()) / (everything.length - 1)
  if (expected === 0) return undefinedBecause('all ratings are the same')
  return { value: 1 - observed / expected }
}

const scales: readonly string[] = ['nominal', 'ordinal', 'interval']

/** Replaces ratings by their middle ranks, whose distance is the count of ratings in between. */
function toRanks(units: readonly (readonly (string | number)[])[]): number[][] {
  const ranks = middleRanks(Float64Array.from(units.flat(), Number))
  let next = 0
  return units.map((unit) => unit.map(() => ranks[next++] as number))
}

/** Counts ordered pairs of ratings that differ. */
function differentPairs(unit: readonly (string | number)[]): number {
  return [...countEach(unit).values()].reduce((sum, count) => sum - count ** 2, unit.length ** 2)
}

/** Sums over ordered pairs: 2 · n · Σ (rating − mean)². */
function squaredDifferences(unit: readonly (string | number)[]): number {
  const numbers = unit.map(Number)
  const mean = computeMean(numbers)
  return 2 * numbers.length * numbers.reduce((sum, rating) => sum + (rating - mean) ** 2, 0)
}
