import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addStart, changePoint, noStarts } from '../../../../src/features/monitor/detectors/change-point.ts'
import { betFromAnyStart, shares } from '../../../../src/features/monitor/detectors/gamblers.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

/** Starts of values of which 0.5 is the limit. */
function startsOf(values: readonly number[]) {
  const starts = noStarts()
  for (const [index, value] of values.entries())
    addStart(starts, value, 1, { index: index + 1, time: 10 * index }, 1 - 2 * value)
  return starts
}

/** What those of each start hold. */
function held(values: readonly number[]): number[] {
  return values.map((_, start) =>
    shares.reduce(
      (sum, share) =>
        sum + values.slice(start).reduce((product, value) => product * (1 + share * (1 - 2 * value)), 1),
      0,
    ),
  )
}

const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 64 })

describe('a change point', () => {
  test('is where betting has won most, in an interval that has 90 % of everything', () => {
    fc.assert(
      fc.property(values, (of) => {
        const found = changePoint(startsOf(of), 0.9)
        const all = held(of)
        const total = all.reduce((sum, one) => sum + one, 0)
        const share = (from: number, to: number) =>
          all.slice(from, to).reduce((sum, one) => sum + one, 0) / total
        expect(all[found.estimate.index - 1]).toBeCloseTo(Math.max(...all), 6)
        expect(found.estimate.time).toBe(10 * (found.estimate.index - 1))
        expect(share(found.low.index - 1, found.high.index)).toBeGreaterThan(0.9 - 1e-9)
        expect(share(0, found.low.index - 1)).toBeLessThan(0.05 + 1e-9)
        expect(share(found.high.index, all.length)).toBeLessThan(0.05 + 1e-9)
        const means = all.map((_, start) => {
          const since = of.slice(start)
          return since.reduce((sum, one) => sum + one, 0) / since.length
        })
        const mean = means.reduce((sum, one, start) => sum + (one * (all[start] as number)) / total, 0)
        expect(found.mean).toBeCloseTo(mean, 9)
      }),
    )
  })

  test('is found among thousands of observations, to about a tenth of their age', () => {
    const random = seededRandom(1)
    const of = Array.from({ length: 4200 }, (_, index) => (random() < (index < 4000 ? 0.6 : 0.3) ? 1 : 0))
    const starts = startsOf(of)
    const { estimate, low, high } = changePoint(starts, 0.95)
    expect(starts.list.length).toBeLessThanOrEqual(64)
    expect(low.index).toBeLessThanOrEqual(4001)
    expect(high.index).toBeGreaterThanOrEqual(4001)
    expect(high.index - low.index).toBeLessThan(80)
    expect(Math.abs(estimate.index - 4001)).toBeLessThan(40)
  })

  test('loses nothing where starts are joined: together they hold what the detector has', () => {
    for (const mean of [0.3, 0.5, 0.7]) {
      const random = seededRandom(3)
      const of = Array.from({ length: 3000 }, () => (random() < mean ? 1 : 0))
      const starts = startsOf(of)
      const wealth = shares.map(() => 0)
      const stakes = Float64Array.from(shares, (share) => 2 * share)
      const gamblers = { limits: Float64Array.of(0.5), stakes, weights: stakes }
      for (const value of of) betFromAnyStart(wealth, gamblers, value, 1)
      for (const gambler of shares.keys()) {
        const sum = starts.list.reduce((total, start) => total + (start.wealth[gambler] as number), 0)
        const expected = wealth[gambler] as number
        const together = sum * (starts.growth[gambler] as number)
        // Those who lost it all hold too little for a number.
        if (expected < 1e290) expect(together / expected).toBeCloseTo(1, 6)
      }
      const sums = starts.list.reduce((total, { sum }) => total + sum, 0)
      expect(sums).toBe(of.reduce<number>((total, value) => total + value, 0))
      for (const [index, { first }] of starts.list.entries())
        expect(first.index).toBe((starts.list[index - 1]?.last.index ?? 0) + 1)
    }
  })
})
