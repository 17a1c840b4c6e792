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
  /** Sum of the values of each cluster. */
  readonly sums: Float64Array
  /** How many values each cluster has. */
  readonly sizes: Float64Array
  /** Over the values, so that a cluster counts by its size. */
  readonly mean: number
}

/** At least one value. */
export function toClusters(values: readonly ClusteredValue[]): Clusters {
  const groups = [...Map.groupBy(values, ({ cluster }) => cluster).values()]
  const sums = Float64Array.from(groups, (group) => group.reduce((sum, { value }) => sum + value, 0))
  const sizes = Float64Array.from(groups, (group) => group.length)
  const mean = sums.reduce((sum, of) => sum + of, 0) / values.length
  return { count: groups.length, values: values.length, sums, sizes, mean }
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

/** The mean without each cluster in turn. At least two clusters. */
export function jackknifeMeans({ values, sums, sizes, mean }: Clusters): Float64Array {
  return sums.map((sum, index) => (mean * values - sum) / (values - (sizes[index] ?? 0)))
}
