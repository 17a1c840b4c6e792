import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { toClusters } from '../../src/statistics/clusters.ts'
import { studentQuantile } from '../../src/statistics/distributions.ts'
import { estimateMeans } from '../../src/statistics/estimate-means.ts'
import type { Interval } from '../../src/statistics/resampling.ts'

const range = { low: 0, high: 1 }

function intervalOf(values: readonly number[], clusterOf = (place: number) => `${place}`): Interval {
  const sample = toClusters(values.map((value, place) => ({ value, cluster: clusterOf(place) })))
  const [found] = estimateMeans([sample], [range], { seed: 1, level: 0.95, resamples: 1000 })
  if (!found?.interval) throw new Error('no interval')
  return found.interval
}

/** As in the textbook. */
function slowStudent(values: readonly number[]): Omit<Interval, 'level'> {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const half =
    studentQuantile(0.975, values.length - 1) * Math.sqrt(squares / (values.length - 1) / values.length)
  return { low: mean - half, high: mean + half }
}

const yesOf = (yes: number, count: number) =>
  Array.from({ length: count }, (_, place) => (place < yes ? 1 : 0))

describe('the interval of a mean', () => {
  test('is not much wider than the exact one of 27 yes among 30, and holds that of Student', () => {
    const { low, high } = intervalOf(yesOf(27, 30))
    const student = slowStudent(yesOf(27, 30))
    // Clopper and Pearson's: 0.735 to 0.979.
    expect(low).toBeGreaterThan(0.68)
    expect(low).toBeLessThanOrEqual(student.low)
    expect(high).toBeGreaterThanOrEqual(Math.min(1, student.high))
  })

  test('takes the studentised bootstrap, too, of few items and of groups', () => {
    expect(intervalOf(yesOf(26, 29)).low).toBeLessThan(0.6)
    expect(intervalOf(yesOf(60, 64), (place) => `${Math.floor(place / 2)}`).low).toBeLessThan(
      intervalOf(yesOf(60, 64)).low - 0.05,
    )
  })

  test.each([30, 100])('holds the share of yes in 19 of 20 samples of %i that are not all yes', (count) => {
    const random = seededRandom(26)
    let [held, samples] = [0, 0]
    while (samples < 300) {
      const values = Array.from({ length: count }, () => (random() < 0.9 ? 1 : 0))
      if (values.every((value) => value === 1)) continue
      const { low, high } = intervalOf(values)
      if (low <= 0.9 && 0.9 <= high) held += 1
      samples += 1
    }
    expect(held / samples).toBeGreaterThanOrEqual(0.94)
  })
})
