import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toClusters } from '../../src/statistics/clusters.ts'
import { holm, signFlipTest } from '../../src/statistics/significance.ts'
import { runs } from '../support/random-runs.ts'

const options = { seed: 1, level: 0.95, resamples: 10_000 }

function single(numbers: readonly number[]) {
  return toClusters(numbers.map((value, index) => ({ value, cluster: `${index}` })))
}

/** Every pattern of signs, one after another; the share further from 0 than what was observed, and half of the ties. */
function slowPValue(numbers: readonly number[]): number {
  const total = Math.abs(numbers.reduce((sum, number) => sum + number, 0))
  let extreme = 0
  for (let pattern = 0; pattern < 2 ** numbers.length; pattern++) {
    const sum = numbers.reduce((of, number, index) => of + ((pattern >> index) & 1 ? -number : number), 0)
    if (Math.abs(sum) > total + 1e-9) extreme += 1
    else if (Math.abs(sum) >= total - 1e-9) extreme += total > 1e-9 ? 0.5 : 1
  }
  return extreme / 2 ** numbers.length
}

/** Of each pattern's flipped signs. */
function flippedOf(numbers: readonly number[]): number[][] {
  return Array.from({ length: 2 ** numbers.length }, (_, pattern) =>
    numbers.filter((__, index) => (pattern >> index) & 1),
  )
}

function subsetMeans(numbers: readonly number[]): number[] {
  const means = flippedOf(numbers).flatMap((of) =>
    of.length === 0 ? [] : of.reduce((sum, number) => sum + number, 0) / of.length,
  )
  return [...new Set(means)]
}

/** One-sided, of a mean that is no larger: patterns with a sum as large as the one observed count half, itself whole. */
function slowMidP(numbers: readonly number[], mean: number): number {
  const counts = flippedOf(numbers).map((flipped): number => {
    const lost = flipped.reduce((sum, number) => sum + number - mean, 0)
    if (flipped.length === 0 || lost < -1e-9) return 1
    return lost > 1e-9 ? 0 : 0.5
  })
  return counts.reduce((sum, of) => sum + of, 0) / counts.length
}

const differences = fc.array(
  // No two sums closer than rounding and yet different: the test takes those for ties.
  fc.oneof(
    fc.constantFrom(-1, -0.5, -1 / 3, 0, 1 / 3, 0.5),
    fc.integer({ min: -1000, max: 1000 }).map((number) => number / 997),
  ),
  { minLength: 1, maxLength: 11 },
)

describe('the sign-flip test', () => {
  test("gives Fisher's p-value for Darwin's maize", () => {
    // Fisher, The Design of Experiments, section 21: 1,726 of 32,768 patterns; 56 of them are as extreme and count half.
    const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    expect(signFlipTest(single(maize), { ...options, resamples: 32_768 }).pValue).toBe(1698 / 32_768)
    expect(Math.abs(signFlipTest(single(maize), options).pValue - 1698 / 32_768)).toBeLessThan(0.008)
  })

  test('gives what SciPy gives, stats.permutation_test with samples permuted, less half of the ties', () => {
    expect(signFlipTest(single([0.1, -0.3, -0.2, -0.5, 0, -0.25, -0.1, 0.2]), options).pValue).toBe(
      0.1875 - 10 / 256,
    )
  })

  test('is the same as trying every pattern one by one', () => {
    fc.assert(
      fc.property(differences, (numbers) => {
        expect(signFlipTest(single(numbers), options).pValue).toBeCloseTo(slowPValue(numbers), 12)
      }),
      { numRuns: runs(60) },
    )
  })

  test('counts ties half, and holds the means that mid-p does not reject', () => {
    const few = fc.array(fc.constantFrom(-1, -0.5, 0, 0, 0.5, 1), { minLength: 6, maxLength: 9 })
    fc.assert(
      fc.property(few, (numbers) => {
        fc.pre(new Set(numbers).size > 1)
        const { low, high } = signFlipTest(single(numbers), options)
        for (const mean of subsetMeans(numbers)) {
          expect(mean < low - 1e-9).toBe(slowMidP(numbers, mean) <= 0.025)
          expect(mean > high + 1e-9).toBe(
            slowMidP(
              numbers.map((number) => -number),
              -mean,
            ) <= 0.025,
          )
        }
      }),
      { numRuns: runs(100) },
    )
  })

  test('has no interval for five clusters, of which even the extreme pattern is not rare enough', () => {
    expect(signFlipTest(single([1, 1, 1, 1, 1]), options)).toEqual({
      pValue: 1 / 32,
      low: -Infinity,
      high: Infinity,
    })
  })

  test('flips whole clusters', () => {
    const grouped = toClusters([0.5, 0.5, 0.5, 0.5].map((value) => ({ value, cluster: 'a' })))
    expect(signFlipTest(grouped, options).pValue).toBe(0.5)
  })

  test('never has a p-value of 0', () => {
    const many = single(Array.from({ length: 100 }, () => 1))
    expect(signFlipTest(many, options).pValue).toBe(0.5 / 10_001)
  })
})

test("Holm's correction is that of a worked example", () => {
  // 0.005 · 4, 0.01 · 3, 0.03 · 2, then 0.04 · 1 raised to the 0.06 before it.
  const adjusted = holm([0.01, 0.04, 0.03, 0.005])
  for (const [index, value] of [0.03, 0.06, 0.06, 0.02].entries())
    expect(adjusted[index]).toBeCloseTo(value, 12)
  expect(holm([0.9, 0.8])).toEqual([1, 1])
  expect(holm([])).toEqual([])
})
