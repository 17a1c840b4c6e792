import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawAnswers } from '../../../../src/features/labels/draw/draw-answers.ts'
import type { DrawRecord } from '../../../../src/features/labels/file/label-record.ts'
import { relevancy, runOf, singleStatements } from '../labelled-run.ts'

const shares = Array.from({ length: 60 }, (_, index) => ((index * 29) % 61) / 60)
const run = singleStatements(shares)
const idsOf = (draw: DrawRecord | undefined) => (draw?.answers ?? []).map(({ itemId }) => itemId)
const ways = ['uniform', 'score'] as const

describe.each(ways)('a draw of kind %s', (by) => {
  it('has as many answers as were wanted, each once, the same for a seed', () => {
    const draw = drawAnswers(run, 'relevancy', { by, count: 20 })
    expect(new Set(idsOf(draw)).size).toBe(20)
    expect(idsOf(drawAnswers(run, 'relevancy', { by, count: 20 }))).toEqual(idsOf(draw))
    expect(idsOf(drawAnswers(run, 'relevancy', { by, count: 20, seed: 2 }))).not.toEqual(idsOf(draw))
  })

  it('does not depend on the order in which answers stand in the file', () => {
    const turned = { ...run, items: run.items.toReversed() }
    const draw = drawAnswers(run, 'relevancy', { by, count: 20 })
    expect(drawAnswers(turned, 'relevancy', { by, count: 20 })?.answers).toEqual(draw?.answers)
  })

  it('goes on without changing what was drawn, and probabilities only rise', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 25 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 1000 }),
        (count, added, seed) => {
          const first = drawAnswers(run, 'relevancy', { by, count, seed }) as DrawRecord
          const more = drawAnswers(run, 'relevancy', { count: count + added }, first) as DrawRecord
          expect(idsOf(more).slice(0, count)).toEqual(idsOf(first))
          expect(new Set(idsOf(more)).size).toBe(more.answers.length)
          if (by === 'uniform') expect(more.answers).toHaveLength(count + added)
          for (const [index, { probability }] of first.answers.entries())
            expect(more.answers[index]?.probability).toBeGreaterThanOrEqual(probability - 1e-12)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('has probabilities that are how often answers are drawn, in one draw or two', () => {
    const counts = new Map<string, number>()
    const probabilities = new Map<string, number>()
    const times = 1500
    const note = (drawn: DrawRecord['answers']) => {
      for (const { itemId, probability } of drawn) {
        counts.set(itemId, (counts.get(itemId) ?? 0) + 1)
        probabilities.set(itemId, probability)
      }
    }
    for (let seed = 1; seed <= times; seed += 1) {
      const first = drawAnswers(run, 'relevancy', { by, count: 12, seed }) as DrawRecord
      note((drawAnswers(run, 'relevancy', { count: 24 }, first) as DrawRecord).answers)
    }
    for (const [id, probability] of probabilities) {
      const error = Math.sqrt((probability * (1 - probability)) / times)
      // Ties of scores fall into one stratum or the other; 60 numbers, so that five errors are never passed.
      expect(Math.abs((counts.get(id) ?? 0) / times - probability)).toBeLessThan(5 * error + 1e-9)
    }
    const drawn = [...counts.values()].reduce((sum, count) => sum + count, 0)
    expect(drawn / times).toBeCloseTo(24, 0)
  })
})

describe('a draw', () => {
  it('is of all where more are wanted than there are', () => {
    const draw = drawAnswers(run, 'relevancy', { count: 100 })
    expect(draw).toMatchObject({ by: 'all', count: 60, of: 60 })
    expect(new Set(draw?.answers.map(({ probability }) => probability))).toEqual(new Set([1]))
  })

  it('that has as many already is not made again', () => {
    const draw = drawAnswers(run, 'relevancy', { count: 20 })
    expect(drawAnswers(run, 'relevancy', { count: 20 }, draw)).toBeUndefined()
    expect(drawAnswers(run, 'relevancy', { count: 5 }, draw)).toBeUndefined()
  })

  it('of all is gone on with by the same command, whatever way it names', () => {
    const options = { by: 'score', count: 100 } as const
    const draw = drawAnswers(run, 'relevancy', options)
    expect(draw?.by).toBe('all')
    expect(drawAnswers(run, 'relevancy', options, draw)).toBeUndefined()
  })

  it('shows answers in an order that has nothing to do with scores or the file', () => {
    const draw = drawAnswers(run, 'relevancy', { by: 'score', count: 40 }) as DrawRecord
    const strata = draw.answers.map(({ stratum }) => stratum)
    expect(strata).not.toEqual(strata.toSorted())
    expect(idsOf(draw)).not.toEqual(idsOf(draw).toSorted())
  })

  it('marks the answers that every rater labels, and goes on with them', () => {
    const draw = drawAnswers(run, 'relevancy', { count: 20, overlap: 0.25 }) as DrawRecord
    expect(draw.answers.filter(({ byAll }) => byAll)).toHaveLength(5)
    const more = drawAnswers(run, 'relevancy', { count: 40, overlap: 0.25 }, draw) as DrawRecord
    expect(more.answers.slice(0, 20).map(({ byAll }) => byAll)).toEqual(
      draw.answers.map(({ byAll }) => byAll),
    )
    expect(more.answers.filter(({ byAll }) => byAll)).toHaveLength(10)
  })

  it('labels statements where the run says what is asked of each, else whole answers', () => {
    expect(drawAnswers(run, 'relevancy', { count: 5 })?.unit).toBe('statement')
    const { question: _, ...unknown } = relevancy
    const other = runOf([{ id: 'one', shares: [0.5] }], unknown)
    expect(drawAnswers(other, 'relevancy', { count: 1 })?.unit).toBe('answer')
  })

  it.each([
    [{ by: 'score' }, 'answers were drawn with by uniform, so the draw cannot continue with score'],
    [{ seed: 2 }, 'answers were drawn with seed 1, so the draw cannot continue with 2'],
    [{ unit: 'answer' }, 'answers were drawn with unit statement'],
  ] as const)('is not gone on with in another way: %o', (options, message) => {
    const draw = drawAnswers(run, 'relevancy', { count: 20 })
    expect(() => drawAnswers(run, 'relevancy', { count: 30, ...options }, draw)).toThrow(message)
  })

  it('is not gone on with where scores or answers are others', () => {
    const draw = drawAnswers(run, 'relevancy', { by: 'score', count: 20 }) as DrawRecord
    const changed = singleStatements(shares.map((share) => Math.abs(share - 0.5)))
    expect(() => drawAnswers(changed, 'relevancy', { count: 30 }, draw)).toThrow(
      'has changed since it was drawn',
    )
    const fewer = singleStatements(shares.slice(1))
    expect(() => drawAnswers(fewer, 'relevancy', { count: 30 }, draw)).toThrow('drawn from 60 scored answers')
    const other = { ...run, header: { ...run.header, id: 'run-2' } }
    expect(() => drawAnswers(other, 'relevancy', { count: 30 }, draw)).toThrow(
      'drawn from run run-1, but this is run-2',
    )
  })

  it('needs a score and a count', () => {
    expect(() => drawAnswers(run, 'tone', { count: 5 })).toThrow('no answer has a score by tone')
    expect(() => drawAnswers(run, 'relevancy', { count: 0 })).toThrow('options.count')
  })
})
