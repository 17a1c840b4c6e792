import { seededRandom } from '../shared/random.ts'
import { studentQuantile } from './distributions.ts'
import type { Resampling } from './resampling.ts'

/**
 * Tests whether two samples have the same mean: the permutation test of Welch's t, including the observed order.
 * Because it is studentised, it keeps its level in the limit even if the samples vary differently (Janssen, Studentized
 * permutation tests for non-i.i.d. hypotheses, 1997; Chung and Romano, Exact and asymptotically robust permutation
 * tests, 2013).
 *
 * @param one At least two values.
 * @param other At least two values.
 * @returns The mean of the first minus that of the other, with Welch's interval, which is absent if neither sample
 * varies, and the two-sided p-value for equal means.
 */
export function twoSampleTest(
  one: readonly number[],
  other: readonly number[],
  { seed, level, resamples }: Resampling,
) {
  if (one.length < 2 || other.length < 2) throw new RangeError('a sample must have two values or more')
  const values = Float64Array.from([...one, ...other])
  const observed = welch(values, one.length)
  const random = seededRandom(seed)
  let asExtreme = 1
  for (let draw = 0; draw < resamples; draw++) {
    // The first places of a random order are a random first sample.
    for (let place = 0; place < one.length; place++) {
      const from = place + Math.floor(random() * (values.length - place))
      const value = values[place] as number
      values[place] = values[from] as number
      values[from] = value
    }
    if (Math.abs(welch(values, one.length).statistic) >= Math.abs(observed.statistic) - 1e-9) asExtreme += 1
  }
  const { difference, error, freedom } = observed
  const half = error > 0 ? studentQuantile((1 + level) / 2, freedom) * error : 0
  return {
    difference,
    ...(error > 0 ? { interval: { low: difference - half, high: difference + half, level } } : {}),
    pValue: asExtreme / (resamples + 1),
  }
}

function welch(values: Float64Array, count: number) {
  const one = moments(values, 0, count)
  const other = moments(values, count, values.length)
  const difference = one.mean - other.mean
  const error = Math.sqrt(one.variance + other.variance)
  const freedom =
    error === 0
      ? 1
      : (one.variance + other.variance) ** 2 /
        (one.variance ** 2 / (one.count - 1) + other.variance ** 2 / (other.count - 1))
  // Rounding must not give samples of equal values a statistic.
  const isNone = Math.abs(difference) < 1e-12
  return { difference, error, freedom, statistic: isNone ? 0 : difference / error }
}

/** Returns the mean, and the variance of the mean. */
function moments(values: Float64Array, from: number, to: number) {
  const count = to - from
  let sum = 0
  for (let place = from; place < to; place++) sum += values[place] as number
  const mean = sum / count
  let squares = 0
  for (let place = from; place < to; place++) squares += ((values[place] as number) - mean) ** 2
  return { count, mean, variance: squares / (count - 1) / count }
}
