import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { estimate, estimateMean } from '../../src/statistics/estimate.ts'
import { areaUnderCurve } from '../../src/statistics/ranks.ts'
import type { ShareRow } from '../../src/statistics/ratings.ts'

const options = { seed: 1, level: 0.95, resamples: 1000 }

function calibrated(count: number, seed: number): ShareRow[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const verdict = random()
    return { verdict, label: random() < verdict }
  })
}

describe('estimate', () => {
  test('draws whole groups: the same rows three times over are no surer', () => {
    const rows = calibrated(60, 3).map((row, index) => ({ ...row, group: `${index}` }))
    const tripled = [...rows, ...rows, ...rows]
    expect(estimate(tripled, areaUnderCurve, options)).toEqual(estimate(rows, areaUnderCurve, options))
    const ungrouped = tripled.map(({ label, verdict }): ShareRow => ({ label, verdict }))
    const width = (found: ReturnType<typeof estimate>) =>
      'interval' in found && found.interval ? found.interval.high - found.interval.low : Number.NaN
    expect(width(estimate(ungrouped, areaUnderCurve, options))).toBeLessThan(
      width(estimate(rows, areaUnderCurve, options)),
    )
  })

  test('says why there is no statistic', () => {
    const rows: ShareRow[] = [{ label: true, verdict: 0.5 }]
    expect(estimate(rows, areaUnderCurve, options)).toHaveProperty('undefinedBecause')
  })

  test('gives no interval where resamples often lack a class, or never vary', () => {
    const oneNo = calibrated(30, 4).map((row, index): ShareRow => ({ ...row, label: index > 0 }))
    expect(estimate(oneNo, areaUnderCurve, options)).toMatchObject({
      note: expect.stringContaining('resamples'),
    })
    const perfect = Array.from(
      { length: 40 },
      (_, index): ShareRow => ({ label: index > 19, verdict: index / 40 }),
    )
    const found = estimate(perfect, areaUnderCurve, options)
    expect(found).toMatchObject({ value: 1, note: expect.stringContaining('no variation to estimate from') })
    expect(found).not.toHaveProperty('interval')
  })
})

test('a rate of 40 of 40 has the interval of Clopper and Pearson', () => {
  const rows: ShareRow[] = Array.from({ length: 40 }, () => ({ label: true, verdict: 1 }))
  const found = estimateMean(rows, ({ verdict }) => verdict, { low: 0, high: 1 }, options)
  expect(found).toMatchObject({ value: 1, interval: { high: 1 } })
  if ('interval' in found) expect(found.interval?.low).toBeCloseTo(0.025 ** (1 / 40), 10)
  expect(estimateMean([], () => 0, { low: 0, high: 1 }, options)).toHaveProperty('undefinedBecause')
})
