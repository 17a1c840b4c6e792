import { reliabilityBins } from '../../statistics/calibration-error.ts'
import { type Estimate, estimateMean } from '../../statistics/estimate.ts'
import type { ShareRow } from '../../statistics/ratings.ts'
import type { Resampling } from '../../statistics/resampling.ts'
import type { Point } from './figures.ts'

/** Of the rows whose scores lie in a part of the scale: what was said and what is so. */
export interface ReliabilityPoint {
  /** Scores as shares of the scale, from here up to, and without, `high`; in the last bin with it. */
  readonly low: number
  readonly high: number
  readonly rows: number
  /** Mean score, 0 to 1. */
  readonly said: number
  /** The share of rows with a positive label, 0 to 1. */
  readonly found: Estimate
}

/** The reliability curve; bins without rows are left out. Scores must be shares. */
export function reliabilityOf(
  points: readonly Point[],
  { resampling, bins }: { readonly resampling: Resampling; readonly bins: number },
): ReliabilityPoint[] {
  const rows = points
    .filter(({ target }) => target !== 0.5)
    .map(
      ({ target, value, group }): ShareRow => ({
        label: target === 1,
        verdict: value,
        ...(group === undefined ? {} : { group }),
      }),
    )
  return reliabilityBins(rows, bins).flatMap(({ low, high, rows }) => {
    if (rows.length === 0) return []
    const said = rows.reduce((sum, { verdict }) => sum + verdict, 0) / rows.length
    const found = estimateMean(rows, ({ label }) => (label ? 1 : 0), { low: 0, high: 1 }, resampling)
    return [{ low, high, rows: rows.length, said, found }]
  })
}
