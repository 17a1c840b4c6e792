import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { compareReadings, type TwiceReadRow } from '../../src/statistics/compare-readings.ts'

const resampling = { seed: 1, level: 0.95, resamples: 1000 }
const numberOf = (estimate: object | undefined) => (estimate as { value?: number } | undefined)?.value

describe('two readings of a judge beside people', () => {
  it('are compared by the area under the curve, squared error and mean error where labels are yes or no', () => {
    // Of 3 × 2 pairs the share orders all, the verdict 4 with two ties.
    const rows: TwiceReadRow[] = [
      { label: 1, verdict: 1, share: 0.9 },
      { label: 1, verdict: 1, share: 0.8 },
      { label: 1, verdict: 0.5, share: 0.7 },
      { label: 0, verdict: 0.5, share: 0.4 },
      { label: 0, verdict: 0.5, share: 0.2 },
    ]
    const { ranking, squaredError, meanError, rows: count } = compareReadings(rows, 1, resampling)
    expect(count).toBe(5)
    expect(ranking.figure).toBe('areaUnderCurve')
    expect([ranking.verdict, ranking.share].map(numberOf)).toEqual([5 / 6, 1])
    expect(numberOf(ranking.difference)).toBeCloseTo(1 / 6, 12)
    expect(numberOf(squaredError?.verdict)).toBeCloseTo(0.75 / 5, 12)
    expect(numberOf(squaredError?.share)).toBeCloseTo((0.01 + 0.04 + 0.09 + 0.16 + 0.04) / 5, 12)
    expect(numberOf(meanError?.verdict)).toBeCloseTo(0.1, 12)
    expect(numberOf(meanError?.share)).toBeCloseTo(0, 12)
  })

  it('are compared by ranks for grades, without errors on another scale', () => {
    const rows = [1, 2, 3, 4, 5, 6].map((label) => ({ label, verdict: -label, share: label * 2 }))
    const { ranking, squaredError, meanError } = compareReadings(rows, undefined, resampling)
    expect(ranking.figure).toBe('spearman')
    expect([numberOf(ranking.verdict), numberOf(ranking.share)]).toEqual([-1, 1])
    expect([squaredError, meanError]).toEqual([undefined, undefined])
  })

  it('say which is better only where it can be told, and are wrong about as often as they may be', () => {
    const draw = (seed: number, shareNoise: number, verdictNoise: number) => {
      const random = seededRandom(seed)
      return Array.from({ length: 60 }, (): TwiceReadRow => {
        const label = random() < 0.5 ? 1 : 0
        const reading = (noise: number) =>
          Math.min(1, Math.max(0, 0.5 + (label - 0.5) * 0.4 + (random() - 0.5) * noise))
        return { label, verdict: reading(verdictNoise), share: reading(shareNoise) }
      })
    }
    expect(compareReadings(draw(1, 0.3, 1.5), 1, resampling).better).toBe('share')
    expect(compareReadings(draw(1, 1.5, 0.3), 1, resampling).better).toBe('verdict')
    const alike = Array.from(
      { length: 60 },
      (_, seed) => compareReadings(draw(seed, 1, 1), 1, resampling).better,
    )
    // 5 % of 60 are 3; more than 9 come by chance once in a thousand times.
    expect(alike.filter((better) => better !== 'cannot tell').length).toBeLessThanOrEqual(9)
  })

  it('have no ranking where all labels are the same', () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({ label: 1, verdict: 1, share: index / 6 }))
    expect(compareReadings(rows, 1, resampling)).toMatchObject({
      ranking: { difference: { undefinedBecause: 'all labels are the same' } },
      better: 'cannot tell',
    })
  })
})
