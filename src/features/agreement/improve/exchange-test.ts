import { toClusters } from '../../../statistics/clusters.ts'
import { middleRanks } from '../../../statistics/ranks.ts'
import type { Resampling } from '../../../statistics/resampling.ts'
import { signFlipTest } from '../../../statistics/significance.ts'
import type { JudgedTwice } from './compare-judges.ts'

/**
 * Returns the two-sided p-value of the paired permutation test for two readings that rank rows alike. Without a
 * difference, the two readings of each group are exchangeable. The statistic is that of Spearman's ρ, and with two
 * kinds of labels that of the area under the curve: the rank of the label times the difference of the ranks.
 *
 * It is valid even if a bootstrap is not, for example if two good readings differ in two rows of a hundred.
 */
export function exchangeTest(rows: readonly JudgedTwice[], resampling: Resampling): number {
  const toRanks = (readNumber: (row: JudgedTwice) => number) =>
    middleRanks(Float64Array.from(rows, readNumber))
  const labels = toRanks(({ label }) => label)
  const before = toRanks(({ before }) => before)
  const after = toRanks(({ after }) => after)
  const middle = (rows.length + 1) / 2
  const at = (ranks: Float64Array, index: number) => ranks[index] as number
  const values = rows.map(({ group }, index) => ({
    value: (at(labels, index) - middle) * (at(after, index) - at(before, index)),
    cluster: group === undefined ? `row ${index}` : `group ${group}`,
  }))
  return signFlipTest(toClusters(values), resampling).pValue
}
