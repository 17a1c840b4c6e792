import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ChangeDetector,
  createChangeDetector,
} from '../../../../src/features/monitor/detectors/change-detector.ts'
import {
  type ChangeDetectorOptions,
  changeDetectorState,
} from '../../../../src/features/monitor/detectors/detector-options.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

const unit = { low: 0, high: 1 }
const dropFrom = (mean: number, allowed = 0) =>
  ({ ...unit, direction: 'drop', reference: { mean }, allowed }) as const

function addAll(
  detector: ChangeDetector,
  values: readonly number[],
  weights?: readonly number[],
): ChangeDetector {
  for (const [index, value] of values.entries())
    detector.add({ value, time: index, ...(weights ? { weight: weights[index] ?? 1 } : {}) })
  return detector
}

const shares = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9]

/** What is made of 1, from each start to the end, by each share: as the definition has it. */
function slowEvidence(payoffs: readonly number[]): number {
  let sum = 0
  for (const share of shares)
    for (let start = 0; start < payoffs.length; start++)
      sum += payoffs.slice(start).reduce((product, payoff) => product * (1 + share * payoff), 1)
  return sum / shares.length
}

const scores = fc.array(fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })), {
  maxLength: 60,
})

describe('a detector of changes', () => {
  test('has the evidence of a worked example', () => {
    const detector = addAll(createChangeDetector(dropFrom(0.8, 0.05)), [1, 0.25])
    // The limit is 0.75, and payoffs are (0.75 − value) ∕ 0.25: −1 and 2.
    const expected = shares.map((share) => (1 - share + 1) * (1 + share * 2))
    expect(detector.evidence).toBeCloseTo(expected.reduce((sum, of) => sum + of, 0) / 7, 12)
    expect(detector.limit).toBeCloseTo(0.75, 12)
    expect(detector).toMatchObject({ count: 2, reference: 0.8, threshold: 50_000, alarmed: false })
  })

  test('has the evidence of all starts, with weights as well', () => {
    const weighted = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 8 })),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(weighted, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (values, mean) => {
        const detector = createChangeDetector({ ...dropFrom(mean), greatestWeight: 8 })
        addAll(
          detector,
          values.map(([value]) => value),
          values.map(([, weight]) => weight),
        )
        const payoffs = values.map(([value, weight]) => ((weight / 8) * (mean - value)) / (1 - mean))
        expect(detector.evidence / slowEvidence(payoffs)).toBeCloseTo(1, 9)
      }),
    )
  })

  test('has as much evidence on average as there were observations, where nothing has changed', () => {
    // Each order of six values with a mean of 0.5, all of them equally likely each time.
    const possible = [0.1, 0.4, 0.6, 0.9]
    let total = 0
    for (let sequence = 0; sequence < 4096; sequence++)
      total += addAll(
        createChangeDetector(dropFrom(0.5)),
        [0, 2, 4, 6, 8, 10].map((shift) => possible[(sequence >> shift) & 3] as number),
      ).evidence
    expect(total / 4096).toBeCloseTo(6, 10)
  })

  test('looks for rises as for drops of what is turned round', () => {
    fc.assert(
      fc.property(scores, fc.boolean(), (values, isLearned) => {
        const reference = isLearned ? { observations: 20 } : { mean: 0.25 }
        const rise = createChangeDetector({ low: 0, high: 1, direction: 'rise', reference, allowed: 0.125 })
        const turned = isLearned ? reference : { mean: 0.75 }
        const drop = createChangeDetector({
          low: 0,
          high: 1,
          direction: 'drop',
          reference: turned,
          allowed: 0.125,
        })
        addAll(rise, values)
        addAll(
          drop,
          values.map((value) => 1 - value),
        )
        expect(rise.evidence).toBeCloseTo(drop.evidence, 6)
        if (rise.limit !== undefined) expect(rise.limit).toBeCloseTo(1 - (drop.limit as number), 12)
      }),
    )
  })

  test('has an alarm where the evidence comes to the threshold, and can begin anew', () => {
    const detector = createChangeDetector({ ...dropFrom(0.8), averageRunLength: 100 })
    const evidence: number[] = []
    while (!detector.alarmed) {
      detector.add({ value: 0.2, time: 0 })
      evidence.push(detector.evidence)
    }
    expect(evidence.at(-1)).toBeGreaterThanOrEqual(100)
    expect(evidence.at(-2)).toBeLessThan(100)
    detector.restart(3)
    expect(detector).toMatchObject({
      evidence: 0,
      alarmed: false,
      count: evidence.length + 3,
      reference: 0.8,
    })
    expect(detector.changePoint()).toBeUndefined()
  })

  test('shares the promise among the detectors that an observation goes to', () => {
    expect(createChangeDetector({ ...dropFrom(0.8), detectors: 3 }).threshold).toBe(150_000)
  })

  test('does not find what cannot be: a mean below all scores', () => {
    const learned = { ...unit, direction: 'drop', reference: { observations: 20 }, allowed: 0.3 } as const
    const detector = createChangeDetector({ ...learned, averageRunLength: 10 })
    addAll(
      detector,
      Array.from({ length: 500 }, (_, index) => (index < 20 ? 0.2 : 0)),
    )
    expect(detector.limit).toBeCloseTo(-0.1, 12)
    expect(detector).toMatchObject({ evidence: 0, alarmed: false, count: 500 })
  })

  test.each([0, 1])('learns a reference at the end of the range, %d', (value) => {
    const detector = createChangeDetector({ ...unit, direction: 'drop', reference: { observations: 30 } })
    addAll(
      detector,
      Array.from({ length: 30 }, () => value),
    )
    expect(detector.reference).toBe(value)
    addAll(
      detector,
      Array.from({ length: 200 }, (_, index) => index % 2),
    )
    expect(detector.alarmed).toBe(value === 1)
    expect(Number.isFinite(detector.evidence)).toBe(true)
  })

  test('goes on from its state as if it had never been away', () => {
    const options: ChangeDetectorOptions[] = [
      dropFrom(0.7, 0.1),
      { ...unit, direction: 'rise', reference: { observations: 20 }, averageRunLength: 20 },
    ]
    for (const of of options)
      fc.assert(
        fc.property(scores, scores, (before, after) => {
          const whole = addAll(addAll(createChangeDetector(of), before), after)
          const first = addAll(createChangeDetector(of), before)
          const resumed = new ChangeDetector(JSON.parse(JSON.stringify(first.state())))
          expect(addAll(resumed, after).state()).toEqual(whole.state())
          expect(resumed.changePoint()).toEqual(whole.changePoint())
        }),
      )
  })

  test('finds a drop of 0.1 in even odds from a learned reference in 1.5 times the best test of two samples', () => {
    const random = seededRandom(11)
    const delays = Array.from({ length: 150 }, () => {
      const reference = { observations: 1000 }
      const detector = createChangeDetector({ ...unit, direction: 'drop', reference })
      for (let time = 1; time <= 1200; time++) detector.add({ value: random() < 0.5 ? 1 : 0, time })
      while (!detector.alarmed) detector.add({ value: random() < 0.4 ? 1 : 0, time: detector.count })
      return detector.count - 1200
    })
    // That test takes 366 scores: research/monitoring/delays.ts.
    expect(delays.reduce((sum, delay) => sum + delay, 0) / delays.length).toBeLessThan(366 * 1.5)
  })

  test('keeps a small state', () => {
    const random = seededRandom(5)
    const learned = { ...unit, direction: 'drop', reference: { observations: 500 } } as const
    const detector = createChangeDetector({ ...learned, averageRunLength: 1e9 })
    for (let time = 1; time <= 40_000; time++) {
      detector.add({ value: random(), time })
      if (time % 1000 === 0) expect(JSON.stringify(detector.state()).length).toBeLessThan(40_000)
    }
  })

  test('refuses values and weights out of range, wrong options, and what is no state', () => {
    const detector = createChangeDetector(dropFrom(0.5))
    expect(() => detector.add({ value: 1.1, time: 0 })).toThrow(RangeError)
    expect(() => detector.add({ value: Number.NaN, time: 0 })).toThrow(RangeError)
    expect(() => detector.add({ value: 0.5, time: 0, weight: 2 })).toThrow('up to the greatest, 1, not 2')
    expect(() => detector.add({ value: 0.5, time: 0, weight: 0 })).toThrow(RangeError)
    expect(detector.count).toBe(0)
    expect(() => createChangeDetector(dropFrom(0.05, 0.05))).toThrow('leave room')
    expect(() => createChangeDetector(dropFrom(1))).toThrow('leave room')
    expect(() => createChangeDetector({ ...dropFrom(0.5), low: 1 })).toThrow(TypeError)
    expect(() =>
      createChangeDetector({ ...unit, direction: 'drop', reference: { observations: 3 } }),
    ).toThrow(TypeError)
    expect(() => changeDetectorState.parse({ ...detector.state(), wealth: [1] })).toThrow('each candidate')
  })
})
