import { confusionTable } from './rates.ts'
import { type LabelledVerdict, type Statistic, undefinedBecause } from './ratings.ts'

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
