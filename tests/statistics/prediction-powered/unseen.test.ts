import { describe, expect, test } from 'vitest'
import { unseenShare } from '../../../src/statistics/prediction-powered/unseen.ts'

/** The chance that none of the unlike units is among those drawn, one draw after another. */
function slowChance(labelled: number, units: number, unlike: number): number {
  let chance = 1
  for (let draw = 0; draw < labelled; draw++) chance *= (units - unlike - draw) / (units - draw)
  return Math.max(0, chance)
}

describe('the share of units of a kind that was not drawn', () => {
  test('is of a process the bound of Clopper and Pearson', () => {
    expect(unseenShare(30, Infinity, 0.95)).toBeCloseTo(0.1157, 4)
    expect((1 - unseenShare(50, Infinity, 0.9)) ** 50).toBeCloseTo(0.05, 12)
  })

  test('is of a few units the largest number that may well be missed', () => {
    for (const units of [25, 60, 200, 1000])
      for (const labelled of [20, 24, 59, 199].filter((count) => count < units)) {
        const unlike = Math.round(unseenShare(labelled, units, 0.95) * units)
        expect(slowChance(labelled, units, unlike)).toBeGreaterThanOrEqual(0.025)
        expect(slowChance(labelled, units, unlike + 1)).toBeLessThan(0.025)
      }
  })

  test('is none where all are labelled, and nears that of a process for many', () => {
    expect(unseenShare(200, 200, 0.95)).toBe(0)
    expect(unseenShare(100, 100_000, 0.95)).toBeCloseTo(unseenShare(100, Infinity, 0.95), 4)
  })
})
