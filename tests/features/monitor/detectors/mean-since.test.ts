import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addStart, noStarts } from '../../../../src/features/monitor/detectors/change-point.ts'
import { shares } from '../../../../src/features/monitor/detectors/gamblers.ts'
import { meanSinceWithin } from '../../../../src/features/monitor/detectors/mean-since.ts'
import { type Alarm, createStreamWatch } from '../../../../src/features/monitor/detectors/stream-watch.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

interface Observed {
  readonly value: number
  readonly weight: number
}

/** Other means to bet on, spread as a beta distribution of ½ and ½ is. */
const others = Array.from(
  { length: 2000 },
  (_, place) => Math.sin(((place + 0.5) / 2000) * (Math.PI / 2)) ** 2,
)

/** What the bets on all of them made of 1, were this the mean; each value by itself. */
function slowEvidence(since: readonly Observed[], mean: number): number {
  const made = others.map((other) =>
    since.reduce((product, { value, weight }) => {
      const yes = weight * value + (1 - weight) * mean
      return product * (other / mean) ** yes * ((1 - other) / (1 - mean)) ** (1 - yes)
    }, 1),
  )
  return made.reduce((sum, of) => sum + of, 0) / made.length
}

/** By those who came in at each start, with 0.5 as the limit. */
function slowShares(all: readonly Observed[]): number[] {
  const held = all.map((_, start) =>
    shares.reduce(
      (sum, share) =>
        sum +
        all
          .slice(start)
          .reduce((made, { value, weight }) => made * (1 + share * weight * (1 - 2 * value)), 1),
      0,
    ),
  )
  const total = held.reduce((sum, of) => sum + of, 0)
  return held.map((of) => of / total)
}

const observed = fc.array(
  fc.record({
    value: fc.integer({ min: 0, max: 4 }).map((of) => of / 4),
    weight: fc.constantFrom(1, 1, 0.25),
  }),
  { minLength: 1, maxLength: 30 },
)

describe('the interval of a mean since a change', () => {
  test('holds the means that are not out, found anew from all observations', () => {
    fc.assert(
      fc.property(observed, fc.integer({ min: 1, max: 399 }), (all, step) => {
        const starts = noStarts()
        for (const [index, { value, weight }] of all.entries())
          addStart(starts, value, weight, { index: index + 1, time: 0 }, weight * (1 - 2 * value))
        const { low, high } = meanSinceWithin(starts, { low: 0, high: 1 }, 0.95)
        const mean = step / 400
        const p = slowShares(all).reduce(
          (sum, share, start) => sum + share * Math.min(1, 1 / slowEvidence(all.slice(start), mean)),
          0,
        )
        fc.pre(Math.abs(p - 0.05) > 1e-4)
        expect(mean > low + 1e-9 && mean < high - 1e-9).toBe(p > 0.05)
      }),
      { numRuns: 60 },
    )
  })

  test('is moved and stretched with the scale', () => {
    const [narrow, wide] = [noStarts(), noStarts()]
    for (const [index, value] of [0, 0.25, 0, 1, 0, 0, 0.5, 0].entries()) {
      const at = { index: index + 1, time: 0 }
      addStart(narrow, value, 1, at, 1 - 2 * value)
      addStart(wide, 10 * value - 5, 1, at, 1 - 2 * value)
    }
    const { low, high } = meanSinceWithin(narrow, { low: 0, high: 1 }, 0.95)
    const stretched = meanSinceWithin(wide, { low: -5, high: 5 }, 0.95)
    expect(stretched.low).toBeCloseTo(10 * low - 5, 9)
    expect(stretched.high).toBeCloseTo(10 * high - 5, 9)
  })

  test.each([
    ['drop', 0.75],
    ['rise', 0.05],
  ] as const)('holds the mean after a %s in 19 of 20 alarms, and ends at the limit', (direction, mean) => {
    const random = seededRandom(7)
    const reference = direction === 'drop' ? 0.9 : 0.02
    let [held, width] = [0, 0]
    for (let episode = 0; episode < 50; episode++) {
      const watch = createStreamWatch({ low: 0, high: 1, direction, reference: { mean: reference } })
      const next = (of: number) => watch.add({ value: random() < of ? 1 : 0, time: 0 })
      for (let calm = 0; calm < 200 && !watch.alarmedAt; calm++) next(reference)
      if (watch.alarmedAt) continue
      let told = next(mean)
      while (told === undefined) told = next(mean)
      const { interval, limit } = told as Alarm
      if (interval.low <= mean && mean <= interval.high) held += 1
      expect(direction === 'drop' ? interval.high : -interval.low).toBeLessThanOrEqual(
        direction === 'drop' ? limit : -limit,
      )
      width += (interval.high - interval.low) / 50
    }
    expect(held).toBeGreaterThanOrEqual(46)
    expect(width).toBeLessThan(0.5)
  })
})
