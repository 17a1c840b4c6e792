import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import { drawUniform, drawWith } from '../../../src/statistics/prediction-powered/draw.ts'
import { drawByScore } from '../../../src/statistics/prediction-powered/score-strata.ts'
import { deviationOfShare } from './people.ts'
import { drawActively, inclusionProbabilities } from './unequal-draws.ts'

const candidatesOf = (scores: readonly number[]) => scores.map((score, place) => ({ id: `${place}`, score }))
const sums = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const sizesAndCount = fc
  .array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 60 })
  .chain((sizes) =>
    fc.tuple(
      fc.constant(sizes),
      fc.integer({ min: 1, max: sizes.length }),
      fc.double({ min: 0.05, max: 1, noNaN: true }),
    ),
  )

describe('inclusion probabilities', () => {
  test('add up, are at most 1 and never under the floor, and follow the sizes', () => {
    fc.assert(
      fc.property(sizesAndCount, ([sizes, count, floor]) => {
        const probabilities = inclusionProbabilities(sizes, count, floor)
        expect(sums(probabilities)).toBeCloseTo(count, 8)
        for (const [place, probability] of probabilities.entries()) {
          expect(probability).toBeLessThanOrEqual(1)
          expect(probability).toBeGreaterThanOrEqual(((floor * count) / sizes.length) * (1 - 1e-9))
          for (const [other, probabilityOfOther] of probabilities.entries())
            if ((sizes[place] as number) > (sizes[other] as number))
              expect(probability).toBeGreaterThanOrEqual(probabilityOfOther - 1e-9)
        }
      }),
    )
  })

  test('are those of a worked example', () => {
    expect(inclusionProbabilities([1, 2, 3, 4], 2, 0)).toEqual(
      [0.2, 0.4, 0.6, 0.8].map((of) => expect.closeTo(of, 12)),
    )
    // The last would be 2 · 6 ∕ 8; it is sure, and the others share what is left.
    expect(inclusionProbabilities([1, 1, 0, 6], 2, 0)).toEqual(
      [0.5, 0.5, 0, 1].map((of) => expect.closeTo(of, 12)),
    )
    expect(inclusionProbabilities([0, 0], 1, 0.3)).toEqual([0.5, 0.5])
    expect(() => inclusionProbabilities([1, 0, 0], 2, 0)).toThrow('set a floor')
    expect(() => inclusionProbabilities([1, 2], 3)).toThrow('from 1 to 2')
    expect(() => inclusionProbabilities([1, -2], 1)).toThrow('a number from 0')
  })
})

describe('a draw', () => {
  test('has as many as were wanted, each of them once', () => {
    fc.assert(
      fc.property(sizesAndCount, fc.integer(), ([sizes, count, floor], seed) => {
        const drawn = drawWith(inclusionProbabilities(sizes, count, floor), seededRandom(seed))
        expect(drawn.length).toBe(count)
        expect(new Set(drawn).size).toBe(count)
      }),
    )
  })

  test('draws each as often as its probability says, and pairs nearly as if independent', () => {
    const probabilities = inclusionProbabilities([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 4, 0.2)
    const random = seededRandom(1)
    const [single, pairs] = [new Float64Array(10), new Float64Array(100)]
    const draws = 40_000
    for (let draw = 0; draw < draws; draw++) {
      const drawn = drawWith(probabilities, random)
      for (const one of drawn) {
        single[one] = (single[one] as number) + 1 / draws
        for (const other of drawn) pairs[10 * one + other] = (pairs[10 * one + other] as number) + 1 / draws
      }
    }
    for (const [place, probability] of probabilities.entries()) {
      expect(Math.abs((single[place] as number) - probability)).toBeLessThan(0.01)
      for (const [other, probabilityOfOther] of probabilities.entries())
        if (place !== other)
          expect(pairs[10 * place + other]).toBeGreaterThan(0.5 * probability * probabilityOfOther)
    }
  })

  test('is the same for a seed, and another for another', () => {
    const candidates = candidatesOf(Array.from({ length: 100 }, (_, place) => place / 100))
    expect(drawUniform(candidates, 20, 7)).toEqual(drawUniform(candidates, 20, 7))
    expect(drawUniform(candidates, 20, 7)).not.toEqual(drawUniform(candidates, 20, 8))
    expect(new Set(drawUniform(candidates, 20).map(({ probability }) => probability))).toEqual(new Set([0.2]))
  })

  test('by expected errors has more of what the judge is unsure of', () => {
    const candidates = candidatesOf(Array.from({ length: 200 }, (_, place) => (place % 2 === 0 ? 0.5 : 0.99)))
    const drawn = drawActively(candidates, candidates.map(deviationOfShare), 60)
    const unsure = drawn.filter(({ id }) => Number(id) % 2 === 0)
    expect(unsure.length).toBeGreaterThan(35)
    for (const { probability } of drawn) expect(probability).toBeGreaterThanOrEqual(0.15)
  })
})

describe('a draw by score', () => {
  const candidates = candidatesOf(Array.from({ length: 103 }, (_, place) => (place * 37) % 103))
  test('draws from each stratum its share', () => {
    const { strata, drawn } = drawByScore(candidates, 41)
    expect(drawn.length).toBe(41)
    expect(new Set(drawn.map(({ id }) => id)).size).toBe(41)
    for (const [name, places] of Map.groupBy(strata.keys(), (place) => strata[place])) {
      const ofStratum = drawn.filter(({ id }) => strata[Number(id)] === name)
      expect(Math.abs(ofStratum.length - (41 * places.length) / 103)).toBeLessThan(1)
      for (const { probability } of ofStratum) expect(probability).toBe(ofStratum.length / places.length)
    }
    const scoresOf = (name: string) =>
      candidates.filter((_, place) => strata[place] === name).map(({ score }) => score)
    expect(Math.max(...scoresOf('score 1 of 4'))).toBeLessThan(Math.min(...scoresOf('score 2 of 4')))
  })

  test('has fewer strata for few labels, and refuses more than labels allow', () => {
    expect(new Set(drawByScore(candidates, 30).strata).size).toBe(2)
    expect(new Set(drawByScore(candidates, 60).strata).size).toBe(4)
    expect(new Set(drawByScore(candidates, 29).strata).size).toBe(1)
    expect(new Set(drawByScore(candidates, 3).strata).size).toBe(1)
    expect(() => drawByScore(candidates, 12, { strata: 3 })).toThrow('strata')
    expect(() => drawByScore(candidates, 104)).toThrow('from 1 to 103')
  })
})
