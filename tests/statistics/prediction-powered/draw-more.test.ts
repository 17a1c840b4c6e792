import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawMore } from '../../../src/statistics/prediction-powered/draw.ts'

const candidate = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())
  .map(([one, other, isDrawn]) => ({ before: Math.min(one, other), after: Math.max(one, other), isDrawn }))

describe('a draw that goes on', () => {
  test('draws what was not drawn, as many as its second chances add up to, give or take one', () => {
    fc.assert(
      fc.property(fc.array(candidate, { minLength: 1, maxLength: 40 }), fc.integer(), (some, seed) => {
        const all = some.map((one, index) => ({ id: `c${index}`, ...one }))
        const left = new Map(all.filter(({ isDrawn }) => !isDrawn).map((one) => [one.id, one]))
        const more = drawMore(all, seed)
        expect(new Set(more).size).toBe(more.length)
        for (const id of more) expect(left.has(id)).toBe(true)
        const sum = [...left.values()].reduce(
          (total, { before, after }) => total + (before >= 1 ? 0 : (after - before) / (1 - before)),
          0,
        )
        expect(Math.abs(more.length - sum)).toBeLessThan(1 + 1e-6)
      }),
    )
  })

  test('gives each its second chance, also where these add up to no whole number', () => {
    const all = [0.1, 0.35, 0.6, 0.8].map((after, index) => {
      return { id: `c${index}`, before: 0, after, isDrawn: false }
    })
    const counts = new Map<string, number>()
    const times = 20_000
    for (let seed = 1; seed <= times; seed += 1)
      for (const id of drawMore(all, seed)) counts.set(id, (counts.get(id) ?? 0) + 1)
    for (const { id, after } of all)
      expect(Math.abs((counts.get(id) ?? 0) / times - after)).toBeLessThan(
        5 * Math.sqrt((after * (1 - after)) / times),
      )
  })

  test('keeps to strata, and to chances that do not fall', () => {
    const all = Array.from({ length: 40 }, (_, index) => ({
      ...{ id: `c${index}`, before: 0.1, after: 0.4, isDrawn: index % 10 === 0 },
      stratum: index < 20 ? 'low' : 'high',
    }))
    const more = drawMore(all, 7).map((id) => Number(id.slice(1)))
    expect(more.filter((place) => place < 20)).toHaveLength(6)
    expect(more).toHaveLength(12)
    const falling = [{ id: 'a', before: 0.5, after: 0.2, isDrawn: false }]
    expect(() => drawMore(falling, 1)).toThrow(
      'a was drawn with probability 0.5 and cannot be drawn with 0.2',
    )
  })
})
