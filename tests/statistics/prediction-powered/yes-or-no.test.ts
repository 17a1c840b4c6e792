import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import { normalQuantile } from '../../../src/statistics/distributions.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { measureLean, scoreDistances } from '../../../src/statistics/prediction-powered/yes-or-no.ts'
import { coverageOfAllDraws, found, judged, runOf } from './people.ts'

const normal = normalQuantile(0.975)
const leanOf = (share: number) => (1 - 2 * share) / (share * (1 - share))

describe('the interval of a share', () => {
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is that of Newcombe, Two-sided confidence intervals (1998)', (hits, of, low, high) => {
    const share = hits / of
    const variance = (share * (1 - share)) / of
    const { down, up } = scoreDistances({ share, lean: leanOf(share), width: 1 }, variance, normal)
    expect(share - down).toBeCloseTo(low, 4)
    expect(share + up).toBeCloseTo(high, 4)
  })

  test('ends where the share found is as far off as the variance there allows, tried step by step', () => {
    const random = seededRandom(1)
    for (let round = 0; round < 200; round++) {
      const share = 0.01 + 0.98 * random()
      const lean = leanOf(share) * random()
      const variance = 0.02 * random()
      const isHeld = (x: number) =>
        x ** 2 <= 4 * variance * (1 + lean * x - x ** 2 / (share * (1 - share))) + 1e-15
      const furthest = (sign: number) => {
        let [inside, outside] = [0, 1]
        for (let step = 0; step < 60; step++) {
          const middle = (inside + outside) / 2
          if (isHeld(sign * middle)) inside = middle
          else outside = middle
        }
        return inside
      }
      const { down, up } = scoreDistances({ share, lean, width: 1 }, variance, 2)
      expect(down).toBeCloseTo(furthest(-1), 7)
      expect(up).toBeCloseTo(furthest(1), 7)
    }
  })

  test('grows with the scale of the labels', () => {
    const of = (width: number) => scoreDistances({ share: 0.2, lean: 3, width }, 0.01 * width ** 2, 2)
    expect(of(4).down).toBeCloseTo(4 * of(1).down, 12)
    expect(of(4).up).toBeCloseTo(4 * of(1).up, 12)
  })
})

describe('the lean', () => {
  const labels = Float64Array.of(0, 1, 1, 1)
  const sizes = new Float64Array(4).fill(1)
  const range = { low: 0, high: 1 }
  const leanWith = (mean: number, ...fitted: number[]) =>
    measureLean(mean, labels, Float64Array.from(fitted), sizes, range)?.lean

  test('is that of the share where the judge says nothing', () => {
    expect(leanWith(0.75, 0.75, 0.75, 0.75, 0.75)).toBeCloseTo(leanOf(0.75), 12)
  })

  test('is what the judge leaves of it where that is less', () => {
    const fitted = [0.1, 0.95, 0.97, 0.98]
    const sum = (of: (share: number) => number) =>
      fitted.reduce((total, share) => total + of(share) * share * (1 - share), 0)
    const withJudge = (4 * sum((share) => 1 - 2 * share)) / sum(() => 1) ** 2
    expect(leanWith(0.75, ...fitted)).toBeCloseTo(Math.max(leanOf(0.75), withJudge), 12)
    const even = [0.4, 0.85, 0.85, 0.9]
    expect(leanWith(0.75, ...even)).toBeGreaterThan(leanOf(0.75) * 1.001)
  })

  test('is none where the two disagree, and where the judge leaves nothing open', () => {
    expect(leanWith(0.75, 0.3, 1, 1, 1)).toBe(0)
    expect(leanWith(0.75, 0, 1, 1, 1.2)).toBe(0)
  })

  test('is not known of labels between yes and no, without a range, and of a mean beyond it', () => {
    const fitted = new Float64Array(4).fill(0.75)
    expect(measureLean(0.7, Float64Array.of(0, 0.5, 1), fitted, sizes, range)).toBeUndefined()
    expect(measureLean(0.7, labels, fitted, sizes, undefined)).toBeUndefined()
    expect(measureLean(1.1, labels, fitted, sizes, range)).toBeUndefined()
  })
})

test.each([
  [30, 200],
  [50, 200],
])('%i labels of %i hold the share in 94.9 to 97 % of all draws that there are', (count, size) => {
  for (const share of [0.5, 0.7, 0.8, 0.9, 0.95]) {
    expect(coverageOfAllDraws(count, size, share)).toBeGreaterThanOrEqual(0.949)
    expect(coverageOfAllDraws(count, size, share)).toBeLessThanOrEqual(0.97)
  }
})

test('a judge does not make the side towards which its errors lean shorter than that of Johnson', () => {
  const random = seededRandom(3)
  const labels = Array.from({ length: 400 }, () => (random() < 0.9 ? 1 : 0))
  const run = runOf(judged(labels, 3.29, random), labels, Array(80).keys())
  const { value, interval } = found(predictionPoweredMean(run).people)
  // The same labels, of which one is not quite a yes, so that they are no longer yes or no.
  const [first, ...rest] = run.labels.toReversed()
  const nearly = { ...run, labels: [...rest, { item: first?.item ?? '', value: 1 - 1e-9 }] }
  const johnson = found(predictionPoweredMean(nearly).people)
  expect(first?.value).toBe(1)
  expect(value - interval.low).toBeGreaterThanOrEqual(johnson.value - johnson.interval.low - 1e-6)
  expect(interval.high - value).toBeLessThan(johnson.interval.high - johnson.value)
})
