import { checkNumbers, checkRating } from './check-rows.ts'
import { middleRanks } from './ranks.ts'
import type { RatedRow } from './rows.ts'
import { type Statistic, undefinedBecause } from './statistic.ts'

/**
 * Krippendorff's α, agreement of any number of raters beyond chance, ratings may be missing: 1 − observed ∕
 * expected disagreement. 1 is full agreement, 0 that of chance. Units with fewer than two ratings count for
 * nothing.
 *
 * Krippendorff, Computing Krippendorff's alpha-reliability, 2011.
 *
 * @param scale 'nominal': ratings are the same or not. 'ordinal': the further apart in rank the worse. 'interval':
 * the squared difference.
 */
export function krippendorffAlpha(rows: readonly RatedRow<string | number>[], scale: 'nominal'): Statistic
export function krippendorffAlpha(rows: readonly RatedRow[], scale: 'ordinal' | 'interval'): Statistic
export function krippendorffAlpha(
  rows: readonly RatedRow<string | number>[],
  scale: 'nominal' | 'ordinal' | 'interval',
): Statistic {
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

type Unit = readonly (string | number)[]

/** The ordinal distance, of the counts of ratings between two, is that of their middle ranks. */
function toRanks(units: readonly Unit[]): number[][] {
  const ranks = middleRanks(Float64Array.from(units.flat(), Number))
  let next = 0
  return units.map((unit) => unit.map(() => ranks[next++] as number))
}

/** Ordered pairs of ratings that differ. */
function differentPairs(unit: Unit): number {
  const counts = new Map<string | number, number>()
  for (const rating of unit) counts.set(rating, (counts.get(rating) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - count ** 2, unit.length ** 2)
}

/** Over ordered pairs: 2 · n · Σ (rating − mean)². */
function squaredDifferences(unit: Unit): number {
  const numbers = unit.map(Number)
  const mean = numbers.reduce((sum, rating) => sum + rating, 0) / numbers.length
  return 2 * numbers.length * numbers.reduce((sum, rating) => sum + (rating - mean) ** 2, 0)
}
