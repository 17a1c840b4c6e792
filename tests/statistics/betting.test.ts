import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import {
  ConfidenceSequence,
  createConfidenceSequence,
  sequenceState,
} from '../../src/statistics/confidence-sequence.ts'

function addAll<Stream extends ConfidenceSequence>(stream: Stream, values: readonly number[]): Stream {
  for (const value of values) stream.add(value)
  return stream
}

const scores = fc.array(fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })), {
  maxLength: 60,
})

describe('a confidence sequence', () => {
  const unit = { low: 0, high: 1 }

  /** Each candidate against all values so far, from the start. */
  function slowInterval(values: readonly number[], steps: number, level: number): [number, number] {
    const shares = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9]
    const isEverOut = (payoff: (value: number) => number) =>
      values.some((_, last) => {
        const wealth = shares.map((share) =>
          values.slice(0, last + 1).reduce((product, value) => product * (1 + share * payoff(value)), 1),
        )
        return wealth.reduce((sum, of) => sum + of, 0) / shares.length >= 2 / (1 - level)
      })
    let [low, high] = [0, steps]
    for (let step = 1; step < steps; step++) {
      const mean = step / steps
      if (isEverOut((value) => (value - mean) / mean)) low = Math.max(low, step)
      if (isEverOut((value) => (mean - value) / (1 - mean))) high = Math.min(high, step)
    }
    return [low / steps, high / steps]
  }

  test('is that of trying each candidate on all values so far', () => {
    fc.assert(
      fc.property(scores, fc.integer({ min: 2, max: 40 }), (values, steps) => {
        const { interval, mean, count } = addAll(
          createConfidenceSequence({ ...unit, steps, level: 0.8 }),
          values,
        )
        const [low, high] = slowInterval(values, steps, 0.8)
        expect(interval).toEqual(low < high ? { low, high, level: 0.8 } : undefined)
        expect(count).toBe(values.length)
        if (values.length > 0) expect(mean).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length, 10)
      }),
      { numRuns: 40 },
    )
  })

  test('bets on the share of the greatest weight times the distance, where values have weights', () => {
    const weighted = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 8 })),
      { minLength: 1, maxLength: 60 },
    )
    fc.assert(
      fc.property(weighted, (values) => {
        const options = { ...unit, steps: 10, level: 0.8 }
        const sequence = createConfidenceSequence({ ...options, greatestWeight: 8 })
        for (const [value, weight] of values) sequence.add(value, weight)
        const outer = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((step) => {
          const candidate = step / 10
          const wealth = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9].map(() => 1)
          return values.some(([value, weight]) => {
            for (const [gambler, share] of [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9].entries())
              wealth[gambler] =
                (wealth[gambler] as number) * (1 + (share * (weight / 8) * (value - candidate)) / candidate)
            return wealth.reduce((sum, of) => sum + of, 0) / 7 >= 10
          })
        })
        const low = Math.max(0, ...outer) / 10
        if (sequence.interval) expect(sequence.interval.low).toBe(low)
        const total = values.reduce((sum, [, weight]) => sum + weight, 0)
        const sum = values.reduce((so, [value, weight]) => so + value * weight, 0)
        expect(sequence.mean).toBeCloseTo(sum / total, 10)
      }),
    )
    const sequence = createConfidenceSequence({ ...unit, greatestWeight: 2 })
    expect(() => sequence.add(0.5, 3)).toThrow('up to the greatest, 2, not 3')
    expect(() => sequence.add(0.5, 0)).toThrow(RangeError)
  })

  test('never widens, and its state grows smaller', () => {
    const random = seededRandom(3)
    const sequence = createConfidenceSequence({ low: -2, high: 4 })
    let last = { low: -2, high: 4 }
    expect(sequence.interval).toEqual({ ...last, level: 0.95 })
    for (let item = 0; item < 2000; item++) {
      sequence.add(-2 + 6 * random())
      if (!sequence.interval) throw new Error('no interval')
      expect(sequence.interval.low).toBeGreaterThanOrEqual(last.low)
      expect(sequence.interval.high).toBeLessThanOrEqual(last.high)
      last = sequence.interval
    }
    expect(last.low).toBeGreaterThan(0.6)
    expect(last.high).toBeLessThan(1.4)
    expect(sequence.state().above.length).toBeLessThan(15)
  })

  test('holds the mean at every moment, of skewed scores too', () => {
    let missed = 0
    for (let run = 1; run <= 200; run++) {
      const random = seededRandom(run)
      const sequence = createConfidenceSequence(unit)
      let held = true
      for (let item = 0; item < 150; item++) {
        sequence.add(random() < 0.8 ? 1 : 0)
        held &&=
          sequence.interval !== undefined && sequence.interval.low <= 0.8 && sequence.interval.high >= 0.8
      }
      if (!held) missed += 1
    }
    expect(missed).toBeLessThanOrEqual(10)
  })

  test('has no interval once no mean fits, as when scores fell', () => {
    const sequence = createConfidenceSequence(unit)
    addAll(
      sequence,
      Array.from({ length: 300 }, (_, index) => 0.9 + 0.1 * (index % 2)),
    )
    expect(sequence.interval?.low).toBeGreaterThan(0.85)
    addAll(
      sequence,
      Array.from({ length: 600 }, (_, index) => 0.3 + 0.1 * (index % 2)),
    )
    expect(sequence.interval).toBeUndefined()
    expect(addAll(new ConfidenceSequence(sequence.state()), [0.5]).count).toBe(901)
  })

  test('goes on from its state as if it had never been away', () => {
    fc.assert(
      fc.property(scores, scores, (before, after) => {
        const options = { ...unit, steps: 20 }
        const whole = addAll(createConfidenceSequence(options), [...before, ...after])
        const first = addAll(createConfidenceSequence(options), before)
        const resumed = new ConfidenceSequence(JSON.parse(JSON.stringify(first.state())))
        expect(addAll(resumed, after).state()).toEqual(whole.state())
      }),
    )
  })

  test('refuses values outside of the range, wrong options, and what is no state', () => {
    const sequence = createConfidenceSequence(unit)
    expect(() => sequence.add(1.1)).toThrow(RangeError)
    expect(() => createConfidenceSequence({ low: 1, high: 1 })).toThrow('low must be below high')
    expect(() => createConfidenceSequence({ ...unit, steps: 1 })).toThrow(TypeError)
    expect(() => sequenceState.parse({ ...sequence.state(), low: 5 })).toThrow('wealth')
  })
})
