import { expect, test } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { toClusters } from '../../src/statistics/clusters.ts'
import { jointLevel } from '../../src/statistics/joint-level.ts'

const resampling = { seed: 1, level: 0.95, resamples: 10_000 }
const random = seededRandom(45)
const normal = () => Array.from({ length: 12 }, random).reduce((sum, of) => sum + of, -6)
const tested = (values: readonly number[]) => ({
  sample: toClusters(values.map((value, place) => ({ value, cluster: `${place}` }))),
  against: 0,
})
const differences = Array.from({ length: 100 }, normal)

test('one mean, and the same one several times, need the level that they have', () => {
  const one = tested(differences)
  expect(jointLevel([one], resampling)).toBe(0.95)
  expect(jointLevel([one, one, one], resampling)).toBeCloseTo(0.95, 3)
})

test('means that have nothing to do with each other share the rest of the level, as Sidak found', () => {
  const five = Array.from({ length: 5 }, () => tested(Array.from({ length: 100 }, normal)))
  const level = jointLevel(five, resampling)
  expect(level).toBeGreaterThan(0.95 ** (1 / 5) - 0.002)
  expect(level).toBeLessThanOrEqual(1 - 0.05 / 5)
})

test('means that hang together need less, and more than one alone', () => {
  const five = Array.from({ length: 5 }, () => tested(differences.map((of) => 2 * of + normal())))
  const level = jointLevel(five, resampling)
  expect(level).toBeGreaterThan(0.955)
  expect(level).toBeLessThan(0.988)
})

test('a mean of too few changes to decide anything takes nothing from the others', () => {
  const rare = tested(differences.map((_, place) => (place < 2 ? 1 : 0)))
  expect(jointLevel([tested(differences), rare, rare], resampling)).toBeCloseTo(0.95, 3)
})
