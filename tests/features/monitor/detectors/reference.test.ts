import { describe, expect, test } from 'vitest'
import { createChangeDetector } from '../../../../src/features/monitor/detectors/change-detector.ts'
import type { ChangeDetectorOptions } from '../../../../src/features/monitor/detectors/detector-options.ts'
import { betFromAnyStart } from '../../../../src/features/monitor/detectors/gamblers.ts'
import { makeReference } from '../../../../src/features/monitor/detectors/reference.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

const unit = { low: 0, high: 1 }
const equal = (values: readonly number[]) => values.map((value) => ({ value, weight: 1 }))

const threshold = 50_000
/** Observations after which five gamblers plan to have won, of a sample of up to 1,000. */
const horizons = [0, 0.25, 0.5, 0.75, 1].map((part) => 16 ** (1 - part) * 1000 ** part)
/** What each stakes on an observation, in deviations. */
const staked = (horizon: number, size: number, least: number) =>
  Math.sqrt((1.2 * Math.log(least)) / (horizon * (1 + horizon / size)))

/** The deviation of the values and of two more: the lowest and the highest there can be, as one. */
function deviationOf(values: readonly number[]): number {
  let squares = 0.25
  const seen = [0.5]
  for (const value of values) {
    seen.push(value)
    squares += (value - seen.reduce((sum, of) => sum + of, 0) / seen.length) ** 2
  }
  return Math.sqrt(squares / seen.length)
}

/** Of each gambler, who keeps 0.05 and bets the rest on each value being above the mean: as the definition has it. */
function slowEvidence(values: readonly number[], mean: number, least = threshold): number[] {
  const deviations = values.map((_, index) => deviationOf(values.slice(0, index)))
  return horizons.map((horizon) => {
    let wealth = 0.95
    for (const [index, value] of values.entries()) {
      const stake =
        ((horizon / values.length) * staked(horizon, values.length, least)) / (deviations[index] as number)
      wealth *= 1 + Math.min(0.9 / mean, stake) * (value - mean)
    }
    return (0.05 + wealth) / 5
  })
}
const sumOf = (values: readonly number[]) => values.reduce((sum, of) => sum + of, 0)

describe('candidates for the mean of a reference', () => {
  test('have no evidence on average against the true mean', () => {
    // All samples of ten yes or no with a mean of 0.7, by their probability.
    let average = 0
    for (let pattern = 0; pattern < 1024; pattern++) {
      const values = Array.from({ length: 10 }, (_, index) => (pattern >> index) & 1)
      const probability = values.reduce((product, value) => product * (value ? 0.7 : 0.3), 1)
      const expected = slowEvidence(values, 0.7)
      average += probability * sumOf(expected)
      const { candidates } = makeReference(equal(values), unit, threshold)
      const part = candidates.findLast(({ mean }) => mean <= 0.7)
      // A part has no more than the least of its means; below all parts the mean is out.
      for (const [gambler, of] of expected.entries())
        expect(part?.evidence[gambler] ?? 0).toBeLessThanOrEqual(of * (1 + 1e-9))
    }
    expect(average).toBeCloseTo(1, 10)
  })

  test('and what came after have at most as much on average as there were observations after', () => {
    // All samples of eight with a mean of 0.7, and all four values after them, with stakes by the sample.
    const valuesOf = (bits: number, count: number) =>
      Array.from({ length: count }, (_, index) => (bits >> index) & 1).map((value) => ({ value, weight: 1 }))
    const chance = (values: readonly { value: number }[]) =>
      values.reduce((product, { value }) => product * (value ? 0.7 : 0.3), 1)
    let average = 0
    for (let pattern = 0; pattern < 256; pattern++) {
      const sample = valuesOf(pattern, 8)
      const { candidates, stakes } = makeReference(sample, unit, threshold)
      const part = candidates.findLast(({ mean }) => mean <= 0.7)
      if (!part) continue
      const gamblers = {
        limits: Float64Array.of(part.mean),
        stakes: Float64Array.from(stakes, (stake) => Math.min(stake, 0.9 / (1 - part.mean))),
        weights: Float64Array.from(part.evidence),
      }
      for (let after = 0; after < 16; after++) {
        const values = valuesOf(after, 4)
        const wealth = stakes.map(() => 0)
        const held = values.map(({ value }) => betFromAnyStart(wealth, gamblers, value, 1))
        average += chance(sample) * chance(values) * (held.at(-1) as number)
      }
    }
    expect(average).toBeLessThanOrEqual(4)
    // Parts lose little of it.
    expect(average).toBeGreaterThan(3)
  })

  test('lie around the mean of the sample, the closer the larger it is, from strong evidence to none', () => {
    const random = seededRandom(2)
    const widths = [100, 1000].map((size) => {
      const sample = equal(Array.from({ length: size }, random))
      const { candidates } = makeReference(sample, unit, threshold)
      const means = candidates.map(({ mean }) => mean)
      expect(means.toSorted((a, b) => a - b)).toEqual(means)
      const evidence = candidates.map((candidate) => sumOf(candidate.evidence))
      expect(evidence.toSorted((a, b) => b - a)).toEqual(evidence)
      expect(evidence[0]).toBeGreaterThan(1e5)
      expect(evidence.at(-1)).toBeCloseTo(0.05, 2)
      // In each part it falls by the same, so that no part decides for being wide: by 10 ÷ 80 as a logarithm.
      for (const [index, of] of evidence.entries())
        if (index > 0 && index < 80 && of < 100)
          expect(Math.log((evidence[index - 1] as number) / of)).toBeLessThan(0.15)
      expect(means[0]).toBeLessThan(0.5)
      expect(means.at(-1)).toBeGreaterThan(0.5)
      // To where the sample says nothing against a mean. Those above it are many for large drops, whatever the size.
      const likely = means[evidence.findIndex((of) => of < 1)] as number
      return likely - (means[0] as number)
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
    const stakes = horizons.map((horizon) => staked(horizon, 200, 1e9) / deviationOf(sample))
    const restarted = (mean: number) =>
      stakes.map((stake) =>
        after.reduce<number>(
          (held, value) => (held + 1) * (1 + Math.min(stake, 0.9 / (1 - mean)) * (mean - value)),
          0,
        ),
      )
    const exact = Math.min(
      ...Array.from({ length: 999 }, (_, index) => (index + 1) / 1000).map((mean) => {
        const wealth = restarted(mean)
        return sumOf(slowEvidence(sample, mean, 1e9).map((of, gambler) => of * (wealth[gambler] as number)))
      }),
    )
    // In parts it is less, and not much less.
    expect(detector.evidence).toBeLessThanOrEqual(exact)
    expect(detector.evidence).toBeGreaterThan(exact / 1.5)
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
