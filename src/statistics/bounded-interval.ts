import type { Clusters } from './clusters.ts'
import { betaQuantile, studentQuantile } from './distributions.ts'
import type { Interval, Range } from './resampling.ts'

/**
 * Computes an interval for the mean of bounded values. If all are at the ends of the range, as for yes and no, it is
 * the exact one (Clopper and Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial,
 * 1934). Otherwise it is Student's over the values and two imaginary ones, the lowest and the highest possible: so it
 * reaches rare values that the sample may lack, by about 3 ∕ n of the distance to them, as the "rule of three" does.
 *
 * A group counts by its size, so a few large ones leave less to go by than their number says: the degrees of freedom
 * are those of so many equal groups with the same sum of squared sizes (Kish, Survey Sampling, 1965), and the imaginary
 * ones have the size of the group of an average value. What it holds is in `research/how-well-they-hold.md`.
 *
 * @param range The range of all values.
 * @param times How many times as many such values there would be, to forecast their interval; default 1.
 */
export function boundedInterval(sample: Clusters, range: Range, level: number, times = 1): Interval {
  const exact = exactInterval(sample, range, level, times)
  if (exact !== undefined) return exact
  const { low, high } = range
  const { sums, sizes } = sample
  const squaredSizes = sizes.reduce((sum, of) => sum + of ** 2, 0)
  const size = squaredSizes / sample.values
  const values = times * sample.values + 2 * size
  const mean = (times * sums.reduce((sum, of) => sum + of, 0) + (low + high) * size) / values
  const count = times * sample.count + 2
  // The jackknife's error, as in `jackknifeError`.
  const squared = (sum: number, of: number) => ((sum - of * mean) / (values - of)) ** 2
  const seen = sums.reduce((total, sum, index) => total + squared(sum, sizes[index] as number), 0)
  const squares = times * seen + squared(low * size, size) + squared(high * size, size)
  const equalGroups = values ** 2 / (times * squaredSizes + 2 * size ** 2)
  const half = studentQuantile((1 + level) / 2, equalGroups - 1) * Math.sqrt((squares * (count - 1)) / count)
  return { low: Math.max(low, mean - half), high: Math.min(high, mean + half), level }
}

/** Returns nothing unless all groups have the same size and a mean at one end of the range. */
function exactInterval(
  { sums, sizes, count }: Clusters,
  { low, high }: Range,
  level: number,
  times: number,
): Interval | undefined {
  const isEven = sizes.every((size) => size === sizes[0])
  const shares = Array.from(sums, (sum, index) => (sum / (sizes[index] as number) - low) / (high - low))
  if (!isEven || shares.some((share) => Math.min(Math.abs(share), Math.abs(1 - share)) > 1e-9))
    return undefined
  const top = times * shares.filter((share) => share > 0.5).length
  const bottom = times * count - top
  const tail = (1 - level) / 2
  const from = top === 0 ? 0 : betaQuantile(tail, top, bottom + 1)
  const to = bottom === 0 ? 1 : betaQuantile(1 - tail, top + 1, bottom)
  return { low: low + (high - low) * from, high: low + (high - low) * to, level }
}
