import { describe, expect, test } from 'vitest'
import { randomBits, seededRandom } from '../../src/shared/random.ts'

const seeds = Array.from({ length: 2000 }, (_, index) => index - 1000)

const sources: Record<string, (seed: number) => () => number> = {
  randomBits: (seed) => {
    const bits = randomBits(seed)
    return () => (bits() >>> 0) / 2 ** 32
  },
  seededRandom,
}

describe.each(Object.entries(sources))('%s', (_, startOf) => {
  test.each([1, 2, 3, 5, 20])('number %i is even over seeds that follow each other', (place) => {
    const numbers = seeds.map((seed) => {
      const next = startOf(seed)
      for (let before = 1; before < place; before++) next()
      return next()
    })
    const tenths = Array.from({ length: 10 }, () => 0)
    for (const number of numbers) tenths[Math.floor(number * 10)] = (tenths[Math.floor(number * 10)] ?? 0) + 1
    const expected = seeds.length / 10
    const distance = tenths.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // Chi-squared with 9 degrees of freedom goes beyond it once in 10,000 even sources.
    expect(distance).toBeLessThan(33.7)
  })

  test('is the same every time for a seed, and another for another', () => {
    const numbers = (seed: number) => Array.from({ length: 20 }, startOf(seed))
    expect(numbers(7)).toEqual(numbers(7))
    expect(numbers(7)).not.toEqual(numbers(8))
  })
})
