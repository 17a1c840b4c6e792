import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summarise, totalCost } from '../../src/evaluation.ts'
import { binValues } from '../../src/report/html/charts/histogram.ts'
import { sumCosts } from '../../src/report/run/cost-lines.ts'
import { readMaterial } from '../../src/report/run/material.ts'
import { failureCauses, groupFailures, groupNotScorable } from '../../src/report/run/unscored.ts'
import { worstAnswers } from '../../src/report/run/worst-answers.ts'
import { runReport } from '../../src/report.ts'
import { formatValue } from '../../src/run/format-value.ts'
import type { ItemRecord } from '../../src/run/item-record.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import { runOf } from '../evaluation/support/runs.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

const run = randomRun({ items: 30, seed: 5 })
const material = materialOf(run, run)
const [firstSummary] = material.summaries
const [firstItem] = run.items
if (firstSummary === undefined || firstItem === undefined) throw new Error('there are items and summaries')

const withItems = (items: readonly Partial<ItemRecord>[]): EvaluationRun => ({
  ...run,
  items: items.map((item) => ({ ...firstItem, ...item })),
})

const scored = (score: number, cost = firstItem.cost) =>
  ({ outcome: 'scored', score, cost, durationInMs: 1 }) as const

describe('material', () => {
  it('is refused where a summary is missing, doubled or of another run', () => {
    expect(() => readMaterial({ ...material, summaries: material.summaries.slice(1) })).toThrow(
      new TypeError("there is no summary of scorer 'answer-relevancy'"),
    )
    expect(() => readMaterial({ ...material, summaries: [...material.summaries, firstSummary] })).toThrow(
      /'answer-relevancy' has more than one summary/,
    )
    expect(() => readMaterial({ ...material, summaries: [{ ...firstSummary, scorerId: 'tone' }] })).toThrow(
      /summary of scorer 'tone', which the run does not have/,
    )
  })

  it('is refused where a number is not finite', () => {
    const summaries = material.summaries.map((summary) => ({ ...summary, mean: Number.NaN }))
    expect(() => readMaterial({ ...material, summaries })).toThrow(/mean is NaN/)
    const broken = withItems([{ itemId: 'q', scores: { faithfulness: scored(Number.POSITIVE_INFINITY) } }])
    expect(() => readMaterial({ ...material, run: broken })).toThrow(
      /item 'q', scorer 'faithfulness', score is Infinity/,
    )
  })

  it('is refused where a record is of a scorer that the run does not name', () => {
    const strange = withItems([{ itemId: 'q', scores: { tone: scored(1) } }])
    expect(() => readMaterial({ ...material, run: strange })).toThrow(/item 'q': scorer 'tone' is not among/)
  })
})

describe('costs', () => {
  it('are summed by target and scorer, and count what has no price', () => {
    const usage = { inputTokens: 10, outputTokens: 5 }
    const priced = { calls: 1, usage, money: 0.5 }
    const costs = sumCosts(
      withItems([
        { cost: priced, scores: { faithfulness: scored(1, priced) } },
        {
          cost: { calls: 2, usage },
          scores: { faithfulness: scored(1, { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }) },
        },
      ]),
    )
    expect(costs.target).toEqual({ calls: 3, inputTokens: 20, outputTokens: 10, money: 0.5, unpriced: 1 })
    expect(costs.scorers.get('faithfulness')).toEqual({
      calls: 1,
      inputTokens: 10,
      outputTokens: 5,
      money: 0.5,
      unpriced: 0,
    })
    expect(costs.total).toEqual({ calls: 4, inputTokens: 30, outputTokens: 15, money: 1, unpriced: 1 })
  })

  it('are those of the evaluation, records that a resumed run did again counted in', () => {
    const priced = { calls: 1, usage: { inputTokens: 10, outputTokens: 5 }, money: 0.5 }
    const again = {
      ...withItems([{ itemId: 'a', cost: priced, scores: { faithfulness: scored(1, priced) } }]),
      superseded: withItems([{ itemId: 'a', cost: priced, scores: {} }]).items,
    }
    const { total } = totalCost(again)
    expect(total).toEqual({ calls: 3, usage: { inputTokens: 30, outputTokens: 15 }, money: 1.5 })
    expect(sumCosts(again).total).toEqual({ calls: 3, ...total.usage, money: 1.5, unpriced: 0 })
    expect(sumCosts(again).target.calls).toBe(2)
  })
})

describe('failures', () => {
  it('with the same error are one group, the most frequent first', () => {
    const failure = { name: 'JudgeError', message: 'no answer', attempts: 3 }
    const failed = { outcome: 'failed', failure, cost: firstItem.cost, durationInMs: 1 } as const
    const run = withItems([
      { itemId: 'a', failure: { ...failure, name: 'Timeout' }, scores: {} },
      { itemId: 'b', scores: { faithfulness: failed, hallucination: failed } },
      { itemId: 'c', scores: { faithfulness: failed } },
    ])
    expect(failureCauses(run).map(({ where, why, count }) => [where, why, count])).toEqual([
      ['Faithfulness, Hallucination', 'no answer', 2],
      ['no answer', 'Timeout: no answer', 1],
    ])
    const groups = groupFailures(run)
    expect(groups.map(({ scorerId, count, itemId }) => [scorerId, count, itemId])).toEqual([
      ['faithfulness', 2, 'b'],
      [undefined, 1, 'a'],
      ['hallucination', 1, 'b'],
    ])
  })
})

describe('worst answers', () => {
  const answers = withItems([
    { itemId: 'a', scores: { s: scored(0.5) } },
    { itemId: 'b', scores: { s: scored(0) } },
    { itemId: 'c', scores: { s: scored(1) } },
  ])
  const scorer = { id: 's', name: 'S', scale: 1, lowerIsBetter: false }
  const ids = (lowerIsBetter: boolean) =>
    worstAnswers(answers, { ...scorer, lowerIsBetter }, 2).map(({ item }) => item.itemId)

  it('are the lowest, or the highest where lower is better, and never the best', () => {
    expect(ids(false)).toEqual(['b', 'a'])
    expect(ids(true)).toEqual(['c', 'a'])
  })

  it('have each item once, by the worst of its repeats', () => {
    const items = [
      { itemId: 'a', repeat: 1, scores: { s: scored(0.2) } },
      { itemId: 'b', repeat: 1, scores: { s: scored(0.6) } },
      { itemId: 'a', repeat: 2, scores: { s: scored(0.1) } },
      { itemId: 'b', repeat: 2, scores: { s: scored(0.9) } },
      { itemId: 'c', repeat: 2, scores: { s: scored(1) } },
    ]
    const repeated = withItems(items)
    const run = { ...repeated, header: { ...repeated.header, repeats: 2 } }
    const found = (lowerIsBetter: boolean) =>
      worstAnswers(run, { ...scorer, lowerIsBetter }, 3).map(({ item, score }) => [
        item.itemId,
        item.repeat,
        score,
      ])
    expect(found(false)).toEqual([
      ['a', 2, 0.1],
      ['b', 1, 0.6],
    ])
    expect(found(true)).toEqual([
      ['c', 2, 1],
      ['b', 2, 0.9],
      ['a', 1, 0.2],
    ])
  })
})

describe('the text of an input', () => {
  it('is what a reader wants to see', () => {
    expect(formatValue('plain')).toBe('plain')
    expect(formatValue({ role: 'user', content: 'hello' })).toBe('user: hello')
    expect(
      formatValue([
        { role: 'user', content: [{ type: 'text', text: 'one' }] },
        { role: 'assistant', content: 'two' },
      ]),
    ).toBe('user: one\n\nassistant: two')
    expect(formatValue({ order: 7 })).toBe('order: 7')
    expect(formatValue({ goal: 'Cancel it.', knows: { order: 7, name: 'Ann' }, turns: [1, { of: 2 }] })).toBe(
      'goal: Cancel it.\nknows: order 7, name Ann\nturns: [1,{"of":2}]',
    )
    expect(formatValue({})).toBe('{}')
    expect(formatValue([{ order: 7 }])).toBe('[\n  {\n    "order": 7\n  }\n]')
  })
})

describe('bins', () => {
  it('hold each value once, in the bin between whose edges it lies', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 })), fc.constantFrom(5, 10, 20), (values, count) => {
        const counted = binValues(
          values.map((value) => value / 100),
          0,
          1,
          count,
        )
        // The slow way, in whole numbers, where edges are exact.
        const width = 100 / count
        const slow = counted.map(
          (_bin, index) =>
            values.filter(
              (value) =>
                value >= index * width &&
                (value < (index + 1) * width || (index === count - 1 && value === 100)),
            ).length,
        )
        expect(counted.map((bin) => bin.count)).toEqual(slow)
      }),
    )
  })

  it('refuse what lies outside', () => {
    expect(() => binValues([1.1], 0, 1, 10)).toThrow(RangeError)
  })
})

describe('why answers were not scorable', () => {
  const scored = runOf([0.2, 'not scorable', 'not scorable', 'not scorable'])
  const run = {
    ...scored,
    items: scored.items.map((item, index) =>
      index === 3
        ? {
            ...item,
            scores: Object.fromEntries(
              Object.entries(item.scores).map(([id, score]) => [
                id,
                { ...score, reason: 'not in English \u001b[2J' },
              ]),
            ),
          }
        : item,
    ),
  } as typeof scored
  const material = { run, summaries: summarise(run) }

  it('is grouped by scorer and reason, most frequent first', () => {
    expect(groupNotScorable(run)).toEqual([
      { scorerId: 'relevancy', reason: 'no question', count: 2, itemId: '1' },
      { scorerId: 'relevancy', reason: 'not in English \u001b[2J', count: 1, itemId: '3' },
    ])
  })

  it.each<[string, () => string | Promise<string>, RegExp]>([
    [
      'a terminal',
      () => runReport.terminal(material),
      /Not scorable\n2 × relevancy: no question \(first: 1\)/,
    ],
    [
      'Markdown',
      () => runReport.markdown(material),
      /### Not scorable[\s\S]*\| 2 \| relevancy \| no question \| 1 \|/,
    ],
    ['HTML', () => runReport.html(material), /Not scorable, by reason[\s\S]*no question<\/td>/],
    [
      'JSON',
      () => runReport.json(material),
      /"notScorable": \[\s+\{[^}]*"reason": "no question",\s+"count": 2/,
    ],
  ])('is shown in %s', async (_, report, expected) => {
    const text = await report()
    expect(text).toMatch(expected)
    expect(text).not.toContain('\u001b[2J (')
  })

  it('is no section of its own where everything was scored', () => {
    const whole = runOf([0.2, 0.4])
    expect(runReport.terminal({ run: whole, summaries: summarise(whole) })).not.toContain('Not scorable\n')
  })
})
