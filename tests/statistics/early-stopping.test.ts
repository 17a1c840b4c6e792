import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { normalQuantile } from '../../src/statistics/distributions.ts'
import { levelOfLook, outweighsUnseen, placeLooks } from '../../src/statistics/early-stopping.ts'

describe('looks before the end', () => {
  it.each([0.8, 0.9, 0.95, 0.99])('stay in their bounds with a probability of %s together', (level) => {
    const random = seededRandom(7)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const values = 32
    const looks = placeLooks(values).map((count) => ({
      count,
      bound: normalQuantile((1 + levelOfLook(level, count / values)) / 2) * Math.sqrt(count),
    }))
    const runs = 40_000
    let within = 0
    for (let run = 0; run < runs; run++) {
      let sum = 0
      let seen = 0
      const isWithin = looks.every(({ count, bound }) => {
        for (; seen < count; seen++) sum += normal()
        return Math.abs(sum) <= bound
      })
      if (isWithin) within += 1
    }
    expect(Math.abs(within / runs - level)).toBeLessThan(3 * Math.sqrt((level * (1 - level)) / runs))
  })

  it('cost the last look little, and decide early only if it is very clear', () => {
    expect(levelOfLook(0.95, 1)).toBeCloseTo(0.9531, 4)
    expect(levelOfLook(0.95, 0.75)).toBeCloseTo(0.9863, 3)
    expect(levelOfLook(0.95, 0.5)).toBeCloseTo(0.9992, 4)
  })

  it('are after a half and three quarters, rounded up, and fewer for few values', () => {
    expect(placeLooks(100)).toEqual([50, 75, 100])
    expect(placeLooks(7)).toEqual([4, 6, 7])
    expect(placeLooks(2)).toEqual([1, 2])
  })

  it.each([
    // 0.025 ^ (1 ∕ 12) is 0.735: a share of 26.5 % may have stayed unseen.
    [0.359, 12, false],
    [0.361, 12, true],
    [-0.361, 12, true],
    [0.096, 40, false],
    [0.098, 40, true],
  ])(
    'hold a mean of %s of %i values that may move by 1, with room for unseen ones: %s',
    (mean, values, is) => {
      expect(outweighsUnseen(mean, 1, values, 0.95)).toBe(is)
    },
  )
})
