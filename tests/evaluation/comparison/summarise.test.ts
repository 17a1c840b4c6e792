import { describe, expect, test } from 'vitest'
import { InconsistentRunError } from '../../../src/evaluation/comparison/collect-scores.ts'
import { summarise } from '../../../src/evaluation/comparison/summarise.ts'
import { seededRandom, shuffle } from '../../../src/shared/random.ts'
import { makeRun, runOf, scorer } from '../support/runs.ts'

const [relevancy, bias] = [scorer('relevancy'), scorer('bias', { lowerIsBetter: true })]

describe('summarise', () => {
  test('gives the same numbers, to the last digit, in whatever order records came', () => {
    const random = seededRandom(5)
    const share = () => Math.round(random() * 1e6) / 1e6
    const run = makeRun(
      Array.from({ length: 120 }, (_, index) => ({
        ...{ id: `item ${Math.floor(index / 4)}`, repeat: 1 + (index % 4) },
        outcomes: { relevancy: share() },
      })),
      [relevancy],
    )
    const header = { ...run.header, repeats: 4 }
    const expected = summarise({ header, items: run.items })
    for (let round = 0; round < 20; round += 1)
      expect(summarise({ header, items: shuffle(run.items, random) })).toEqual(expected)
  })

  test('counts an item without an answer as failed for every scorer', () => {
    const run = makeRun(
      [
        { id: 'a', outcomes: { relevancy: 1, bias: 'not scorable' } },
        { id: 'b', outcomes: { relevancy: 'failed', bias: 0 } },
        { id: 'c', outcomes: 'no answer' },
      ],
      [relevancy, bias],
    )
    expect(summarise(run)).toMatchObject([
      { scorerId: 'relevancy', scored: 1, notScorable: 0, failed: 2, items: 1, mean: 1 },
      { scorerId: 'bias', scored: 1, notScorable: 1, failed: 1, items: 1, mean: 0 },
    ])
  })

  test('averages repeats before items, so that an item with more scored repeats counts no more', () => {
    const run = makeRun(
      [
        { id: 'a', repeat: 1, outcomes: { relevancy: 0 } },
        { id: 'a', repeat: 2, outcomes: { relevancy: 0 } },
        { id: 'b', repeat: 1, outcomes: { relevancy: 1 } },
        { id: 'b', repeat: 2, outcomes: { relevancy: 'failed' } },
      ],
      [relevancy],
    )
    expect(summarise(run)[0]).toMatchObject({ mean: 0.5, scored: 3, items: 2, clusters: 2 })
  })

  test('has the textbook standard error where items are independent', () => {
    // Deviation of 0.2, 0.4, 0.6, 0.8, 1 is √0.1.
    expect(summarise(runOf([0.2, 0.4, 0.6, 0.8, 1]))[0]?.standardError).toBeCloseTo(Math.sqrt(0.1 / 5), 12)
  })

  test('clusters by group: doubling every item leaves the error as it was', () => {
    const single = [0.2, 0.4, 0.6, 0.8, 1]
    const doubled = makeRun(
      single.flatMap((score, index) =>
        ['x', 'y'].map((half) => ({
          id: `${index}${half}`,
          group: `${index}`,
          outcomes: { relevancy: score },
        })),
      ),
      [relevancy],
    )
    const [summary] = summarise(doubled)
    const [reference] = summarise(runOf(single))
    expect(summary).toMatchObject({ items: 10, clusters: 5 })
    expect(summary?.standardError).toBeCloseTo(reference?.standardError ?? 0, 12)
    expect(summary?.interval?.low).toBeCloseTo(reference?.interval?.low ?? 0, 12)
  })

  test('a group with the id of an item outside it is another cluster', () => {
    const run = makeRun(
      [
        { id: 'x', outcomes: { relevancy: 1 } },
        { id: 'y', group: 'x', outcomes: { relevancy: 0 } },
      ],
      [relevancy],
    )
    expect(summarise(run)[0]?.clusters).toBe(2)
  })

  test('gives no interval and no error for one cluster, and says why', () => {
    const [summary] = summarise(runOf([0.7]))
    expect(summary).toMatchObject({
      mean: 0.7,
      note: expect.stringContaining('at least 2 items are needed, and there is 1'),
    })
    expect(summary).not.toHaveProperty('interval')
    expect(summary).not.toHaveProperty('standardError')
  })

  test('gives no mean where nothing was scored', () => {
    const [summary] = summarise(runOf(['failed', 'not scorable']))
    expect(summary).not.toHaveProperty('mean')
    expect(summary).toMatchObject({
      scored: 0,
      notScorable: 1,
      failed: 1,
      note: 'No mean: nothing was scored.',
    })
  })

  test('is not certain of a mean of 1 because 30 of 30 are 1', () => {
    // Clopper and Pearson for 30 of 30: 0.025^(1/30) = 0.8843 to 1.
    const [summary] = summarise(runOf(Array.from({ length: 30 }, () => 1)))
    expect(summary?.interval?.low).toBeCloseTo(0.8843, 4)
    expect(summary?.interval?.high).toBe(1)
    expect(summary?.note).toContain('All 30 scores are the same; other items may differ.')
  })

  test('gives no interval for equal scores whose range nobody knows', () => {
    const [summary] = summarise(runOf([3, 3, 3, 3, 3, 3], { scale: undefined }))
    expect(summary).not.toHaveProperty('interval')
    expect(summary?.note).toContain('without a known range there is no interval')
  })

  test('of three scores says little, and still something', () => {
    const interval = summarise(runOf([0.6, 0.9, 0.9]))[0]?.interval
    // Of 0.6, 0.9, 0.9, 0 and 1 the mean is 0.68, and 2.776 · √(0.167 ∕ 5) is 0.507.
    expect(interval?.low).toBeCloseTo(0.173, 3)
    expect(interval?.high).toBe(1)
  })

  test('gives the same numbers every time, whatever the seed', () => {
    const run = runOf([0.1, 0.5, 0.4, 0.9, 1, 0.35, 0.62, 0.77])
    expect(summarise(run)).toEqual(summarise(run))
    expect(summarise(run, { seed: 2 })).toEqual(summarise(run))
  })

  test('does not depend on what other scorers there are', () => {
    const scores = [0.1, 0.5, 0.4, 0.9, 1, 0.35]
    const both = makeRun(
      scores.map((score, index) => ({
        id: `${index}`,
        outcomes: { relevancy: score, bias: index < 2 ? 'failed' : 1 - score },
      })),
      [relevancy, bias],
    )
    expect(summarise(both)[0]).toEqual(summarise(runOf(scores))[0])
  })

  test.each([
    [
      'two records of one repeat',
      [
        { id: 'a', outcomes: { relevancy: 1 } },
        { id: 'a', outcomes: { relevancy: 1 } },
      ],
    ],
    ['an answer without an outcome', [{ id: 'a', outcomes: {} }]],
    ['a score that is no number', [{ id: 'a', outcomes: { relevancy: Number.NaN } }]],
    [
      'repeats of one item in two groups',
      [
        { id: 'a', repeat: 1, group: 'x', outcomes: { relevancy: 1 } },
        { id: 'a', repeat: 2, group: 'y', outcomes: { relevancy: 1 } },
      ],
    ],
  ])('refuses %s', (_, answers) => {
    expect(() => summarise(makeRun(answers, [relevancy]))).toThrow(InconsistentRunError)
  })

  test('refuses options out of range by name', () => {
    expect(() => summarise(runOf([1]), { level: 95 })).toThrow(/options\.level/)
    expect(() => summarise(runOf([1]), { resamples: 10 })).toThrow(/options\.resamples/)
  })
})
