import { randomBits, randomIndex } from '../shared/random.ts'

/** Values that may hang together, by the cluster that each belongs to. */
export interface ClusteredValue {
  readonly value: number
  /** Values of one cluster are not independent of each other. */
  readonly cluster: string
}

/** What means over clusters need of them: one number a cluster. */
export interface Clusters {
  readonly count: number
  readonly values: number
  /** The names of the clusters; absent if they are no longer those of the values. */
  readonly names?: readonly string[]
  /** Sum of the values of each cluster. */
  readonly sums: Float64Array
  /** How many values each cluster has. */
  readonly sizes: Float64Array
  /** Over the values, so that a cluster counts by its size. */
  readonly mean: number
}

/** At least one value. */
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
  const mean = sums.reduce((sum, of) => sum + of, 0) / values.length
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
 * The standard error of the mean, clusters being independent and their values not: the linearised variance of
 * a ratio, √(G ∕ (G − 1) · Σ (sum − size · mean)²) ∕ N for G clusters of N values (Cochran, Sampling
 * Techniques, 1977, chapter 9). With one value a cluster it is deviation ∕ √N. At least two clusters.
 */
export function standardError({ count, values, sums, sizes, mean }: Clusters): number {
  const squares = sums.reduce((total, sum, index) => total + (sum - (sizes[index] ?? 0) * mean) ** 2, 0)
  return Math.sqrt((count / (count - 1)) * squares) / values
}

/** Up to rounding: sums of thirds differ in their last digits. */
export function allAlike({ sums, sizes, mean }: Clusters): boolean {
  return sums.every(
    (sum, index) => Math.abs(sum - (sizes[index] ?? 0) * mean) <= 1e-9 * Math.max(1, Math.abs(sum)),
  )
}

/** Resampling more of them takes longer and says the same. */
export const mostBlocks = 500

/**
 * Clusters as at most 500 blocks of them, dealt at random: the mean stays as it is, its error and skewness
 * do on average, and resampling takes the same time for a million answers as for 500. Blocks are as
 * independent of each other as clusters are.
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
