import { confusionTable } from './confusion-table.ts'
import type { NamedRow } from './rows.ts'
import { type Statistic, undefinedBecause } from './statistic.ts'

export interface KappaOptions {
  /**
   * How much worse it is to be two categories apart than one: 'none' (default), no worse; 'linear', twice;
   * 'quadratic', four times.
   */
  weights?: 'none' | 'linear' | 'quadratic'
  /** In order. Needed with weights; default: those that occur. */
  categories?: readonly string[]
}

/**
 * Cohen's κ, agreement beyond chance: 1 − observed ∕ expected disagreement, expected as if both kept their shares
 * of each category and drew at random. 1 is full agreement, 0 that of chance, below 0 less than that.
 *
 * Cohen, A coefficient of agreement for nominal scales, 1960; with weights: Cohen, Weighted kappa, 1968.
 *
 * @throws TypeError for weights without categories, whose order would be a guess.
 */
export function cohenKappa(
  rows: readonly NamedRow[],
  { weights = 'none', categories }: KappaOptions = {},
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
  if (expected === 0) return undefinedBecause('labels and verdicts are all of one category')
  return { value: 1 - observed / expected }
}

const distances = {
  none: (steps: number) => (steps === 0 ? 0 : 1),
  linear: (steps: number) => Math.abs(steps),
  quadratic: (steps: number) => steps ** 2,
}
