import { describe, expect, it } from 'vitest'
import { measureAgreement } from '../../../src/features/agreement/index.ts'
import type { LabelledRow } from '../../../src/features/agreement/rows/labelled-row.ts'
import { createAnswerRelevancyScorer, createBiasScorer } from '../../../src/scorers/index.ts'
import { folder } from '../../evaluation/support.ts'
import { bracketJudge, figuresOf, quick, relevancy, rows } from './support.ts'

describe('measureAgreement', () => {
  // The first table of the article on Cohen's kappa in Wikipedia: 20, 5, 10, 15.
  const table = rows(['yes', '[yes]', 20], ['yes', '[no]', 5], ['no', '[yes]', 10], ['no', '[no]', 15])

  it('gives the figures that a table has by hand', async () => {
    const { result, value } = await figuresOf({ scorer: relevancy(), data: table })
    expect(value('kappa')).toBeCloseTo(0.4, 12)
    expect(value('agreement')).toBeCloseTo(35 / 50, 12)
    expect(value('truePositiveRate')).toBeCloseTo(20 / 25, 12)
    expect(value('trueNegativeRate')).toBeCloseTo(15 / 25, 12)
    expect(value('balancedAccuracy')).toBeCloseTo(0.7, 12)
    // Pairs in order 0.8 · 0.6, ties 0.8 · 0.4 and 0.2 · 0.6 by half.
    expect(value('areaUnderCurve')).toBeCloseTo(0.48 + 0.22, 12)
    expect(value('brierScore')).toBeCloseTo(15 / 50, 12)
    // Of verdicts that are only yes or no, both are the same quantity.
    const { areaUnderCurve: area, balancedAccuracy: balanced } = result.figures
    expect(area).toHaveProperty('interval')
    expect(balanced).toEqual(area)
    // Said 1: 20 of 30 are; said 0: 5 of 20 are.
    expect(value('calibrationError')).toBeCloseTo((10 + 5) / 50, 12)
    expect(result.figures.calibrationError).not.toHaveProperty('interval')
    expect(result.confusion).toEqual({
      categories: ['yes', 'unsure', 'no'],
      counts: [
        [20, 0, 5],
        [0, 0, 0],
        [10, 0, 15],
      ],
    })
    expect(result.counts).toEqual({ scored: 50, notScorable: 0, failed: 0, undecided: 0, notReached: 0 })
    expect(result.judges).toEqual(['brackets'])
    expect(result.reliability).toMatchObject([
      { low: 0, rows: 20, said: 0, found: { value: 0.25 } },
      { low: 0.9, rows: 30, said: 1, found: { value: 2 / 3 } },
    ])
  })

  it('is plain JSON, the same for the same data', async () => {
    const one = await measureAgreement({ ...quick, scorer: relevancy(), data: table })
    const two = await measureAgreement({ ...quick, scorer: relevancy(), data: table })
    expect(JSON.parse(JSON.stringify(one))).toEqual(one)
    expect({ ...two, durationInMs: 0, end: 0 }).toEqual({ ...one, durationInMs: 0, end: 0 })
  })

  it('has wider intervals where rows share a group', async () => {
    const width = async (data: readonly LabelledRow[]) => {
      const { figures } = await measureAgreement({ ...quick, scorer: relevancy(), data })
      const found = figures.kappa
      if (found === undefined || !('interval' in found) || found.interval === undefined)
        throw new Error('none')
      return found.interval.high - found.interval.low
    }
    const repeated = table.flatMap((row) =>
      [1, 2, 3, 4].map((copy) => ({ ...row, id: `${row.id}-${copy}`, group: String(row.id) })),
    )
    const usual = await width(table)
    expect(await width(repeated)).toBeCloseTo(usual, 1)
    expect(await width(repeated.map(({ group: _, ...row }) => row))).toBeLessThan(0.7 * usual)
  })

  it('compares by the scale of the scorer and by the threshold that is given', async () => {
    const scorer = createAnswerRelevancyScorer({
      model: bracketJudge({ weighting: 'share' }),
      options: { scale: 10 },
    })
    const data = rows(['yes', '[yes 0.9]', 6], ['yes', '[unsure 0.6]', 4], ['no', '[no 0.3]', 10])
    const { value } = await figuresOf({ scorer, data })
    expect(value('truePositiveRate')).toBe(1)
    expect(value('brierScore')).toBeCloseTo((4 * 0.16 + 10 * 0.09) / 20, 12)
    const strict = await figuresOf({ scorer, data, threshold: 0.6 })
    expect(strict.value('truePositiveRate')).toBe(0.6)
    expect(strict.value('areaUnderCurve')).toBe(1)
  })

  it('counts labels half way between by name and in ranks only', async () => {
    const data = rows(
      ['yes', '[yes]', 6],
      ['unsure', '[unsure]', 4],
      ['unsure', '[yes]', 2],
      ['no', '[no]', 6],
    )
    const { value, result } = await figuresOf({ scorer: relevancy(), data })
    expect(value('agreement')).toBe(1)
    expect(value('verdictAgreement')).toBeCloseTo(16 / 18, 12)
    expect(value('spearman')).toBeGreaterThan(0.8)
    expect(result.confusion?.counts).toEqual([
      [6, 0, 0],
      [2, 4, 0],
      [0, 0, 6],
    ])
    expect(result.disagreements.map(({ label, verdict }) => [label, verdict])).toEqual([
      ['unsure', 'yes'],
      ['unsure', 'yes'],
    ])
  })

  it('says which labels are missing for a figure', async () => {
    const data = rows(['yes', '[yes]', 9], ['yes', '[no]', 3], ['no', '[abstain]', 2])
    const { result } = await figuresOf({ scorer: relevancy(), data })
    expect(result.figures).toMatchObject({
      truePositiveRate: { value: 0.75 },
      trueNegativeRate: { undefinedBecause: 'no row has a negative label; add some' },
      areaUnderCurve: { undefinedBecause: 'all labels are of one class; add rows of the other' },
    })
  })

  it('takes unsure for what it is said to be', async () => {
    const data = rows(['yes', '[yes]', 6], ['unsure', '[yes]', 4], ['no', '[no]', 6])
    const { value, result } = await figuresOf({
      scorer: relevancy(),
      data,
      positive: ['yes', 'unsure'],
      negative: 'no',
    })
    expect(value('truePositiveRate')).toBe(1)
    expect(result.reading).toMatchObject({ positive: ['yes', 'unsure'], between: [] })
  })

  it('takes labels half way between that are named alone beside the usual ones', async () => {
    const data = rows(['yes', '[yes]', 6], ['maybe', '[unsure]', 4], ['no', '[no]', 6])
    const { result } = await figuresOf({ scorer: relevancy(), data, between: 'maybe' })
    expect(result.reading).toMatchObject({ positive: ['yes'], negative: ['no'], between: ['maybe'] })
    const biased = createBiasScorer({ model: bracketJudge() })
    await expect(figuresOf({ scorer: biased, data, between: 'maybe' })).rejects.toThrow(
      /lower scores are better/,
    )
  })

  it('counts failures and rows that are not scorable, and has them in no figure', async () => {
    const data = [...table, ...rows(['yes', '[fail]', 3], ['no', '[abstain]', 2])]
    const { value, result } = await figuresOf({ scorer: relevancy(), data })
    expect(value('kappa')).toBeCloseTo(0.4, 12)
    expect(result.counts).toEqual({ scored: 50, notScorable: 2, failed: 3, undecided: 0, notReached: 0 })
    expect(result.notScorable).toMatchObject([{ reason: 'it cannot say', count: 2, id: 'no [abstain] 0' }])
    expect(result.failures).toMatchObject([{ count: 3, id: 'yes [fail] 0' }])
    expect(result.failures[0]?.reason).toContain('it is not there')
  })

  it('has no figures, and no made-up ones, where nothing was scored', async () => {
    const { result } = await figuresOf({
      scorer: relevancy(),
      data: rows(['yes', '[fail]', 6], ['no', '[fail]', 6]),
    })
    expect(result.counts.failed).toBe(12)
    for (const estimate of Object.values(result.figures)) expect(estimate).toHaveProperty('undefinedBecause')
    expect(result.disagreements).toEqual([])
    expect(result.warnings.join(' ')).toContain('100 % of the rows have no score')
  })

  it('keeps the worst disagreements first, with the judge’s own words', async () => {
    const scorer = relevancy(bracketJudge({ weighting: 'share' }))
    const data = rows(
      ['yes', '[yes 0.8]', 8],
      ['no', '[no 0.1]', 8],
      ['no', '[yes 0.7]', 1],
      ['yes', '[no 0.05]', 1],
    )
    const { result } = await figuresOf({ scorer, data, disagreements: 1 })
    expect(result.disagreements).toEqual([
      {
        id: 'yes [no 0.05] 0',
        asked: 'How tall is the tower?',
        said: 'Statement 0 [no 0.05]',
        context: [],
        label: 'yes',
        verdict: 'no',
        score: 0,
        words: 'because it is no',
        wordsBy: 'judge',
        distance: 1,
      },
    ])
  })

  it('adds up calls, tokens and, where prices are given, money', async () => {
    const scorer = relevancy(bracketJudge({ model: 'some/model' }))
    const free = await measureAgreement({ ...quick, scorer, data: table })
    expect(free.cost).toEqual({ calls: 50, usage: { inputTokens: 500, outputTokens: 100 } })
    const prices = { 'some/model': { inputPerMillion: 1, outputPerMillion: 10 } }
    const { cost } = await measureAgreement({ ...quick, scorer, data: table, prices })
    expect(cost.money).toBeCloseTo((500 + 1000) / 1e6, 12)
  })

  it('stops where the signal says so, and says how many rows were not reached', async () => {
    const controller = new AbortController()
    const result = await measureAgreement({
      ...quick,
      scorer: relevancy(),
      data: table,
      concurrency: 1,
      signal: controller.signal,
      onProgress: (event) => {
        if (event.kind === 'item' && event.finished === 20) controller.abort()
      },
    })
    expect(result.end.status).toBe('cancelled')
    expect(result.counts).toMatchObject({ scored: 20, notReached: 30 })
    expect(result.warnings[0]).toContain('30 rows were not reached')
  })

  it('goes on from a file, also where labels were mended in between', async () => {
    const file = `${folder()}/calibration.jsonl`
    const judge = bracketJudge()
    await measureAgreement({ ...quick, scorer: relevancy(judge), data: table, file })
    const mended = table.map((row) => ({
      ...row,
      label: String(row.statement).includes('[yes]') ? 'yes' : 'no',
    }))
    const { figures } = await measureAgreement({
      ...quick,
      scorer: relevancy(judge),
      data: mended,
      file,
      resume: true,
    })
    expect(judge.requests).toHaveLength(50)
    expect(figures.kappa).toMatchObject({ value: 1 })
  })
})
