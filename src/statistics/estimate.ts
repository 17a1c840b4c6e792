import { bcaInterval } from './bca-interval.ts'
import { eachResample } from './bootstrap.ts'
import { type ClusteredValue, toClusters } from './clusters.ts'
import { estimateDifferences, estimateMeans } from './estimate-means.ts'
import type { Statistic } from './ratings.ts'
import type { Interval, Range, Resampling } from './resampling.ts'

/** A statistic with its interval, or the reason why there is no statistic. */
export type Estimate =
  | {
      readonly value: number
      /** Absent if no reliable interval exists; `note` then says why. */
      readonly interval?: Interval
      readonly note?: string
    }
  | { readonly undefinedBecause: string }

/** With a larger share of undefined resamples, the others do not represent the data. */
const mostUndefined = 0.05

/** The jackknife leaves out single groups up to this number, and beyond it this number of blocks. */
const jackknifeBlocks = 200

/**
 * Estimates a statistic with its BCa bootstrap interval, drawing whole groups.
 *
 * Resamples in which the statistic is undefined (all labels in one class) are left out if they are at most one in
 * twenty; otherwise there is no interval.
 */
export function estimate<Row extends { readonly group?: string }>(
  rows: readonly Row[],
  statistic: (rows: readonly Row[]) => Statistic,
  resampling: Resampling,
): Estimate {
  const whole = statistic(rows)
  if ('undefinedBecause' in whole) return whole
  const { value } = whole
  const groups = toGroups(rows)
  if (groups.length < 5)
    return { value, note: `No interval: ${groups.length} groups are too few to see how they vary.` }
  const replicates = bootstrap(groups, statistic, resampling)
  if (replicates.length < resampling.resamples * (1 - mostUndefined))
    return { value, note: 'No interval: in too many resamples of these rows the statistic does not exist.' }
  if ((replicates.at(-1) ?? 0) - (replicates[0] ?? 0) < 1e-12)
    return {
      value,
      note: 'No interval: there is no variation to estimate from; that does not prove the value certain.',
    }
  const left = jackknife(groups, statistic)
  return { value, interval: bcaInterval(value, replicates, left, groups.length, resampling.level) }
}

/** Returns the statistic of each resample, sorted, without the undefined ones. */
function bootstrap<Row>(
  groups: readonly (readonly Row[])[],
  statistic: (rows: readonly Row[]) => Statistic,
  resampling: Resampling,
): Float64Array {
  const values: number[] = []
  eachResample(groups.length, resampling, (drawn) => {
    const rows: Row[] = []
    for (const place of drawn) for (const row of groups[place] ?? []) rows.push(row)
    const result = statistic(rows)
    if ('value' in result) values.push(result.value)
  })
  return Float64Array.from(values).sort()
}

export function toGroups<Row extends { readonly group?: string }>(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, ({ group }, index) => group ?? index).values()]
}

function jackknife<Row>(
  groups: readonly (readonly Row[])[],
  statistic: (rows: readonly Row[]) => Statistic,
): Float64Array {
  const blocks = Math.min(groups.length, jackknifeBlocks)
  const values: number[] = []
  for (let block = 0; block < blocks; block++) {
    const result = statistic(groups.filter((_, index) => index % blocks !== block).flat())
    if ('value' in result) values.push(result.value)
  }
  return Float64Array.from(values)
}

/**
 * Estimates the mean of a number per row with its interval, which exists even if all numbers are the same: for rates
 * and for the Brier score. Rows of a group are one cluster. A number that can be below 0 is treated as a difference.
 *
 * @param range The possible values of the number.
 */
export function estimateMean<Row extends { readonly group?: string }>(
  rows: readonly Row[],
  readNumber: (row: Row) => number,
  range: Range,
  resampling: Resampling,
): Estimate {
  if (rows.length === 0) return { undefinedBecause: 'there are no rows' }
  const values = rows.map(
    (row, index): ClusteredValue => ({
      value: readNumber(row),
      cluster: row.group === undefined ? `row ${index}` : `group ${row.group}`,
    }),
  )
  const estimateAll = range.low < 0 ? estimateDifferences : estimateMeans
  const [found] = estimateAll([toClusters(values)], [range], resampling)
  if (!found) throw new Error('one sample has one estimate')
  const { mean, interval, note } = found
  if (interval !== undefined) return { value: mean, interval }
  return note === undefined ? { value: mean } : { value: mean, note }
}
