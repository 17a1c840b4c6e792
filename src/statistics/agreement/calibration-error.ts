import { checkShares } from './check-rows.ts'
import type { ShareRow } from './rows.ts'
import { type Statistic, undefinedBecause } from './statistic.ts'

/** The rows whose verdicts lie in a part of 0 to 1. */
export interface ReliabilityBin {
  /** Verdicts from here up to, and without, `high`; the last bin has 1 as well. */
  readonly low: number
  readonly high: number
  readonly rows: readonly ShareRow[]
}

/**
 * The Brier score: the mean squared difference between the verdict and the label, yes being 1 (Brier,
 * Verification of forecasts expressed in terms of probability, 1950). 0 is perfect; always saying 0.5 has 0.25.
 */
export function brierScore(rows: readonly ShareRow[]): Statistic {
  if (rows.length === 0) return undefinedBecause('there are no rows')
  checkShares(rows)
  return { value: rows.reduce((sum, row) => sum + squaredError(row), 0) / rows.length }
}

export function squaredError({ label, verdict }: ShareRow): number {
  return (verdict - (label ? 1 : 0)) ** 2
}

/**
 * The expected calibration error: over bins of equal width, the mean distance between the mean verdict and the
 * share of rows with the label yes, weighted by rows (Naeini and others, Obtaining well calibrated probabilities
 * using Bayesian binning, 2015). 0 to 1. It is above 0 for a finite sample of a perfectly calibrated judge, by
 * about 0.4 · √(bins ∕ rows), and depends on the number of bins.
 *
 * @param bins Default 10.
 * @throws RangeError for bins that are not a whole number from 1, and for verdicts that are no shares.
 */
export function expectedCalibrationError(rows: readonly ShareRow[], bins = 10): Statistic {
  if (rows.length === 0) return undefinedBecause('there are no rows')
  checkShares(rows)
  return { value: calibrationGaps(rows, bins).reduce((sum, gap) => sum + Math.abs(gap), 0) / rows.length }
}

/** Verdicts less labels, summed up in each bin. */
export function calibrationGaps(rows: readonly ShareRow[], bins: number): Float64Array {
  checkBins(bins)
  const gaps = new Float64Array(bins)
  for (const { label, verdict } of rows) {
    const bin = binOf(verdict, bins)
    gaps[bin] = (gaps[bin] ?? 0) + verdict - (label ? 1 : 0)
  }
  return gaps
}

/** Rows by their verdict, in bins of equal width; those that have no row too. */
export function reliabilityBins(rows: readonly ShareRow[], bins = 10): ReliabilityBin[] {
  checkShares(rows)
  checkBins(bins)
  const byBin = Map.groupBy(rows, ({ verdict }) => binOf(verdict, bins))
  return Array.from({ length: bins }, (_, index) => ({
    low: index / bins,
    high: (index + 1) / bins,
    rows: byBin.get(index) ?? [],
  }))
}

function checkBins(bins: number): void {
  if (!Number.isInteger(bins) || bins < 1)
    throw new RangeError(`bins must be a whole number from 1, not ${bins}`)
}

function binOf(verdict: number, bins: number): number {
  return Math.min(bins - 1, Math.floor(verdict * bins))
}
