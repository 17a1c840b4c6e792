import { eachResample } from './bootstrap.ts'
import { type Clusters, jackknifeError } from './clusters.ts'
import { normalProbability, normalQuantile, studentQuantile } from './distributions.ts'
import type { Interval, Resampling } from './resampling.ts'

/**
 * The bias-corrected and accelerated bootstrap interval (Efron, Better bootstrap confidence intervals, 1987),
 * with the normal quantile widened to √(G ∕ (G − 1)) · t for G clusters (Hesterberg, What teachers should know
 * about the bootstrap, 2015, section 3.4.3), without which it is too narrow for few clusters.
 *
 * @param replicates Of the statistic, sorted.
 * @param jackknife The statistic without each cluster, or block of clusters, in turn.
 * @param clusters How many were drawn from.
 */
export function bcaInterval(
  estimate: number,
  replicates: Float64Array,
  jackknife: Float64Array,
  clusters: number,
  level: number,
): Interval {
  const bias = normalQuantile(shareBelow(replicates, estimate))
  const acceleration = accelerationOf(jackknife)
  const width = Math.sqrt(clusters / (clusters - 1)) * studentQuantile(1 - (1 - level) / 2, clusters - 1)
  const end = (step: number) => {
    const shift = bias + step
    const room = 1 - acceleration * shift
    // The correction has a pole: beyond it lies the end of the replicates.
    const probability = room > 0 ? normalProbability(bias + shift / room) : step < 0 ? 0 : 1
    return sortedQuantile(replicates, probability)
  }
  return { low: end(-width), high: end(width), level }
}

/** Ties count half, as scores are often discrete; never exactly 0 or 1, whose quantiles are infinite. */
function shareBelow(sorted: Float64Array, estimate: number): number {
  const tolerance = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) * 1e-9
  const below = sorted.reduce((count, value) => count + (value < estimate - tolerance ? 1 : 0), 0)
  const above = sorted.reduce((count, value) => count + (value > estimate + tolerance ? 1 : 0), 0)
  return ((sorted.length + below - above) / 2 + 0.5) / (sorted.length + 1)
}

/** A sixth of the skewness of the jackknife's influences; 0 where there is none. */
function accelerationOf(jackknife: Float64Array): number {
  const mean = jackknife.reduce((sum, value) => sum + value, 0) / jackknife.length
  let squares = 0
  let cubes = 0
  for (const value of jackknife) {
    squares += (mean - value) ** 2
    cubes += (mean - value) ** 3
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5)
}

/** Linear between the two nearest order statistics, the k-th being the quantile k ∕ (N + 1). */
export function sortedQuantile(sorted: Float64Array, probability: number): number {
  const position = probability * (sorted.length + 1) - 1
  const index = Math.min(Math.max(Math.floor(position), 0), sorted.length - 1)
  const low = sorted[index] as number
  const high = sorted[Math.min(index + 1, sorted.length - 1)] as number
  return low + (high - low) * Math.min(Math.max(position - index, 0), 1)
}

/**
 * Student's interval of a mean over clusters of different sizes: the jackknife's error, with the degrees of
 * freedom of Bell and McCaffrey (Bias reduction in standard errors for linear regression with multi-stage samples,
 * 2002) for clusters whose means vary alike. A few large clusters among small ones leave few degrees of freedom.
 */
export function studentInterval(clusters: Clusters, level: number): Interval {
  const quantile = studentQuantile(1 - (1 - level) / 2, degreesOfFreedom(clusters))
  const half = quantile * jackknifeError(clusters)
  return { low: clusters.mean - half, high: clusters.mean + half, level }
}

/**
 * Satterthwaite's: of the quadratic form that the squared error is, its trace squared over the trace of its square.
 * G − 1 for clusters of one size, fewer for others; at least 1.
 */
function degreesOfFreedom({ sizes, values }: Clusters): number {
  const weights = sizes.map((size) => size / values)
  const squares = weights.reduce((sum, weight) => sum + weight ** 2, 0)
  const factors = weights.map((weight) => (weight / (1 - weight)) ** 2)
  let trace = 0
  let traceOfSquare = 0
  for (const [index, factor] of factors.entries()) {
    const weight = weights[index] as number
    trace += factor * (1 - 2 * weight + squares)
    for (const [other, otherFactor] of factors.entries()) {
      const product = (index === other ? 1 : 0) - weight - (weights[other] as number) + squares
      traceOfSquare += factor * otherFactor * product ** 2
    }
  }
  return Math.max(1, trace ** 2 / traceOfSquare)
}

/** So many clusters of the whole sample's variance are added to each resample's. */
const damping = 0.5

/**
 * The studentised bootstrap interval of a mean over clusters (Efron, The jackknife, the bootstrap and other
 * resampling plans, 1982, section 10.10): each resample's distance from the mean is measured in that resample's own
 * error. It holds for skewed scores and for few clusters of different sizes, where other intervals are too narrow.
 *
 * A resample of clusters that are all alike has no error, and would have no end. So half a cluster of the whole
 * sample's variance is added to that of each resample: without it the interval of six scores that differ is the
 * whole scale, and with more of it very skewed scores are missed (simulated with 0, 0.5, 1, 1.5, 3 and 6).
 */
export function studentisedInterval(clusters: Clusters, resampling: Resampling): Interval {
  const { count, mean } = clusters
  const { level, resamples } = resampling
  const error = jackknifeError(clusters)
  const sums = new Float64Array(count)
  const sizes = new Float64Array(count)
  const steps = new Float64Array(resamples)
  eachResample(count, resampling, (drawn, resample) => {
    let total = 0
    let values = 0
    for (let draw = 0; draw < count; draw++) {
      const cluster = drawn[draw] as number
      sums[draw] = clusters.sums[cluster] as number
      sizes[draw] = clusters.sizes[cluster] as number
      total += sums[draw] as number
      values += sizes[draw] as number
    }
    const resampled = { count, values, sums, sizes, mean: total / values }
    const variance = (count * jackknifeError(resampled) ** 2 + damping * error ** 2) / (count + damping)
    steps[resample] = (resampled.mean - mean) / Math.sqrt(variance)
  })
  steps.sort()
  const tail = (1 - level) / 2
  const end = (probability: number) => mean - sortedQuantile(steps, probability) * error
  return { low: end(1 - tail), high: end(tail), level }
}
