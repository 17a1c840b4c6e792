import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import { createChangeDetector } from '../../../src/statistics/monitoring/change-detector.ts'
import type { ChangeDetectorOptions } from '../../../src/statistics/monitoring/detector-options.ts'
import { candidatesOf } from '../../../src/statistics/monitoring/reference.ts'

const unit = { low: 0, high: 1 }
const equal = (values: readonly number[]) => values.map((value) => ({ value, weight: 1 }))

/** Of one who keeps 0.1 and bets the rest on each value being above the mean, as the definition has it. */
function slowEvidence(values: readonly number[], mean: number): number {
  const halves = [0.5, 2].map((aim) => {
    let wealth = 0.45
    const seen = [0.5]
    let squares = 0.25
    for (const value of values) {
      const variance = squares / seen.length
      const stake = Math.min(0.9 / mean, Math.sqrt((2 * aim) / (values.length * variance)))
      wealth *= 1 + stake * (value - mean)
      seen.push(value)
      squares += (value - seen.reduce((sum, of) => sum + of, 0) / seen.length) ** 2
    }
    return wealth
  })
  return halves.reduce((sum, of) => sum + of, 0.1)
}

describe('candidates for the mean of a reference', () => {
  test('have no evidence on average against the true mean', () => {
    // All samples of ten yes or no with a mean of 0.7, by their probability.
    let average = 0
    for (let pattern = 0; pattern < 1024; pattern++) {
      const values = Array.from({ length: 10 }, (_, index) => (pattern >> index) & 1)
      const probability = values.reduce((product, value) => product * (value ? 0.7 : 0.3), 1)
      average += probability * slowEvidence(values, 0.7)
      const part = candidatesOf(equal(values), unit).findLast(({ mean }) => mean <= 0.7)
      // A part has no more than the least of its means; below all parts the mean is out.
      expect(part?.evidence ?? 0).toBeLessThanOrEqual(slowEvidence(values, 0.7) * (1 + 1e-9))
    }
    expect(average).toBeCloseTo(1, 10)
  })

  test('lie around the mean of the sample, the closer the larger it is, from strong evidence to none', () => {
    const random = seededRandom(2)
    const widths = [100, 1000].map((size) => {
      const candidates = candidatesOf(equal(Array.from({ length: size }, random)), unit)
      const means = candidates.map(({ mean }) => mean)
      expect(means.toSorted((a, b) => a - b)).toEqual(means)
      expect(candidates[0]?.evidence).toBeGreaterThan(1e5)
      expect(candidates.at(-1)?.evidence).toBeCloseTo(0.1, 2)
      expect(means[0]).toBeLessThan(0.5)
      expect(means.at(-1)).toBeGreaterThan(0.5)
      return (means.at(-1) as number) - (means[0] as number)
    })
    expect(widths[1]).toBeLessThan((widths[0] as number) / 2)
  })

  test('make an alarm where each mean is out, by the sample or by what came after', () => {
    const random = seededRandom(4)
    const sample = Array.from({ length: 200 }, () => (random() < 0.8 ? 1 : 0))
    const after = Array.from({ length: 100 }, () => (random() < 0.6 ? 1 : 0))
    const detector = createChangeDetector({
      ...unit,
      direction: 'drop',
      reference: { observations: 200 },
      averageRunLength: 1e9,
    })
    for (const [time, value] of [...sample, ...after].entries()) detector.add({ value, time })
    const shares = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9]
    const restarted = (mean: number) => {
      const wealth = shares.map((share) =>
        after.reduce<number>((held, value) => (held + 1) * (1 + (share * (mean - value)) / (1 - mean)), 0),
      )
      return wealth.reduce((sum, of) => sum + of, 0) / shares.length
    }
    const exact = Math.min(
      ...Array.from({ length: 999 }, (_, index) => (index + 1) / 1000).map(
        (mean) => slowEvidence(sample, mean) * restarted(mean),
      ),
    )
    // In parts it is less, and not much less.
    expect(detector.evidence).toBeLessThanOrEqual(exact)
    expect(detector.evidence).toBeGreaterThan(exact / 3)
  })

  test('of a small sample make alarms later than those of a large one, and both later than a stated mean', () => {
    const references: ChangeDetectorOptions['reference'][] = [
      { observations: 5000 },
      { observations: 500 },
      { mean: 0.9 },
    ]
    const delays = references.map((reference) => {
      let total = 0
      for (let seed = 1; seed <= 20; seed++) {
        const detector = createChangeDetector({ ...unit, direction: 'drop', reference })
        const [before, after] = [seededRandom(seed), seededRandom(100 + seed)]
        const learned = 'mean' in reference ? 0 : reference.observations
        for (let time = 0; time < learned; time++) detector.add({ value: before() < 0.9 ? 1 : 0, time })
        while (!detector.alarmed) detector.add({ value: after() < 0.75 ? 1 : 0, time: detector.count })
        total += detector.count - learned
      }
      return total
    })
    const [large, small, stated] = delays as [number, number, number]
    expect(stated).toBeLessThan(large)
    expect(large).toBeLessThan(small)
  })
})
