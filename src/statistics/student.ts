import type { Clusters } from './clusters.ts'
import { studentQuantile } from './distributions.ts'
import type { Interval } from './types.ts'

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
 * √((G − 1) ∕ G · Σ (mean without the cluster − mean)²), which is rather too large than too small (Efron and
 * Stein, The jackknife estimate of variance, 1981). At least two clusters.
 */
export function jackknifeError({ count, values, sums, sizes, mean }: Clusters): number {
  let squares = 0
  // The mean without a cluster, less the mean; a loop, because resampling comes here thousands of times.
  for (let cluster = 0; cluster < count; cluster++) {
    const size = sizes[cluster] as number
    squares += ((size * mean - (sums[cluster] as number)) / (values - size)) ** 2
  }
  return Math.sqrt(((count - 1) / count) * squares)
}

/**
 * Satterthwaite's: of the quadratic form that the squared error is, its trace squared over the trace of its square.
 * G − 1 for clusters of one size, fewer for others; at least 1.
 */
export function degreesOfFreedom({ sizes, values }: Clusters): number {
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
