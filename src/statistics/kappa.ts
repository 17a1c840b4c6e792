import { countEach } from '../shared/count-each.ts'
import { computeMean } from './mean.ts'
import { middleRanks } from './ranks.ts'
import { confusionTable } from './rates.ts'
import {
  checkNumbers,
  checkRatedRows,
  checkRating,
  type LabelledVerdict,
  type RatedRow,
  type Statistic,
  undefinedBecause,
} from './ratings.ts'

/**
 * Computes Cohen's κ, agreement beyond chance: 1 − observed ∕ expected disagreement, where the expected one assumes
 * that both keep their share of each category and draw at random. 1 is full agreement, 0 is chance, below 0 is less
 * than chance. Categories are names, or true and false.
 *
 * Cohen, A coefficient of agreement for nominal scales, 1960; with weights: Cohen, Weighted kappa, 1968.
 *
 * @throws TypeError for weights without categories, whose order would be a guess.
 */
export function cohenKappa<Category extends string | boolean>(
  rows: readonly LabelledVerdict<Category>[],
  {
    weights = 'none',
    categories,
  }: {
    /**
     * How much worse two categories apart is than one: 'none' (default), no worse; 'linear', twice; 'quadratic', four
     * times.
     */
    weights?: 'none' | 'linear' | 'quadratic'
    /** In order. Required with weights; default: those that occur. */
    categories?: readonly Category[]
  } = {},
): Statistic {
  if (weights !== 'none' && !categories) throw new TypeError('cohenKappa: weights need categories, in order')
  if (rows.length === 0) return undefinedBecause('there are no rows')
  const { counts } = confusionTable(rows, categories)
  const labels = counts.map((row) => row.reduce((sum, count) => sum + count, 0))
  const verdicts = counts.map((_, column) => counts.reduce((sum, row) => sum + (row[column] ?? 0), 0))
  let observed = 0
  let expected = 0
  for (const [row, ofLabel] of labels.entries()) {
    for (const [column, ofVerdict] of verdicts.entries()) {
      const distance = distances[weights](row - column)
      observed += distance * (counts[row]?.[column] ?? 0)
      expected += (distance * ofLabel * ofVerdict) / rows.length
    }
  }
  if (expected === 0) return undefinedBecause('all labels and verdicts are in one category')
  return { value: 1 - observed / expected }
}

const distances = {
  none: (steps: number) => (steps === 0 ? 0 : 1),
  linear: (steps: number) => Math.abs(steps),
  quadratic: (steps: number) => steps ** 2,
}

/**
 * Computes Krippendorff's α, agreement beyond chance of any number of raters, with missing ratings allowed: 1 −
 * observed ∕ expected disagreement. 1 is full agreement, 0 is chance. Units with fewer than two ratings do not count.
 *
 * Krippendorff, Computing Krippendorff's alpha-reliability, 2011.
 *
 * @param scale 'nominal': ratings are the same or not. 'ordinal': the further apart in rank, the worse. 'interval': the
 * squared difference.
 * @throws TypeError for rows without ratings.
 */
export function krippendorffAlpha(rows: readonly RatedRow<string | number>[], scale: 'nominal'): Statistic
export function krippendorffAlpha(rows: readonly RatedRow[], scale: 'ordinal' | 'interval'): Statistic
export function krippendorffAlpha(
  rows: readonly RatedRow<string | number>[],
  scale: 'nominal' | 'ordinal' | 'interval',
): Statistic {
  checkRatedRows(rows)
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
