import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomBits, randomIndex } from '../../src/shared/random.ts'
import { bootstrapMeans } from '../../src/statistics/bootstrap.ts'
import {
  type ClusteredValue,
  jackknifeMeans,
  standardError,
  toClusters,
} from '../../src/statistics/clusters.ts'
import { normalQuantile, studentQuantile } from '../../src/statistics/distributions.ts'
import { bcaInterval, sortedQuantile } from '../../src/statistics/intervals.ts'
import { runs } from '../support/random-runs.ts'

const values = fc.array(
  fc.record({
    value: fc.oneof(fc.constantFrom(0, 0.25, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    cluster: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  }),
  { minLength: 1, maxLength: 30 },
)

/** Draws lists of values and averages them. */
function slowMeans(sample: readonly ClusteredValue[], seed: number, resamples: number): number[] {
  const clusters = [...Map.groupBy(sample, ({ cluster }) => cluster).values()]
  const bits = randomBits(seed)
  return Array.from({ length: resamples }, () =>
    mean(clusters.flatMap(() => clusters[randomIndex(bits, clusters.length)] ?? [])),
  ).sort((a, b) => a - b)
}

function mean(sample: readonly ClusteredValue[]): number {
  return sample.reduce((sum, { value }) => sum + value, 0) / sample.length
}

test('resampled means are those of drawing the values themselves, however samples share their draws', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 4 }), fc.integer(), (samples, seed) => {
      const fast = bootstrapMeans(samples.map(toClusters), { seed, resamples: 40 })
      for (const [index, sample] of samples.entries()) {
        const slow = slowMeans(sample, seed, 40)
        for (const [at, value] of slow.entries()) expect(fast[index]?.[at]).toBeCloseTo(value, 10)
      }
    }),
    { numRuns: runs(50) },
  )
})

test('jackknife means are those of leaving the values of a cluster out', () => {
  fc.assert(
    fc.property(values, (sample) => {
      const names = [...new Set(sample.map(({ cluster }) => cluster))]
      fc.pre(names.length > 1)
      const fast = jackknifeMeans(toClusters(sample))
      for (const [index, name] of names.entries())
        expect(fast[index]).toBeCloseTo(mean(sample.filter(({ cluster }) => cluster !== name)), 10)
    }),
  )
})

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

/** Means of the first lie on a grid of 0.005. SciPy, stats.bootstrap(method='BCa', n_resamples=200000): the interval without widening for few clusters. */
test.each([
  [[0.2, 0.9, 1, 0.5, 0.75, 1, 1, 0.3, 0.6, 0.8], 0.505, 0.855],
  [[0.6, 0.4, 0.7, 0.8, 0.2, 0.1, 0.9, 0.5, 1, 0.3, 0.95, 0.45].map((value) => value ** 3), 0.1647, 0.5603],
])('is the BCa interval that SciPy gives', (numbers, low, high) => {
  const clusters = toClusters(numbers.map((value, index) => ({ value, cluster: `${index}` })))
  const [replicates] = bootstrapMeans([clusters], { seed: 1, resamples: 100_000 })
  const interval = bcaInterval(
    clusters.mean,
    replicates ?? new Float64Array(),
    jackknifeMeans(clusters),
    1e9,
    0.95,
  )
  expect(Math.abs(interval.low - low)).toBeLessThan(0.0055)
  expect(Math.abs(interval.high - high)).toBeLessThan(0.0055)
})

test('few clusters make the interval wider than many of the same spread do', () => {
  const clusters = toClusters(
    [0.1, 0.4, 0.5, 0.8, 0.9, 0.3].map((value, index) => ({ value, cluster: `${index}` })),
  )
  const [replicates = new Float64Array()] = bootstrapMeans([clusters], { seed: 1, resamples: 10_000 })
  const jackknife = jackknifeMeans(clusters)
  const plain = bcaInterval(clusters.mean, replicates, jackknife, 1e9, 0.95)
  const widened = bcaInterval(clusters.mean, replicates, jackknife, 6, 0.95)
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
