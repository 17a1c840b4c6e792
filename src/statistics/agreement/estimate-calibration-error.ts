import { randomBits, randomIndex } from '../../shared/random.ts'
import type { Resampling } from '../options.ts'
import { calibrationGaps, expectedCalibrationError, reliabilityBins } from './calibration-error.ts'
import { type Estimate, toGroups } from './estimate.ts'
import type { ShareRow } from './rows.ts'

/**
 * The expected calibration error with an interval, drawing whole groups.
 *
 * Noise alone makes the error larger, in a resample even more than in the sample, so that the usual bootstrap
 * intervals lie above the truth: for a judge that is perfectly calibrated none of them holds 0. Here the test is
 * turned round. Were the true gaps λ times those found, the error found would be that of λ · gaps + noise, the
 * noise being how far resamples are from the sample. The interval holds the errors of each λ under which the error
 * found is not extreme.
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
  const noise = noiseOf(rows, groups, gaps, resampling)
  const tail = (1 - resampling.level) / 2
  const shareOf = (lambda: number, extreme: (error: number) => boolean) =>
    noise.filter((draw) => extreme(errorOf(gaps, draw, lambda))).length / noise.length
  const low = crossing((lambda) => shareOf(lambda, (error) => error >= value) >= tail)
  const high = crossing((lambda) => shareOf(lambda, (error) => error <= value) < tail)
  return { value, interval: { low: value * low, high: Math.min(1, value * high), level: resampling.level } }
}

/** How far the gaps of each resample are from those found, made as wide as they are around the truth. */
function noiseOf(
  rows: readonly ShareRow[],
  groups: readonly (readonly ShareRow[])[],
  gaps: Float64Array,
  { seed, resamples }: Resampling,
): Float64Array[] {
  const widening = reliabilityBins(rows, gaps.length).map(({ rows: { length } }) =>
    length > 1 ? Math.sqrt(length / (length - 1)) : 1,
  )
  const byGroup = groups.map((group) => ({ gaps: calibrationGaps(group, gaps.length), size: group.length }))
  const bits = randomBits(seed)
  return Array.from({ length: resamples }, () => {
    const total = new Float64Array(gaps.length)
    let size = 0
    for (let draw = 0; draw < byGroup.length; draw++) {
      const group = byGroup[randomIndex(bits, byGroup.length)] as (typeof byGroup)[number]
      for (let bin = 0; bin < total.length; bin++)
        total[bin] = (total[bin] as number) + (group.gaps[bin] as number)
      size += group.size
    }
    return total.map((gap, bin) => (gap / size - (gaps[bin] as number)) * (widening[bin] as number))
  })
}

function errorOf(gaps: Float64Array, noise: Float64Array, lambda: number): number {
  let error = 0
  for (let bin = 0; bin < gaps.length; bin++)
    error += Math.abs(lambda * (gaps[bin] as number) + (noise[bin] as number))
  return error
}

/** The smallest number from 0 for which it holds, by halving; it holds for all larger ones. */
function crossing(holds: (lambda: number) => boolean): number {
  if (holds(0)) return 0
  let [low, high] = [0, 1]
  while (!holds(high)) [low, high] = [high, high * 2]
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}
