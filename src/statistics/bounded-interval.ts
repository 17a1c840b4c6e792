import { type Clusters, jackknifeError } from './clusters.ts'
import { betaQuantile, studentQuantile } from './distributions.ts'
import type { Interval } from './resampling.ts'

type Range = Pick<Interval, 'low' | 'high'>

/**
 * Computes an interval for the mean of bounded values. If all are at the ends of the range, as for yes and no, it is
 * the exact one (Clopper and Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial,
 * 1934). Otherwise it is Student's over the values and two imaginary ones, the lowest and the highest possible: so it
 * reaches rare values that the sample may lack, by about 3 ∕ n of the distance to them, as the "rule of three" does.
 *
 * A group counts by its size; the imaginary ones have the root mean square of the others' sizes. What it holds is in
 * `research/how-well-they-hold.md`.
 *
 * @param range The range of all values.
 */
export function boundedInterval(sample: Clusters, range: Range, level: number): Interval {
  const exact = exactInterval(sample, range, level)
  if (exact !== undefined) return exact
  const { low, high } = range
  const size = Math.sqrt(sample.sizes.reduce((sum, of) => sum + of ** 2, 0) / sample.count)
  const sums = Float64Array.from([...sample.sums, low * size, high * size])
  const values = sample.values + 2 * size
  const mean = sums.reduce((sum, of) => sum + of, 0) / values
  const count = sample.count + 2
  const sizes = Float64Array.from([...sample.sizes, size, size])
  const error = jackknifeError({ count, values, sums, sizes, mean })
  const half = studentQuantile((1 + level) / 2, count - 1) * error
  return { low: Math.max(low, mean - half), high: Math.min(high, mean + half), level }
}

/** Returns nothing unless all groups have the same size and a mean at one end of the range. */
function exactInterval(
  { sums, sizes, count }: Clusters,
  { low, high }: Range,
  level: number,
): Interval | undefined {
  const isEven = sizes.every((size) => size === sizes[0])
  const shares = Array.from(sums, (sum, index) => (sum / (sizes[index] as number) - low) / (high - low))
  if (!isEven || shares.some((share) => Math.min(Math.abs(share), Math.abs(1 - share)) > 1e-9))
    return undefined
  const top = shares.filter((share) => share > 0.5).length
  const tail = (1 - level) / 2
  const from = top === 0 ? 0 : betaQuantile(tail, top, count - top + 1)
  const to = top === count ? 1 : betaQuantile(1 - tail, top + 1, count - top)
  return { low: low + (high - low) * from, high: low + (high - low) * to, level }
}
