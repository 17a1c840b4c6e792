import { type ClusteredValue, toClusters } from '../clusters.ts'
import { estimateMeans, type Range } from '../estimate-means.ts'
import type { Resampling } from '../options.ts'
import type { Estimate } from './estimate.ts'

/**
 * The mean of a number a row with its interval, which has one even where all numbers are the same: for rates and
 * for the Brier score. Rows of a group are one cluster.
 *
 * @param range What the number can be.
 */
export function estimateMean<Row extends { readonly group?: string }>(
  rows: readonly Row[],
  numberOf: (row: Row) => number,
  range: Range,
  resampling: Resampling,
): Estimate {
  if (rows.length === 0) return { undefinedBecause: 'there are no such rows' }
  const values = rows.map(
    (row, index): ClusteredValue => ({
      value: numberOf(row),
      cluster: row.group === undefined ? `row ${index}` : `group ${row.group}`,
    }),
  )
  const [found] = estimateMeans([toClusters(values)], [range], resampling)
  if (!found) throw new Error('one sample has one estimate')
  const { mean, interval, note } = found
  return { value: mean, ...(interval ? { interval } : {}), ...(note === undefined ? {} : { note }) }
}
