import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { twoSampleTest } from '../../src/statistics/two-samples.ts'

const resampling = { seed: 1, level: 0.95, resamples: 2000 }

describe('the test of two samples', () => {
  it('has the difference and Welch’s interval of a worked example', () => {
    // Means 3 and 6, variances of means 0.5 and 1; freedom 1.5² ∕ (0.5² ∕ 4 + 1² ∕ 3) = 5.684; t(0.975) = 2.4804.
    const { difference, interval } = twoSampleTest([1, 2, 3, 4, 5], [4, 5, 7, 8], resampling)
    expect(difference).toBeCloseTo(-3, 12)
    const error = Math.sqrt(0.5 + 10 / 3 / 4)
    expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(2 * 2.36 * error)
    expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeLessThan(2 * 2.58 * error)
  })

  it('has the p-value of all orders where they can be counted', () => {
    // Of the 20 ways to take 3 of 6, the two that part them wholly are as extreme.
    const { pValue } = twoSampleTest([1, 2, 3], [11, 12, 13], { ...resampling, resamples: 20_000 })
    expect(pValue).toBeCloseTo(0.1, 2)
  })

  it('is significant in about one in twenty of equal means, also where samples vary differently', () => {
    const random = seededRandom(5)
    const draw = (count: number, spread: number) =>
      Array.from({ length: count }, () => (random() + random() + random() - 1.5) * spread)
    let found = 0
    const times = 400
    for (let time = 0; time < times; time++)
      if (
        twoSampleTest(draw(10, 4), draw(60, 1), { ...resampling, resamples: 1000, seed: time }).pValue <= 0.05
      )
        found += 1
    // Three standard errors of 5 % of 400 are 13.
    expect(found).toBeLessThanOrEqual(33)
    expect(found).toBeGreaterThanOrEqual(7)
  })

  it('is never significant where nothing varies, and refuses what it cannot compare', () => {
    expect(twoSampleTest([1, 1, 1], [1, 1], resampling)).toEqual({ difference: 0, pValue: 1 })
    expect(() => twoSampleTest([1], [1, 2], resampling)).toThrow(/two values/)
  })
})
