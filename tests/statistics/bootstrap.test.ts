import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bcaInterval, sortedQuantile } from '../../src/statistics/bca-interval.ts'
import { eachResample } from '../../src/statistics/bootstrap.ts'
import { standardError, toClusters } from '../../src/statistics/clusters.ts'
import { normalQuantile, studentQuantile } from '../../src/statistics/distributions.ts'
import { computeMean } from '../../src/statistics/mean.ts'

test('the clustered error of single values is their deviation over the root of their number', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 2 }), (numbers) => {
      const centre = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
      const squares = numbers.reduce((sum, number) => sum + (number - centre) ** 2, 0)
      const clusters = toClusters(numbers.map((value, index) => ({ value, cluster: `${index}` })))
      expect(standardError(clusters)).toBeCloseTo(
        Math.sqrt(squares / (numbers.length - 1) / numbers.length),
        10,
      )
    }),
  )
})

/** Means of values drawn again and again, sorted, and without each value in turn. */
function resampled(values: readonly number[], resamples: number) {
  const means: number[] = []
  eachResample(values.length, { seed: 1, resamples }, (drawn) => {
    means.push(computeMean(Array.from(drawn, (place) => values[place] as number)))
  })
  const jackknife = Float64Array.from(values, (_, left) => computeMean(values.filter((_, at) => at !== left)))
  return [Float64Array.from(means).sort(), jackknife] as const
}

/** Means of the first lie on a grid of 0.005. SciPy, stats.bootstrap(method='BCa', n_resamples=200000): the interval without widening for few clusters. */
test.each([
  [[0.2, 0.9, 1, 0.5, 0.75, 1, 1, 0.3, 0.6, 0.8], 0.505, 0.855],
  [[0.6, 0.4, 0.7, 0.8, 0.2, 0.1, 0.9, 0.5, 1, 0.3, 0.95, 0.45].map((value) => value ** 3), 0.1647, 0.5603],
])('is the BCa interval that SciPy gives', (numbers, low, high) => {
  const interval = bcaInterval(computeMean(numbers), ...resampled(numbers, 100_000), 1e9, 0.95)
  expect(Math.abs(interval.low - low)).toBeLessThan(0.0055)
  expect(Math.abs(interval.high - high)).toBeLessThan(0.0055)
})

test('few clusters make the interval wider than many of the same spread do', () => {
  const numbers = [0.1, 0.4, 0.5, 0.8, 0.9, 0.3]
  const drawn = resampled(numbers, 10_000)
  const plain = bcaInterval(computeMean(numbers), ...drawn, 1e9, 0.95)
  const widened = bcaInterval(computeMean(numbers), ...drawn, 6, 0.95)
  expect(widened.low).toBeLessThan(plain.low)
  expect(widened.high).toBeGreaterThan(plain.high)
})

test('a quantile lies between its order statistics', () => {
  expect(sortedQuantile(Float64Array.of(1, 2, 3), 0.5)).toBe(2)
  expect(sortedQuantile(Float64Array.of(1, 2, 3), 0.375)).toBe(1.5)
  expect(sortedQuantile(Float64Array.of(1, 2, 3), 0)).toBe(1)
  expect(sortedQuantile(Float64Array.of(1, 2, 3), 1)).toBe(3)
})

test('quantiles are those of the tables', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 6)
  expect(studentQuantile(0.975, 9)).toBeCloseTo(2.262157, 6)
  expect(studentQuantile(0.8, 7)).toBeCloseTo(3.2606538959 - 2.3646242516, 6)
})
