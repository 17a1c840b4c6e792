import { normalProbability, normalQuantile, studentQuantile } from './distributions.ts'
import { computeMean } from './mean.ts'
import type { Interval } from './resampling.ts'

/**
 * Computes the bias-corrected and accelerated bootstrap interval (Efron, Better bootstrap confidence intervals, 1987),
 * with the normal quantile widened to √(G ∕ (G − 1)) · t for G clusters (Hesterberg, What teachers should know about
 * the bootstrap, 2015, section 3.4.3); without that it is too narrow for few clusters.
 *
 * @param replicates Replicates of the statistic, sorted.
 * @param jackknife The statistic without each cluster, or block of clusters, in turn.
 * @param clusters The number of clusters drawn from.
 */
export function bcaInterval(
  estimate: number,
  replicates: Float64Array,
  jackknife: Float64Array,
  clusters: number,
  level: number,
): Interval {
  const bias = normalQuantile(shareBelow(replicates, estimate))
  // Leaving out a large value makes the statistic small.
  const acceleration = -measureSkewness(jackknife)
  const width = Math.sqrt(clusters / (clusters - 1)) * studentQuantile(1 - (1 - level) / 2, clusters - 1)
  const end = (step: number) => {
    const shift = bias + step
    const room = 1 - acceleration * shift
    // The correction has a pole; beyond it, the end of the replicates is used.
    const probability = room > 0 ? normalProbability(bias + shift / room) : step < 0 ? 0 : 1
    return sortedQuantile(replicates, probability)
  }
  return { low: end(-width), high: end(width), level }
}

/** Returns the share below, ties as half; never exactly 0 or 1, whose quantiles are infinite. */
function shareBelow(sorted: Float64Array, estimate: number): number {
  const tolerance = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) * 1e-9
  const below = sorted.reduce((count, value) => count + (value < estimate - tolerance ? 1 : 0), 0)
  const above = sorted.reduce((count, value) => count + (value > estimate + tolerance ? 1 : 0), 0)
  return ((sorted.length + below - above) / 2 + 0.5) / (sorted.length + 1)
}

/** Returns a sixth of the skewness of the mean of these values; 0 if they are all equal. */
export function measureSkewness(values: Float64Array): number {
  const mean = computeMean(values)
  let squares = 0
  let cubes = 0
  for (const value of values) {
    squares += (value - mean) ** 2
    cubes += (value - mean) ** 3
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5)
}

/** Interpolates linearly between the two nearest order statistics; the k-th is the quantile k ∕ (N + 1). */
export function sortedQuantile(sorted: Float64Array, probability: number): number {
  const position = probability * (sorted.length + 1) - 1
  const index = Math.min(Math.max(Math.floor(position), 0), sorted.length - 1)
  const low = sorted[index] as number
  const high = sorted[Math.min(index + 1, sorted.length - 1)] as number
  return low + (high - low) * Math.min(Math.max(position - index, 0), 1)
}
