import { sortedQuantile } from './bca.ts'
import type { Clusters } from './clusters.ts'
import type { Resampling } from './options.ts'
import { randomBits, randomIndex } from './random.ts'
import { jackknifeError } from './student.ts'
import type { Interval } from './types.ts'

/** Below so many clusters, resamples without spread are taken as they are; see `damping`. */
const fewClusters = 15

/**
 * The studentised bootstrap interval of a mean over clusters (Efron, The jackknife, the bootstrap and other
 * resampling plans, 1982, section 10.10): each resample's distance from the mean is measured in that resample's own
 * error. It holds for skewed scores and for few clusters of different sizes, where other intervals are too narrow.
 *
 * A resample of clusters that are all alike has no error, and no end: that scores which mostly are 1 may all be 1
 * is told by the size of the sample already. From fifteen clusters on, half a cluster of the whole sample's
 * variance is added to that of each resample, which bounds it.
 */
export function studentisedInterval(clusters: Clusters, { seed, level, resamples }: Resampling): Interval {
  const { count, mean } = clusters
  const error = jackknifeError(clusters)
  const damping = count < fewClusters ? 0 : 0.5
  const bits = randomBits(seed)
  const sums = new Float64Array(count)
  const sizes = new Float64Array(count)
  const steps = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample++) {
    let total = 0
    let values = 0
    for (let draw = 0; draw < count; draw++) {
      const cluster = randomIndex(bits, count)
      sums[draw] = clusters.sums[cluster] as number
      sizes[draw] = clusters.sizes[cluster] as number
      total += sums[draw] as number
      values += sizes[draw] as number
    }
    const resampled = { count, values, sums, sizes, mean: total / values }
    const variance = (count * jackknifeError(resampled) ** 2 + damping * error ** 2) / (count + damping)
    const distance = resampled.mean - mean
    // Up to rounding, a resample of the mean itself is no step, and one without error an endless one.
    const none = Math.abs(distance) <= 1e-9 * error
    steps[resample] = none ? 0 : distance / (Math.sqrt(variance) > 1e-9 * error ? Math.sqrt(variance) : 0)
  }
  steps.sort()
  const tail = (1 - level) / 2
  const end = (probability: number) => mean - stepAt(steps, probability) * error
  return { low: end(1 - tail), high: end(tail), level }
}

/** Between two endless steps on one side there is no number to take. */
function stepAt(steps: Float64Array, probability: number): number {
  const step = sortedQuantile(steps, probability)
  return Number.isNaN(step) ? (probability < 0.5 ? -Infinity : Infinity) : step
}
