import { describe, expect, test } from 'vitest'
import { compareRuns } from '../../../src/evaluation/comparison/compare-runs.ts'
import { compareVariants } from '../../../src/evaluation/comparison/compare-variants.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { makeRun, runOf, scorer } from '../support/runs.ts'

const named = (variant: string, run: EvaluationRun): EvaluationRun => ({
  ...run,
  header: { ...run.header, variant },
})
const random = seededRandom(1)
const base = Array.from({ length: 40 }, () => 0.3 + 0.3 * random())
const runs = [
  named('low', runOf(base)),
  named('high', runOf(base.map((score) => score + 0.2 + 0.05 * random()))),
  named('alike', runOf(base.map((score) => score + 0.02 * (random() - 0.5)))),
]

describe('compareVariants', () => {
  test('says of each two what compareRuns says, with intervals for all of them together', () => {
    const { pairs } = compareVariants(runs)
    expect(pairs.map(({ first, second }) => [first, second])).toEqual([
      ['low', 'high'],
      ['low', 'alike'],
      ['high', 'alike'],
    ])
    for (const { first, second, verdict, interval, detectableDifference: _, ...rest } of pairs) {
      const [before, after] = [first, second].map((name) =>
        runs.find(({ header }) => header.variant === name),
      )
      const [alone] = compareRuns(before as EvaluationRun, after as EvaluationRun)
      expect(rest).toEqual({
        ...rest,
        difference: alone?.difference,
        standardError: alone?.standardError,
        moved: alone?.moved,
        together: { comparisons: 3, level: 0.95 },
      })
      expect(verdict).toBe(alone?.verdict)
      expect(interval?.low).toBeLessThanOrEqual(alone?.interval?.low ?? 0)
      expect(interval?.high).toBeGreaterThanOrEqual(alone?.interval?.high ?? 0)
    }
    const [level = 0, ...others] = new Set(pairs.map(({ interval }) => interval?.level))
    expect(others).toEqual([])
    expect(level).toBeGreaterThan(0.95)
    expect(level).toBeLessThanOrEqual(1 - 0.05 / 3)
  })

  test('says who is ahead, and who cannot be told apart', () => {
    const [standing] = compareVariants(runs).scorers
    expect(standing?.leaders).toEqual(['high'])
    expect(standing?.undecided).toMatchObject([{ first: 'low', second: 'alike' }])
    const down = runs.map((run) => ({
      ...run,
      header: { ...run.header, scorers: [scorer('relevancy', { lowerIsBetter: true })] },
    }))
    expect(compareVariants(down).scorers[0]?.leaders.toSorted()).toEqual(['alike', 'low'])
  })

  test('tells times and costs of answers beside their scores', () => {
    const times = [10, 20, 30, 40, 1000]
    const timed = makeRun(
      times.map((_, index) => ({ id: `${index}`, outcomes: { relevancy: 1 } })),
      [scorer('relevancy')],
    )
    const items = timed.items.map((item, index) => ({
      ...item,
      durationInMs: times[index] ?? 0,
      cost: { calls: 1, usage: { inputTokens: 10, outputTokens: 5 }, money: 0.5 },
    }))
    const failed = { ...items[0], itemId: 'x', answer: undefined, scores: {} }
    const broken = { ...failed, durationInMs: 1e6, failure: { name: 'Error', message: '', attempts: 1 } }
    const { variants } = compareVariants([
      named('timed', { ...timed, items: [...items, broken] as EvaluationRun['items'] }),
      named('other', timed),
    ])
    expect(variants[0]).toMatchObject({ answers: 6, failed: 1, medianInMs: 30, p95InMs: 1000 })
    expect(variants[0]?.cost).toEqual({ calls: 6, usage: { inputTokens: 60, outputTokens: 30 }, money: 3 })
  })

  test('refuses one run, two of one name, and runs without a common scorer', () => {
    expect(() => compareVariants(runs.slice(0, 1))).toThrow(/two runs or more/)
    expect(() => compareVariants([runOf([1]), runOf([1])])).toThrow(/two runs are called "run"/)
    const other = named('b', makeRun([{ id: '0', outcomes: { bias: 1 } }], [scorer('bias')]))
    expect(() => compareVariants([named('a', runOf([1])), other])).toThrow(/no scorer in common/)
  })
})
