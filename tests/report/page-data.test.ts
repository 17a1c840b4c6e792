import { describe, expect, it } from 'vitest'
import { searchText } from '../../src/report/html/client/select-items.ts'
import { pageData } from '../../src/report/html/page-data.ts'
import type { ItemRecord } from '../../src/run/item-record.ts'
import type { EvaluationRun, ScoreRecord } from '../../src/run/record.ts'
import { makeRun, scorer } from '../evaluation/support/runs.ts'

const one = scorer('one')
const runOf = (
  answers: readonly (readonly [id: string, repeat: number, score: number])[],
  scorers = [one],
): EvaluationRun =>
  makeRun(
    answers.map(([id, repeat, score]) => ({
      ...{ id, repeat },
      outcomes: Object.fromEntries(scorers.map((scorer) => [scorer.id, score])),
    })),
    scorers,
  )
const compare = (before: EvaluationRun, after: EvaluationRun) =>
  pageData('before and after', [
    { label: 'Before', run: before },
    { label: 'After', run: after },
  ])

describe('the verdicts on an answer', () => {
  const shown = (count: number) => {
    const run = runOf([['a', 1, 0.5]])
    const [item] = run.items
    const record = item?.scores.one
    if (item === undefined || record === undefined) return expect.unreachable('the run has a score')
    const verdicts = Array.from({ length: count }, (_, index) => ({ unit: `Unit ${index}.`, verdict: 'yes' }))
    const long = { ...run, items: [{ ...item, scores: { one: { ...record, verdicts } } }] }
    return pageData('alone', [{ label: '', run: long }]).items[0]?.answers[0]?.scores[0]
  }

  it('are all on the page where there are few, else the first, with the number of the others', () => {
    const [few, many] = [shown(500), shown(12_345)]
    expect([few?.verdicts?.length, few?.verdictsLeftOut]).toEqual([500, undefined])
    expect([many?.verdicts?.length, many?.verdictsLeftOut]).toEqual([500, 11_845])
    expect(many?.verdicts?.at(-1)?.unit).toBe('Unit 499.')
  })
})

describe('the metadata of an item', () => {
  it('is a line for each field, with the beginning of a long value', () => {
    const run = runOf([
      ['a', 1, 0.5],
      ['b', 1, 0.5],
    ])
    const metadata = {
      category: 'returns',
      from: { lang: 'de', year: 2026 },
      'a.b': true,
      text: 'x'.repeat(300),
    }
    const items = run.items.map((item) => (item.itemId === 'a' ? { ...item, metadata } : item))
    const [one, other] = pageData('alone', [{ label: '', run: { ...run, items } }]).items
    const lines = ['category: returns', 'from.lang: de', 'from.year: 2026', 'a.b: true']
    expect(one?.metadata).toEqual([...lines, `text: ${'x'.repeat(200)}…`])
    expect(searchText(one)).toContain('category: returns')
    expect(other?.metadata).toBeUndefined()
  })
})

describe('the context of an answer', () => {
  const contexts = (items: number, length: number) => {
    const run = runOf(Array.from({ length: items }, (_, index) => [`a${index}`, 1, 0.5]))
    const verdicts = [{ unit: 'It is free.', verdict: 'no', reason: 'c2: "costs 5"', restsOn: 'c2' }]
    const long = run.items.map((item) => {
      const context = ['c1', 'c2'].map((id) => `${item.itemId}${id}`.padEnd(length, ' and so on'))
      return { ...item, scores: { one: { ...item.scores.one, verdicts, context } as ScoreRecord } }
    })
    const { items: shown } = pageData('alone', [{ label: '', run: { ...run, items: long } }])
    return shown[0]?.answers[0]?.scores[0]?.context
  }

  it('is whole where it decides a verdict, and cut where it does not', () => {
    const [other, deciding] = contexts(3, 35_000) ?? []
    expect(other).toMatch(/… 15,000 more characters, in the run file$/)
    expect(deciding).toBe('a0c2'.padEnd(35_000, ' and so on'))
  })

  it('says where it is cut that what decides may be missing, if a page cannot hold it', () => {
    const [other, deciding] = contexts(400, 120_000) ?? []
    expect(other).toMatch(/… 116,000 more characters, in the run file$/)
    expect(deciding).toMatch(/… 100,000 more characters, in the run file: what decides may be among them$/)
  })
})

describe('the answers of several runs', () => {
  it('are paired by item and repeat, as far as both have it, in the order of the run after', () => {
    const before = runOf([
      ['a', 1, 0.1],
      ['a', 2, 0.2],
      ['gone', 1, 0.3],
    ])
    const after = runOf([
      ['new', 1, 0.4],
      ['a', 2, 0.5],
      ['a', 3, 0.6],
    ])
    const rows = compare(before, after).items.map(({ id, repeat, answers }) => [
      ...[id, repeat],
      ...answers.map((answer) => answer?.scores[0]?.score),
    ])
    expect(rows).toEqual([
      ['new', 1, undefined, 0.4],
      ['a', 2, 0.2, 0.5],
      ['a', 3, undefined, 0.6],
      ['a', 1, 0.1, undefined],
      ['gone', 1, 0.3, undefined],
    ])
  })

  it('hold both questions where another was asked, and say so in every repeat', () => {
    const after = runOf([
      ['a', 1, 1],
      ['a', 2, 1],
      ['b', 1, 1],
    ])
    const [first, ...rest] = after.items
    if (first === undefined) expect.unreachable('the run has items')
    const before = {
      ...after,
      items: [{ ...first, input: 'earlier', groundTruth: 'Paris' }, ...rest.slice(1)],
    }
    const { items } = compare(before, after)
    expect(items.map(({ id, repeat, changed }) => [id, repeat, changed])).toEqual([
      ['a', 1, true],
      ['a', 2, true],
      ['b', 1, undefined],
    ])
    expect(items[0]?.input).toBe('a')
    expect(items[0]?.answers.map((answer) => answer?.asked)).toEqual([
      { input: 'earlier', groundTruth: 'Paris' },
      undefined,
    ])
  })

  it('have the scorers of the run after, or of any variant', () => {
    const runs = ['first', 'second'].map((id) => ({
      label: id,
      run: runOf([['a', 1, 1]], [one, scorer(id)]),
    }))
    const ids = (relation: 'before and after' | 'variants') =>
      pageData(relation, runs).scorers.map(({ id }) => id)
    expect(ids('before and after')).toEqual(['one', 'second'])
    expect(ids('variants')).toEqual(['one', 'first', 'second'])
  })

  it('say what was expected of them, with what was found where it was not met', () => {
    const run = runOf([
      ['a', 1, 1],
      ['b', 1, 1],
    ])
    const [first, ...rest] = run.items
    if (first === undefined) expect.unreachable('the run has items')
    const expectations = [
      { what: 'includes "Paris"', met: false, found: 'Rome' },
      { what: 'one at least 0.8', met: true, found: '1' },
    ]
    const { items } = pageData('alone', [
      { label: '', run: { ...run, items: [{ ...first, expectations }, ...rest] } },
    ])
    expect(items.map(({ answers }) => answers[0]?.expectations)).toEqual([
      [
        { what: 'includes "Paris"', met: false, found: 'Rome' },
        { what: 'one at least 0.8', met: true, found: undefined },
      ],
      undefined,
    ])
  })

  it('say the scores of each judging, where there were several', () => {
    const run = runOf([
      ['a', 1, 0.5],
      ['b', 1, 1],
    ])
    const [first, ...rest] = run.items
    if (first === undefined) expect.unreachable('the run has items')
    const scores = { one: { ...first.scores.one, again: [0.75], againFailed: ['Error: down'] } }
    const judged = { ...run, items: [{ ...first, scores } as ItemRecord, ...rest] }
    const { items } = pageData('alone', [{ label: '', run: judged }])
    expect(items.map(({ answers }) => answers[0]?.scores[0]?.judgings)).toEqual([
      ['Judged 3 times: 0.500, 0.750. The words shown are from the first.', 'No score: Error: down'],
      undefined,
    ])
  })
})
