import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chanceThatAllPass,
  chanceThatAnyPasses,
  passRates,
  type RepeatedItem,
} from '../../src/statistics/pass-at-k.ts'

const resampling = { seed: 1, level: 0.95, resamples: 1000 }

/** Each choice of k repeats, one after another; the first `passed` of them are those that passed. */
function slowShares(repeats: number, passed: number, k: number): { any: number; all: number } {
  let [choices, any, all] = [0, 0, 0]
  for (let chosen = 0; chosen < 2 ** repeats; chosen++) {
    const places = Array.from({ length: repeats }, (_, place) => place).filter(
      (place) => (chosen >> place) & 1,
    )
    if (places.length !== k) continue
    choices += 1
    if (places.some((place) => place < passed)) any += 1
    if (places.every((place) => place < passed)) all += 1
  }
  return { any: any / choices, all: all / choices }
}

describe('the chance of an item', () => {
  test('is that of a worked example', () => {
    // 3 of 5 passed: of the 10 pairs, 1 has no pass and 3 have two.
    expect(chanceThatAnyPasses({ repeats: 5, passed: 3 }, 2)).toBeCloseTo(0.9, 12)
    expect(chanceThatAllPass({ repeats: 5, passed: 3 }, 2)).toBeCloseTo(0.3, 12)
  })

  test('is the share of all choices of k repeats', () => {
    for (let repeats = 1; repeats <= 9; repeats++)
      for (let passed = 0; passed <= repeats; passed++)
        for (let k = 1; k <= repeats; k++) {
          const { any, all } = slowShares(repeats, passed, k)
          expect(chanceThatAnyPasses({ repeats, passed }, k)).toBeCloseTo(any, 12)
          expect(chanceThatAllPass({ repeats, passed }, k)).toBeCloseTo(all, 12)
        }
  })

  test('is a probability, also where binomial coefficients overflow', () => {
    expect(chanceThatAnyPasses({ repeats: 10_000, passed: 1 }, 5000)).toBeCloseTo(0.5, 10)
    expect(chanceThatAllPass({ repeats: 10_000, passed: 9999 }, 5000)).toBeCloseTo(0.5, 10)
  })

  test('of passes is that of failures turned round', () => {
    const cases = fc
      .integer({ min: 1, max: 300 })
      .chain((repeats) =>
        fc.tuple(
          fc.constant(repeats),
          fc.integer({ min: 0, max: repeats }),
          fc.integer({ min: 1, max: repeats }),
        ),
      )
    fc.assert(
      fc.property(cases, ([repeats, passed, k]) => {
        const any = chanceThatAnyPasses({ repeats, passed }, k)
        expect(any).toBeCloseTo(1 - chanceThatAllPass({ repeats, passed: repeats - passed }, k), 10)
        expect(any).toBeGreaterThanOrEqual(0)
        expect(any).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('pass rates', () => {
  test('are means over items, and count those with too few repeats', () => {
    const rates = passRates(
      [
        { repeats: 5, passed: 3 },
        { repeats: 2, passed: 2 },
        { repeats: 4, passed: 0 },
        { repeats: 1, passed: 1 },
      ],
      2,
      resampling,
    )
    expect(rates).toMatchObject({ k: 2, items: 3, leftOut: 1 })
    expect(rates.passAtK).toHaveProperty('value', expect.closeTo((0.9 + 1 + 0) / 3, 12))
    expect(rates.passHatK).toHaveProperty('value', expect.closeTo((0.3 + 1 + 0) / 3, 12))
  })

  test('at k = 1 are both the mean pass rate', () => {
    const { passAtK, passHatK } = passRates(
      Array.from({ length: 20 }, (_, index) => ({ repeats: 4, passed: index % 5 })),
      1,
      resampling,
    )
    expect(passAtK).toHaveProperty('value', expect.closeTo(0.5, 12))
    expect(passHatK).toHaveProperty('value', expect.closeTo(0.5, 12))
  })

  test('have intervals over clusters, from 0 to 1', () => {
    const grouped = Array.from({ length: 40 }, (_, index) => ({
      repeats: 4,
      passed: (index >> 2) % 2 ? 4 : 2,
      group: `${index >> 2}`,
    }))
    const intervalOf = (items: readonly RepeatedItem[]) => {
      const { passHatK } = passRates(items, 2, resampling)
      if (!('interval' in passHatK) || !passHatK.interval) throw new Error('no interval')
      return passHatK.interval
    }
    const ofGroups = intervalOf(grouped)
    const ofItems = intervalOf(grouped.map(({ repeats, passed }) => ({ repeats, passed })))
    expect(ofGroups.high - ofGroups.low).toBeGreaterThan(1.3 * (ofItems.high - ofItems.low))
    expect(ofGroups.high).toBeLessThanOrEqual(1)
  })

  test('of no item with k repeats are undefined', () => {
    expect(passRates([{ repeats: 2, passed: 1 }], 3, resampling)).toMatchObject({
      passAtK: { undefinedBecause: expect.any(String) },
      items: 0,
      leftOut: 1,
    })
  })

  test.each([
    [{ repeats: 3, passed: 4 }, 1],
    [{ repeats: 0, passed: 0 }, 1],
    [{ repeats: 3, passed: 1.5 }, 1],
    [{ repeats: 3, passed: 1 }, 0],
    [{ repeats: 3, passed: 1 }, 1.5],
  ])('refuse %o with k = %d', (item, k) => {
    expect(() => passRates([item], k, resampling)).toThrow(RangeError)
  })
})
