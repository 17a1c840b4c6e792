import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawAnswers } from '../../../src/people/labels/draw/draw-answers.ts'
import type { DrawnAnswer, DrawRecord } from '../../../src/people/labels/file/label-record.ts'
import { relevancy, runOf, singleStatements } from './labelled-run.ts'

const shares = Array.from({ length: 60 }, (_, index) => ((index * 29) % 61) / 60)
const run = singleStatements(shares)
const idsOf = (draw: DrawRecord | undefined) => (draw?.answers ?? []).map(({ itemId }) => itemId)
const ways = ['uniform', 'score', 'unsure'] as const

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
    const note = (drawn: readonly DrawnAnswer[]) => {
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
    const options = { by: 'unsure', count: 100, floor: 0.2 } as const
    const draw = drawAnswers(run, 'relevancy', options)
    expect(draw?.by).toBe('all')
    expect(drawAnswers(run, 'relevancy', options, draw)).toBeUndefined()
    expect(() => drawAnswers(run, 'relevancy', { count: 100, floor: 0.2 }, draw)).toThrow('floor works only')
  })

  it('takes those of which the judge is least sure more often', () => {
    const draw = drawAnswers(run, 'relevancy', { by: 'unsure', count: 20, floor: 0.2 })
    const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
    const byId = new Map(run.items.map(({ itemId }, index) => [itemId, shares[index] as number]))
    const open = (id: string) => Math.sqrt((byId.get(id) as number) * (1 - (byId.get(id) as number)))
    expect(mean(idsOf(draw).map(open))).toBeGreaterThan(mean([...byId.keys()].map(open)))
    for (const { probability } of draw?.answers ?? [])
      expect(probability).toBeGreaterThanOrEqual((0.2 * 20) / 60 - 1e-9)
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
    const draw = drawAnswers(run, 'relevancy', { by: 'unsure', count: 20 }) as DrawRecord
    const changed = singleStatements(shares.map((share) => share / 2))
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

  it('takes no judge for infallible: among yes, unsure and no none has much less than an equal chance', () => {
    const three = singleStatements(Array.from({ length: 100 }, (_, at) => (at < 60 ? 1 : at < 80 ? 0.5 : 0)))
    const draw = drawAnswers(three, 'relevancy', { by: 'unsure', count: 30 })
    const chances = (draw?.answers ?? []).map(({ probability }) => probability)
    expect(Math.min(...chances)).toBeGreaterThan(0.85 * 0.3)
    expect(Math.max(...chances)).toBeGreaterThan(1.2 * 0.3)
  })

  it('needs a score, and a judge that is unsure of something', () => {
    expect(() => drawAnswers(run, 'tone', { count: 5 })).toThrow('no answer has a score by tone')
    const sure = singleStatements([0, 1, 1, 0])
    expect(() => drawAnswers(sure, 'relevancy', { by: 'unsure', count: 2 })).toThrow('draw by score')
    expect(() => drawAnswers(run, 'relevancy', { count: 0 })).toThrow('options.count')
  })
})
