import { checkShares, type ShareRow, type Statistic, undefinedBecause } from './ratings.ts'

/**
 * Computes the Brier score: the mean squared difference between verdict and label, where yes is 1 (Brier, Verification
 * of forecasts expressed in terms of probability, 1950). 0 is perfect; always saying 0.5 gives 0.25.
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
 * Computes the expected calibration error: over bins of equal width, the mean distance between the mean verdict and the
 * share of rows with the label yes, weighted by rows (Naeini and others, Obtaining well calibrated probabilities using
 * Bayesian binning, 2015). 0 to 1. For a finite sample of a perfectly calibrated judge it is above 0, by about 0.4 ·
 * √(bins ∕ rows), and it depends on the number of bins.
 *
 * @param bins Default 10.
 * @throws RangeError unless bins is a whole number from 1, and for verdicts that are not shares.
 */
export function expectedCalibrationError(rows: readonly ShareRow[], bins = 10): Statistic {
  if (rows.length === 0) return undefinedBecause('there are no rows')
  checkShares(rows)
  return { value: calibrationGaps(rows, bins).reduce((sum, gap) => sum + Math.abs(gap), 0) / rows.length }
}

/** Sums verdicts minus labels in each bin. */
function calibrationGaps(rows: readonly ShareRow[], bins: number): Float64Array {
  checkBins(bins)
  const gaps = new Float64Array(bins)
  for (const { label, verdict } of rows) {
    const bin = findBin(verdict, bins)
    gaps[bin] = (gaps[bin] ?? 0) + verdict - (label ? 1 : 0)
  }
  return gaps
}

/**
 * Groups rows by verdict into bins of equal width, including empty ones: from `low` up to, but without, `high`, except
 * that the last bin includes 1.
 */
export function reliabilityBins(rows: readonly ShareRow[], bins = 10) {
  checkShares(rows)
  checkBins(bins)
  const byBin = Map.groupBy(rows, ({ verdict }) => findBin(verdict, bins))
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

function findBin(verdict: number, bins: number): number {
  return Math.min(bins - 1, Math.floor(verdict * bins))
}
