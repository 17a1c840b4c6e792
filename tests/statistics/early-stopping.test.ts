import { describe, expect, it } from 'vitest'
import { normalQuantile } from '../../src/statistics/distributions.ts'
import { levelOfLook, outweighsUnseen, placeLooks } from '../../src/statistics/early-stopping.ts'

describe('five looks', () => {
  it.each([
    [0.9, 1.751],
    [0.95, 2.04],
    [0.99, 2.621],
  ])('have at %s the bound that Jennison and Turnbull tabulate: %s', (level, bound) => {
    // Group Sequential Methods with Applications to Clinical Trials, 2000, table 2.3.
    expect(normalQuantile((1 + levelOfLook(level, 1)) / 2)).toBeCloseTo(bound, 3)
    expect(normalQuantile((1 + levelOfLook(level, 0.4)) / 2)).toBeCloseTo(bound / Math.sqrt(0.4), 2)
  })

  it('are after each fifth, rounded up, and fewer for few values', () => {
    expect(placeLooks(100)).toEqual([20, 40, 60, 80, 100])
    expect(placeLooks(7)).toEqual([2, 3, 5, 6, 7])
    expect(placeLooks(3)).toEqual([1, 2, 3])
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
