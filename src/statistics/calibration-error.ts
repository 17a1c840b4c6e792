import { eachResample } from './bootstrap.ts'
import { type Estimate, toGroups } from './estimate.ts'
import { checkShares, type ShareRow, type Statistic, undefinedBecause } from './ratings.ts'
import type { Resampling } from './resampling.ts'

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

/**
 * Estimates the expected calibration error with an interval, drawing whole groups.
 *
 * Noise alone increases the error, in a resample even more than in the sample, so the usual bootstrap intervals lie
 * above the truth: for a perfectly calibrated judge none of them contains 0. This interval inverts a test instead. If
 * the true gaps were λ times the observed ones, the observed error would be that of λ · gaps + noise, where the noise
 * is the distance of resamples from the sample. The interval contains the errors for each λ under which the observed
 * error is not extreme.
 */
export function estimateCalibrationError(
  rows: readonly ShareRow[],
  resampling: Resampling,
  bins = 10,
): Estimate {
  const whole = expectedCalibrationError(rows, bins)
  if ('undefinedBecause' in whole) return whole
  const { value } = whole
  const groups = toGroups(rows)
  if (value === 0 || groups.length < 5)
    return { value, note: `No interval: ${groups.length} groups are too few, or have no gap at all.` }
  const gaps = calibrationGaps(rows, bins).map((gap) => gap / rows.length)
  const noise = drawNoise(rows, groups, gaps, resampling)
  const tail = (1 - resampling.level) / 2
  const measureShare = (lambda: number, extreme: (error: number) => boolean) =>
    noise.filter((draw) => extreme(computeError(gaps, draw, lambda))).length / noise.length
  const low = crossing((lambda) => measureShare(lambda, (error) => error >= value) >= tail)
  const high = crossing((lambda) => measureShare(lambda, (error) => error <= value) < tail)
  return { value, interval: { low: value * low, high: Math.min(1, value * high), level: resampling.level } }
}

/** Returns how far each resample's gaps are from those observed, widened to the spread around the truth. */
function drawNoise(
  rows: readonly ShareRow[],
  groups: readonly (readonly ShareRow[])[],
  gaps: Float64Array,
  resampling: Resampling,
): Float64Array[] {
  const widening = reliabilityBins(rows, gaps.length).map(({ rows: { length } }) =>
    length > 1 ? Math.sqrt(length / (length - 1)) : 1,
  )
  const byGroup = groups.map((group) => ({ gaps: calibrationGaps(group, gaps.length), size: group.length }))
  const noise: Float64Array[] = []
  eachResample(groups.length, resampling, (drawn) => {
    const total = new Float64Array(gaps.length)
    let size = 0
    for (const place of drawn) {
      const group = byGroup[place] as (typeof byGroup)[number]
      for (let bin = 0; bin < total.length; bin++)
        total[bin] = (total[bin] as number) + (group.gaps[bin] as number)
      size += group.size
    }
    noise.push(total.map((gap, bin) => (gap / size - (gaps[bin] as number)) * (widening[bin] as number)))
  })
  return noise
}

function computeError(gaps: Float64Array, noise: Float64Array, lambda: number): number {
  let error = 0
  for (let bin = 0; bin < gaps.length; bin++)
    error += Math.abs(lambda * (gaps[bin] as number) + (noise[bin] as number))
  return error
}

/** Finds by bisection the smallest number from 0 for which a condition holds, as for all larger ones. */
function crossing(holds: (lambda: number) => boolean): number {
  if (holds(0)) return 0
  let low = 0
  let high = 1
  while (!holds(high)) [low, high] = [high, high * 2]
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}
