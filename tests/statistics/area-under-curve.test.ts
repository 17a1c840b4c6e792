import { expect, test } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { estimateArea, estimateAreaGain } from '../../src/statistics/area-under-curve.ts'
import type { ShareRow } from '../../src/statistics/ratings.ts'
import type { Interval } from '../../src/statistics/resampling.ts'

const intervalOf = (found: ReturnType<typeof estimateArea>): Interval => {
  if (!('interval' in found) || found.interval === undefined) throw new Error('no interval')
  return found.interval
}

const rows = (yes: readonly number[], no: readonly number[]): ShareRow[] => [
  ...yes.map((verdict) => ({ label: true, verdict })),
  ...no.map((verdict) => ({ label: false, verdict })),
]

test('a perfect order is not certain, and less so of few of one label', () => {
  const perfect = (yes: number) => rows(Array(yes).fill(1), Array(90).fill(0))
  const [few, many] = [10, 60].map((yes) => intervalOf(estimateArea(perfect(yes), 0.95)))
  expect(few?.high).toBe(1)
  expect(few?.low).toBeGreaterThan(0.75)
  expect(few?.low).toBeLessThan(many?.low ?? 0)
})

test('fewer than six of one label have no interval', () => {
  expect(estimateArea(rows([1, 1, 0.4, 0.8, 0.9], Array(90).fill(0.2)), 0.95)).toEqual({
    value: 1,
    note: 'No interval: there are only 5 of one label, and at least 6 are needed.',
  })
})

test('rows in groups count as their groups', () => {
  const random = seededRandom(3)
  const once = rows(
    Array.from({ length: 20 }, random),
    Array.from({ length: 20 }, () => random() - 0.2),
  )
  const grouped = [1, 2, 3].flatMap(() => once.map((row, at) => ({ ...row, group: `${at}` })))
  const [one, three] = [once, grouped].map((of) => intervalOf(estimateArea(of, 0.95)))
  expect(three?.low).toBeCloseTo(one?.low ?? 0, 10)
  expect(three?.high).toBeCloseTo(one?.high ?? 0, 10)
})

test('with one yes in ten the interval holds the area, and that of no gain holds 0', () => {
  const random = seededRandom(45)
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, of) => sum + of, -6)
  const held = { area: 0, gain: 0 }
  const runs = 300
  for (let run = 0; run < runs; run++) {
    const both = Array.from({ length: 100 }, (_, at) => {
      const [label, common] = [at < 10, normal()]
      const read = () => Math.round(2 * (0.8 * common + 0.6 * normal() + (label ? 1.5 : 0)))
      return { label, verdict: read(), other: read() }
    })
    const others = both.map(({ label, other }) => ({ label, verdict: other }))
    const area = intervalOf(estimateArea(both, 0.95))
    const gain = intervalOf(estimateAreaGain(both, others, 0.95))
    // By 400,000 rows.
    if (area.low <= 0.851 && 0.851 <= area.high) held.area += 1
    if (gain.low <= 0 && 0 <= gain.high) held.gain += 1
  }
  expect(held.area / runs).toBeGreaterThanOrEqual(0.93)
  expect(held.gain / runs).toBeGreaterThanOrEqual(0.93)
})

test('verdicts that order the rows better have gained', () => {
  const random = seededRandom(2)
  const first = rows(
    Array.from({ length: 10 }, () => 0.1 + random()),
    Array.from({ length: 90 }, random),
  )
  const better = first.map((row) => ({ ...row, verdict: row.verdict + (row.label ? 0.6 : 0) }))
  const gain = intervalOf(estimateAreaGain(first, better, 0.95))
  expect(gain.low).toBeGreaterThan(0)
  const loss = intervalOf(estimateAreaGain(better, first, 0.95))
  expect(loss.high).toBeCloseTo(-gain.low, 10)
  expect(loss.low).toBeCloseTo(-gain.high, 10)
})
