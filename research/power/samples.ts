import { type Clusters, standardError, toClusters } from '../../src/statistics/clusters.ts'
import { studentQuantile } from '../../src/statistics/distributions.ts'

export const resamples = 1000

export const clustersOf = (values: readonly number[]): Clusters =>
  toClusters(values.map((value, place) => ({ value, cluster: `${place}` })))

/** Of values without groups. */
export function studentInterval(sample: Clusters, level: number): { low: number; high: number } {
  const half = studentQuantile((1 + level) / 2, sample.count - 1) * standardError(sample)
  return { low: sample.mean - half, high: sample.mean + half }
}
