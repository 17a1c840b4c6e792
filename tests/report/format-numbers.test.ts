import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparisonSentence } from '../../src/report/comparison-sentences.ts'
import { formatCost, formatMoney } from '../../src/report/format-costs.ts'
import {
  formatChange,
  formatDifference,
  formatDuration,
  formatInterval,
  formatScore,
  formatShare,
} from '../../src/report/format-numbers.ts'
import { incompleteSentence } from '../../src/report/run-notices.ts'
import { shorten } from '../../src/report/safe-text.ts'
import { comparisonsOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

describe('numbers', () => {
  it('have digits by their scale', () => {
    expect(formatScore(0.12345, 1)).toBe('0.123')
    expect(formatScore(7.126, 10)).toBe('7.13')
    expect(formatScore(71.26, 100)).toBe('71.3')
    expect(formatScore(0.5)).toBe('0.500')
  })

  it('have a true minus sign, and none where they round to 0', () => {
    expect(formatScore(-0.25)).toBe('−0.250')
    expect(formatScore(-1e-17)).toBe('0.000')
    expect(formatDifference(-1e-17)).toBe('0.000')
    expect(formatDifference(0.04)).toBe('+0.040')
    expect(formatInterval({ low: -0.1, high: 0.2 })).toBe('−0.100 to 0.200')
  })

  it('read as 0, as equal or as all only where they are', () => {
    expect(formatDifference(0.00012)).toBe('+0.00012')
    expect(formatInterval({ low: -0.2, high: 0.000_115 })).toBe('−0.200 to 0.00012')
    expect(formatChange(0.645, 0.645_12)).toEqual(['0.6450', '0.6451'])
    expect(formatChange(0.645, 0.645 + 1e-16)).toEqual(['0.645', '0.645'])
    expect([2999 / 3000, 1, 1 / 30_000, 0].map(formatShare)).toEqual(['99.967 %', '100 %', '0.0033 %', '0 %'])
  })

  it('show small amounts of money, and which prices are missing', () => {
    expect(formatMoney(0.000_01)).toBe('< $0.0001')
    expect(formatMoney(0.0123)).toBe('$0.0123')
    expect(formatMoney(12.3456)).toBe('$12.35')
    const line = { calls: 2, inputTokens: 5, outputTokens: 5, money: 0.5, unpriced: 0 }
    expect(formatCost(line)).toBe('$0.5000')
    expect(formatCost({ ...line, unpriced: 1 })).toBe('at least $0.5000')
    expect(formatCost({ ...line, money: 0, unpriced: 1 })).toBe('price not known')
    expect(formatCost({ calls: 0, inputTokens: 0, outputTokens: 0, money: 0, unpriced: 0 })).toBe('none seen')
  })

  it('show times in the unit that fits', () => {
    expect([12, 1500, 59_990, 61_000, 3_660_000].map(formatDuration)).toEqual([
      '12 ms',
      '1.5 s',
      '1 min 0 s',
      '1 min 1 s',
      '1 h 1 min',
    ])
  })
})

describe('sentences', () => {
  const run = randomRun({ items: 5 })

  it('give the verdict and what it rests on', () => {
    const [comparison] = comparisonsOf(run, run)
    if (comparison === undefined) throw new Error('there is a comparison')
    const interval = { low: -0.02, high: 0.03, level: 0.95 }
    expect(
      comparisonSentence({ ...comparison, pairs: 200, difference: 0.01, interval, verdict: 'cannot tell' }),
    ).toBe(
      'Cannot tell: the difference is +0.010; its interval is −0.020 to +0.030. A true difference of 0.050 shows in about 4 of 5 comparisons of 200 items.',
    )
    expect(
      comparisonSentence({
        ...comparison,
        difference: 0.1,
        interval: { ...interval, low: 0.05 },
        lowerIsBetter: true,
        verdict: 'worse',
      }),
    ).toBe('Worse: the difference is +0.100; its interval is +0.050 to +0.030 (lower is better).')
    expect(comparisonSentence({ ...comparison, pairs: 0, verdict: 'cannot tell' })).toBe(
      'Cannot tell: no item was scored in both runs.',
    )
    const single = {
      ...comparison,
      pairs: 1,
      difference: 0.25,
      interval: undefined,
      verdict: 'cannot tell',
    } as const
    expect(comparisonSentence(single)).toBe(
      'Cannot tell: over 1 item the difference is +0.250, without an interval.',
    )
    expect(comparisonSentence({ ...single, note: 'No interval: 1 cluster is too few.' })).toBe(
      'Cannot tell: over 1 item the difference is +0.250. No interval: 1 cluster is too few.',
    )
    expect(comparisonSentence({ ...comparison, note: 'Only 4 clusters.' })).toMatch(/\. Only 4 clusters\.$/)
  })

  it('say of a run that is not complete how much it holds and why', () => {
    expect(incompleteSentence({ run })).toBeUndefined()
    const part = { ...run, end: undefined, items: run.items.slice(2) }
    for (const [isUnderWay, sentence] of [
      [undefined, 'has not ended: it was interrupted, or is under way. It holds 3 of 5 answers.'],
      [true, 'is under way: so far it holds 3 of 5 answers.'],
      [false, 'was interrupted: it holds 3 of 5 answers.'],
    ] as const)
      expect(incompleteSentence({ run: part, isUnderWay })).toBe(`This run ${sentence}`)
    const end = { kind: 'end', at: '', status: 'budget', reason: '100 calls' } as const
    expect(incompleteSentence({ run: { ...run, end } })).toBe(
      'This run stopped early because its budget was used up (100 calls): it holds 5 of 5 answers.',
    )
  })
})

describe('a shortened text', () => {
  it('ends after a word where one ends in its second half', () => {
    expect(shorten('The agent called the tool twice.', 20)).toBe('The agent called…')
    expect(shorten('The agent called the tool twice.', 22)).toBe('The agent called the…')
    expect(shorten('a 0123456789012345', 10)).toBe('a 0123456…')
  })

  it('is no longer than asked, begins as the text did, and is whole in its characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (text, length) => {
          const short = shorten(text, length)
          expect(short.length).toBeLessThanOrEqual(length)
          expect(short.isWellFormed()).toBe(true)
          if (text.length <= length) expect(short).toBe(text)
          else expect(text.startsWith(short.slice(0, -1))).toBe(true)
        },
      ),
    )
  })
})
