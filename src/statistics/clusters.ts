import { randomBits, randomIndex } from '../shared/random.ts'
import { computeMean } from './mean.ts'

export interface ClusteredValue {
  readonly value: number
  /** Values of one cluster are not independent of each other. */
  readonly cluster: string
}

/** Sums and sizes of clusters, from which means over clusters are computed. */
export interface Clusters {
  readonly count: number
  readonly values: number
  /** The names of the clusters; absent if these are now blocks of them. */
  readonly names?: readonly string[]
  readonly sums: Float64Array
  readonly sizes: Float64Array
  /** The mean over the values, so that a cluster counts by its size. */
  readonly mean: number
}

/** Sums values by cluster. There must be at least one value. */
export function toClusters(values: readonly ClusteredValue[]): Clusters {
  const places = new Map<string, number>()
  const sums = new Float64Array(values.length)
  const sizes = new Float64Array(values.length)
  for (const { value, cluster } of values) {
    const place = places.get(cluster) ?? places.size
    places.set(cluster, place)
    sums[place] = (sums[place] ?? 0) + value
    sizes[place] = (sizes[place] ?? 0) + 1
  }
  const count = places.size
  const mean = computeMean(Float64Array.from(values, ({ value }) => value))
  const names = [...places.keys()]
  return {
    count,
    values: values.length,
    names,
    sums: sums.slice(0, count),
    sizes: sizes.slice(0, count),
    mean,
  }
}

/**
 * Computes the standard error of the mean if clusters are independent but their values are not: the linearised variance
 * of a ratio, √(G ∕ (G − 1) · Σ (sum − size · mean)²) ∕ N for G clusters of N values (Cochran, Sampling Techniques,
 * 1977, chapter 9). With one value per cluster it is deviation ∕ √N. At least two clusters.
 */
export function standardError({ count, values, sums, sizes, mean }: Clusters): number {
  const squares = sums.reduce((total, sum, index) => total + (sum - (sizes[index] ?? 0) * mean) ** 2, 0)
  return Math.sqrt((count / (count - 1)) * squares) / values
}

/**
 * Computes the same by the jackknife, which leaves out one cluster at a time. It is larger if one cluster is so large
 * that it draws the mean to itself.
 */
export function jackknifeError({ count, values, sums, sizes, mean }: Clusters): number {
  const squares = sums.reduce((total, sum, index) => {
    const size = sizes[index] as number
    return total + ((sum - size * mean) / (values - size)) ** 2
  }, 0)
  return Math.sqrt((squares * (count - 1)) / count)
}

/** Returns whether all means are equal, up to rounding: sums of thirds differ in their last digits. */
export function allAlike({ sums, sizes, mean }: Clusters): boolean {
  return sums.every(
    (sum, index) => Math.abs(sum - (sizes[index] ?? 0) * mean) <= 1e-9 * Math.max(1, Math.abs(sum)),
  )
}

/** The number of blocks beyond which resampling only takes longer. */
export const mostBlocks = 500

/**
 * Reduces clusters to at most 500 random blocks. The mean stays the same, and so do its error and skewness on average,
 * but resampling a million answers takes no longer than resampling 500. Blocks are as independent of each other as
 * clusters are.
 */
export function inBlocks(clusters: Clusters, seed: number): Clusters {
  const { count } = clusters
  if (count <= mostBlocks) return clusters
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  const bits = randomBits(seed)
  for (let last = count - 1; last > 0; last--) {
    const other = randomIndex(bits, last + 1)
    const held = order[last] as number
    order[last] = order[other] as number
    order[other] = held
  }
  const sums = new Float64Array(mostBlocks)
  const sizes = new Float64Array(mostBlocks)
  for (const [place, cluster] of order.entries()) {
    const block = place % mostBlocks
    sums[block] = (sums[block] as number) + (clusters.sums[cluster] as number)
    sizes[block] = (sizes[block] as number) + (clusters.sizes[cluster] as number)
  }
  return { ...clusters, names: undefined, count: mostBlocks, sums, sizes }
}
