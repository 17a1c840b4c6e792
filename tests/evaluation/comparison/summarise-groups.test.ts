import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareRuns } from '../../../src/evaluation/comparison/compare-runs.ts'
import { summarise } from '../../../src/evaluation/comparison/summarise.ts'
import { summariseGroups } from '../../../src/evaluation/comparison/summarise-groups.ts'
import type { JsonValue } from '../../../src/judge/contract.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { makeRun, runOf, scorer } from '../support/runs.ts'

/** A run with metadata, by the place of an item. */
const withMetadata = (run: EvaluationRun, metadata: readonly (JsonValue | undefined)[]): EvaluationRun => ({
  ...run,
  items: run.items.map((item, index) => ({ ...item, metadata: metadata[index] })),
})
const languages = (
  values: readonly (JsonValue | undefined)[],
  scores = values.map((_, index) => index / 10),
) =>
  withMetadata(
    runOf(scores),
    values.map((language) => (language === undefined ? undefined : { language })),
  )
const shapeOf = (run: EvaluationRun, by: string | readonly string[]) =>
  summariseGroups(run, by).groups.map(({ name, values, items }) => [name, values, items])

describe('groups of items', () => {
  it('are those with the same value, largest first, each with the means of its items', () => {
    const { by, groups } = summariseGroups(languages(['en', 'de', 'de', 'en', 'de', 'fr']), 'language')
    expect(by).toEqual(['language'])
    expect(groups.map(({ name, items, summaries }) => [name, items, summaries[0]?.mean])).toEqual([
      ['de', 3, expect.closeTo((0.1 + 0.2 + 0.4) / 3, 12)],
      ['en', 2, expect.closeTo(0.15, 12)],
      ['fr', 1, 0.5],
    ])
    expect(groups[2]?.summaries[0]?.note).toMatch(/at least 2 items/)
    expect(groups[0]).not.toHaveProperty('comparisons')
  })

  it('say what reads alike apart: no value, the text for it, numbers and texts of digits', () => {
    const run = languages([undefined, null, 'none', '(none)', 1, '1', 'de', ''])
    expect(shapeOf(run, 'language')).toEqual([
      ['(none)', [null], 2],
      ['""', [''], 1],
      ['"(none)"', ['(none)'], 1],
      ['"1"', ['1'], 1],
      ['1', [1], 1],
      ['de', ['de'], 1],
      ['none', ['none'], 1],
    ])
  })

  it('are one where their values read the same', () => {
    expect(shapeOf(languages(['fran\u00e7ais', 'franc\u0327ais', ' fran\u00e7ais']), 'language')).toEqual([
      ['fran\u00e7ais', ['fran\u00e7ais'], 3],
    ])
  })

  it('are crossed, found by a path or by a name with a point in it, and by the group of the item', () => {
    const run = withMetadata(runOf([0, 0.5, 1]), [
      { customer: { tier: 'gold' }, 'a.b': 1, language: 'en' },
      { customer: { tier: 'gold' }, 'a.b': 2, language: 'de' },
      { customer: 'unknown', language: 'de' },
    ])
    expect(shapeOf(run, 'customer.tier')).toEqual([
      ['gold', ['gold'], 2],
      ['(none)', [null], 1],
    ])
    expect(shapeOf(run, 'a.b').map(([name]) => name)).toEqual(['(none)', '1', '2'])
    expect(shapeOf(run, ['language', 'customer.tier']).map(([name]) => name)).toEqual([
      ...['de · (none)', 'de · gold', 'en · gold'],
    ])
    const grouped = makeRun([{ id: 'a', group: 'manual', outcomes: { relevancy: 1 } }], [scorer('relevancy')])
    expect(shapeOf(grouped, 'group')).toEqual([['manual', ['manual'], 1]])
  })

  it('refuse a field that no item has, and list those that there are', () => {
    const run = withMetadata(runOf([0, 1]), [{ language: 'en' }, { customer: { tier: 1, age: 2 } }])
    expect(() => summariseGroups(run, 'langauge')).toThrow(
      new TypeError('no item has "langauge" to group by: they have language, customer.tier, customer.age'),
    )
    expect(() => summariseGroups(runOf([1]), 'language')).toThrow(/neither metadata nor a group/)
    expect(() => summariseGroups(run, 'toString')).toThrow(/no item has "toString"/)
  })

  it('wait for the field where a run stopped before its items came', () => {
    const { header, items } = languages(['en', 'de', 'fr'])
    const stopped = withMetadata({ header, items: items.slice(0, 2) }, [undefined, undefined])
    expect(shapeOf(stopped, 'language')).toEqual([['(none)', [null], 2]])
  })

  it('refuse repeats of an item with different values', () => {
    const run = makeRun(
      [1, 2].map((repeat) => ({ id: 'a', repeat, outcomes: { relevancy: 1 } })),
      [scorer('relevancy')],
    )
    expect(() =>
      summariseGroups(withMetadata(run, [{ language: 'en' }, { language: 'de' }]), 'language'),
    ).toThrow(/item a has more than one value of language/)
  })

  const values = fc.array(fc.constantFrom('en', 'de', 'fr', undefined), { minLength: 14, maxLength: 14 })
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 })

  it('part the items: each is in one, and their means weighed by size are the mean of all', () => {
    fc.assert(
      fc.property(values, scores, (languagesOfItems, means) => {
        fc.pre(languagesOfItems.some((value) => value !== undefined))
        const run = languages(languagesOfItems, means)
        const { groups } = summariseGroups(run, 'language', { resamples: 1000 })
        expect(groups.reduce((sum, { items }) => sum + items, 0)).toBe(14)
        const total = groups.reduce((sum, { items, summaries }) => sum + items * (summaries[0]?.mean ?? 0), 0)
        expect(total / 14).toBeCloseTo(summarise(run)[0]?.mean ?? Number.NaN, 9)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a comparison in groups', () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 })
  const scorers = [scorer('one'), scorer('two')]
  const runWith = (one: readonly number[], two: readonly number[]) =>
    makeRun(
      one.map((score, index) => ({ id: `${index}`, outcomes: { one: score, two: two[index] ?? 0 } })),
      scorers,
    )

  it('of a single group says what the comparison of the runs says', () => {
    fc.assert(
      fc.property(scores, scores, (one, two) => {
        const all = one.map(() => ({ language: 'en' }))
        const [before, after] = [withMetadata(runWith(one, two), all), withMetadata(runWith(two, one), all)]
        const options = { resamples: 1000 }
        const { groups } = summariseGroups(after, 'language', { ...options, baseline: before })
        expect(groups).toHaveLength(1)
        expect(groups[0]?.summaries).toEqual(summarise(after, options))
        expect(groups[0]?.comparisons).toEqual(compareRuns(before, after, { ...options, moved: 0 }))
      }),
      { numRuns: 20 },
    )
  })

  it('corrects over all groups and scorers together', () => {
    fc.assert(
      fc.property(scores, scores, (one, two) => {
        const parts = one.map((_, index) => ({ half: index % 2 }))
        const [before, after] = [
          withMetadata(runWith(one, two), parts),
          withMetadata(runWith(two, one), parts),
        ]
        const { groups } = summariseGroups(after, 'half', { baseline: before, resamples: 1000 })
        const all = groups.flatMap(({ comparisons = [] }) => comparisons)
        expect(all).toHaveLength(4)
        for (const { verdict, interval, together } of all) {
          if (verdict === 'same') continue
          expect(together?.comparisons).toBe(4)
          const isOpen = interval === undefined || interval.low * interval.high <= 0
          expect(verdict === 'cannot tell').toBe(isOpen)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('takes the group from the run after, and says of a small one that nothing can be told', () => {
    const before = languages(['en', 'en', 'en', 'en'])
    const after = languages(['en', 'de', 'de', 'de'], [1, 1, 1, 1])
    const { groups } = summariseGroups(after, 'language', { baseline: before })
    expect(groups.map(({ name, comparisons }) => [name, comparisons?.[0]?.pairs])).toEqual([
      ['de', 3],
      ['en', 1],
    ])
    expect(groups[0]?.comparisons?.[0]).toMatchObject({
      verdict: 'cannot tell',
      note: expect.stringMatching(/^No interval: at least \d items are needed, and there are 3/),
    })
  })

  it('is empty for a group that only the run after was asked', () => {
    const after = languages(['en', 'en', 'de'])
    const before = { ...after, items: after.items.slice(0, 2) }
    const { groups } = summariseGroups(after, 'language', { baseline: before })
    expect(groups.map(({ name, comparisons }) => [name, comparisons?.length])).toEqual([
      ['en', 1],
      ['de', 0],
    ])
  })
})
