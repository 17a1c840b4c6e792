import { createScorer } from '@mastra/core/evals'
import { describe, expect, it } from 'vitest'
import {
  type CalibrateOptions,
  calibrate,
  type FigureName,
  type LabelledRow,
} from '../../src/calibration/index.ts'
import {
  createAnswerRelevancyScorer,
  createFaithfulnessScorer,
  createHallucinationScorer,
  createToxicityScorer,
} from '../../src/scorers/index.ts'
import { folder } from '../evaluation/support.ts'
import { bracketJudge, rows } from './support.ts'

const relevancy = (judge = bracketJudge()) => createAnswerRelevancyScorer({ model: judge })
const quick = { resamples: 1000 } as const

async function figuresOf(options: CalibrateOptions) {
  const result = await calibrate({ ...quick, ...options })
  const value = (name: FigureName) => {
    const estimate = result.figures[name]
    return estimate !== undefined && 'value' in estimate ? estimate.value : undefined
  }
  return { result, value }
}

describe('calibrate', () => {
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
    // Said 1: 20 of 30 are; said 0: 5 of 20 are.
    expect(value('calibrationError')).toBeCloseTo((10 + 5) / 50, 12)
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
    const one = await calibrate({ ...quick, scorer: relevancy(), data: table })
    const two = await calibrate({ ...quick, scorer: relevancy(), data: table })
    expect(JSON.parse(JSON.stringify(one))).toEqual(one)
    expect({ ...two, durationInMs: 0, end: 0 }).toEqual({ ...one, durationInMs: 0, end: 0 })
  })

  it('has wider intervals where rows share a group', async () => {
    const width = async (data: readonly LabelledRow[]) => {
      const { figures } = await calibrate({ ...quick, scorer: relevancy(), data })
      const found = figures.kappa
      if (found === undefined || !('interval' in found) || found.interval === undefined)
        throw new Error('none')
      return found.interval.high - found.interval.low
    }
    const repeated = table.flatMap((row) =>
      [1, 2, 3, 4].map((copy) => ({ ...row, id: `${row.id}-${copy}`, group: String(row.id) })),
    )
    expect(await width(repeated)).toBeCloseTo(await width(table), 1)
    expect(await width(repeated.map(({ group: _, ...row }) => row))).toBeLessThan(0.7 * (await width(table)))
  })

  it('compares by the scale of the scorer and by the threshold that is given', async () => {
    const scorer = createAnswerRelevancyScorer({
      model: bracketJudge({ weighting: 'share' }),
      options: { scale: 10 },
    })
    const data = rows(['yes', '[yes 0.9]', 6], ['yes', '[unsure 0.6]', 4], ['no', '[no 0.3]', 10])
    const { value } = await figuresOf({ scorer, data })
    expect(value('truePositiveRate')).toBe(1)
    expect(value('brierScore')).toBeCloseTo((6 * 0.01 + 4 * 0.16 + 10 * 0.09) / 20, 12)
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
        score: 0.05,
        words: 'because it is no',
        wordsBy: 'judge',
        distance: 0.95,
      },
    ])
  })

  it('adds up calls, tokens and, where prices are given, money', async () => {
    const scorer = relevancy(bracketJudge({ model: 'some/model' }))
    const free = await calibrate({ ...quick, scorer, data: table })
    expect(free.cost).toEqual({ calls: 50, usage: { inputTokens: 500, outputTokens: 100 } })
    const prices = { 'some/model': { inputPerMillion: 1, outputPerMillion: 10 } }
    const { cost } = await calibrate({ ...quick, scorer, data: table, prices })
    expect(cost.money).toBeCloseTo((500 + 1000) / 1e6, 12)
  })

  it('stops where the signal says so, and says how many rows were not reached', async () => {
    const controller = new AbortController()
    const result = await calibrate({
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
    await calibrate({ ...quick, scorer: relevancy(judge), data: table, file })
    const mended = table.map((row) => ({
      ...row,
      label: String(row.statement).includes('[yes]') ? 'yes' : 'no',
    }))
    const { figures } = await calibrate({
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

describe('a statement', () => {
  const filler = rows(['yes', '[yes]', 5], ['no', '[no]', 5])

  it('is judged as one unit, however a scorer would break it up', async () => {
    const judge = bracketJudge({
      extract: () => Promise.reject(new Error('nothing is to be extracted')),
    })
    const long = { input: 'How?', statement: 'It is tall. It is old. It is here. [no]', label: 'no' }
    for (const options of [{}, { statements: 'split' as const }, { statements: () => ['other'] }]) {
      judge.requests.length = 0
      const scorer = createAnswerRelevancyScorer({ model: judge, options })
      const { counts } = await calibrate({ ...quick, scorer, data: [...filler, long] })
      expect(counts.scored).toBe(11)
      const asked = judge.requests.map(({ state }) => Object.values(state.statements as object))
      expect(asked).toContainEqual(['It is tall. It is old. It is here. [no]'])
      expect(asked.flat()).toHaveLength(11)
    }
  })

  it('of a whole answer is broken up as ever', async () => {
    const judge = bracketJudge()
    const data = filler.map(({ statement, ...row }) => ({ ...row, output: `First. ${statement}.` }))
    await calibrate({ ...quick, scorer: relevancy(judge), data })
    expect(Object.keys(judge.requests[0]?.state.statements as object)).toHaveLength(2)
  })

  it('that claims nothing is what the scorer makes of it', async () => {
    const greeting = { input: 'Hi', context: 'It is tall.', statement: 'Hello! [none]', label: 'no' }
    const data = [...filler.map((row) => ({ ...row, context: 'It is tall.' })), greeting]
    const faithful = createFaithfulnessScorer({ model: bracketJudge() })
    const { notScorable } = await calibrate({ ...quick, scorer: faithful, data })
    expect(notScorable).toEqual([{ reason: 'the answer makes no claims', count: 1, id: 'row 11' }])
    const hallucination = createHallucinationScorer({ model: bracketJudge() })
    const other = await calibrate({ ...quick, scorer: hallucination, data, positive: 'no', negative: 'yes' })
    expect(other.counts).toMatchObject({ scored: 11, notScorable: 0 })
  })

  it('is shown with the context of its own row', async () => {
    const judge = bracketJudge()
    const data = filler.map((row, index) => ({ ...row, context: [`First of ${index}.`, 'Second.'] }))
    await calibrate({ ...quick, scorer: createFaithfulnessScorer({ model: judge }), data, concurrency: 1 })
    expect(judge.requests[3]?.state.context).toEqual({ c1: 'First of 3.', c2: 'Second.' })
    expect(judge.requests[3]?.state.question).toBe('How tall is the tower?')
  })
})

describe('scorers where lower is better', () => {
  const claims = rows(
    ['supported', '[yes]', 6],
    ['contradicted', '[no]', 5],
    ['not_supported', '[unsure]', 5],
  ).map((row) => ({ ...row, context: 'It is tall.' }))
  const verdicts = { supported: 'yes', contradicted: 'no', not_supported: 'unsure' }

  it('agree fully where the bad labels have the high scores', async () => {
    const scorer = createHallucinationScorer({ model: bracketJudge() })
    const options = { positive: ['contradicted', 'not_supported'], negative: 'supported', verdicts }
    const { value, result } = await figuresOf({ scorer, data: claims, ...options })
    expect([value('kappa'), value('areaUnderCurve'), value('verdictKappa')]).toEqual([1, 1, 1])
    expect(result.scorer.lowerIsBetter).toBe(true)
    expect(result.disagreements).toEqual([])
  })

  it('are warned of where labels are the wrong way round', async () => {
    const scorer = createToxicityScorer({ model: bracketJudge() })
    const data = rows(['toxic', '[severe]', 30], ['toxic', '[none]', 5], ['fine', '[none]', 30])
    const right = await figuresOf({ scorer, data, positive: 'toxic', negative: 'fine' })
    expect(right.value('truePositiveRate')).toBeCloseTo(30 / 35, 12)
    const wrong = await figuresOf({ scorer, data, positive: 'fine', negative: 'toxic' })
    expect(wrong.value('areaUnderCurve')).toBeLessThan(0.1)
    expect(wrong.result.warnings.join(' ')).toContain('Are positive and negative swapped?')
    expect(right.result.warnings.join(' ')).not.toContain('swapped')
  })

  it('do not guess what yes and a high grade stand for', async () => {
    const scorer = createToxicityScorer({ model: bracketJudge() })
    await expect(
      calibrate({ scorer, data: rows(['yes', '[none]', 9], ['no', '[none]', 9]) }),
    ).rejects.toThrow(/lower is better: say in positive/)
    await expect(calibrate({ scorer, data: rows([1, '[none]', 9], [3, '[none]', 9]) })).rejects.toThrow(
      /say with higherGrade/,
    )
  })
})

describe('grades', () => {
  // spearmanr([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]) of SciPy is 0.8208; each row twice does not change it.
  const pairs = [
    [1, 5],
    [2, 6],
    [3, 7],
    [4, 8],
    [5, 7],
  ] as const
  const data = pairs.flatMap(([label, said]) =>
    [1, 2].map((copy) => ({ id: `${label}-${copy}`, input: 'q', output: String(said), label })),
  )
  const scorer = createScorer<string, string>({
    id: 'plain',
    name: 'Plain',
    description: 'a number',
  }).generateScore(({ run }) => Number(run.output) / 10)

  it('are compared by rank with the scores of whole answers', async () => {
    const { value, result } = await figuresOf({ scorer, data })
    expect(value('spearman')).toBeCloseTo(0.8207826816681233, 12)
    expect(result.reading).toEqual({ kind: 'grade', higherGrade: 'higher score' })
    expect(result.confusion).toBeUndefined()
    expect(result.baselines.map(({ name }) => name)).toEqual(['word overlap', 'length'])
    expect(result.disagreements[0]?.label).toBe('5')
  })

  it('may run the other way', async () => {
    const entry = { scorer, lowerIsBetter: true, scale: 1 }
    const { value } = await figuresOf({ scorer: entry, data, higherGrade: 'lower score' })
    expect(value('spearman')).toBeCloseTo(-0.8207826816681233, 12)
  })

  it('as text in a CSV file are numbers all the same', async () => {
    const text = data.map((row) => ({ ...row, label: String(row.label) }))
    expect((await figuresOf({ scorer, data: text })).value('spearman')).toBeCloseTo(0.8207826816681233, 12)
  })
})

describe('several raters', () => {
  it('make a label by majority, and their own agreement is shown beside the scorer’s', async () => {
    const rated = (says: string, ...labels: (string | null)[]) => ({
      input: 'q',
      statement: `It is. ${says}`,
      labels,
    })
    const data = [
      ...Array.from({ length: 6 }, () => rated('[yes]', 'yes', 'yes', 'yes')),
      ...Array.from({ length: 4 }, () => rated('[no]', 'no', 'no', null)),
      rated('[yes]', 'yes', 'yes', 'no'),
      rated('[yes]', 'yes', 'no', null),
    ]
    const { result, value } = await figuresOf({ scorer: relevancy(), data })
    expect(result.counts).toMatchObject({ scored: 11, undecided: 1 })
    expect(value('agreement')).toBe(1)
    expect(result.raters).toMatchObject({ scale: 'nominal', rows: 12, raters: 3 })
    // 31 ratings in units of two or more: 21 yes, 10 no. Observed 1 · 2 · 2 ∕ 2 + 2 ∕ 1 = 4, expected
    // 2 · 21 · 10 ∕ 30 = 14 before both are set beside each other.
    expect(result.raters?.alpha).toMatchObject({ value: expect.closeTo(1 - 4 / 14, 12) })
    expect(result.raters?.alphaWithScorer).toHaveProperty('value')
  })

  it('of grades have the mean grade as the label', async () => {
    const scorer = createScorer<string, string>({ id: 'n', name: 'N', description: 'n' }).generateScore(
      ({ run }) => Number(run.output) / 10,
    )
    const data = Array.from({ length: 10 }, (_, index) => ({
      input: 'q',
      output: String(index),
      labels: [index, index + 1, null],
    }))
    const { result, value } = await figuresOf({ scorer, data })
    expect(value('spearman')).toBeCloseTo(1, 12)
    expect(result.raters).toMatchObject({ scale: 'interval', raters: 2 })
    expect(result.raters?.alphaWithScorer).toBeUndefined()
  })
})

describe('baselines', () => {
  it('say where plain word overlap is better than the judge', async () => {
    const data = Array.from({ length: 40 }, (_, index) => ({
      input: 'tall tower Paris',
      statement: `${index % 2 === 0 ? 'The tall tower in Paris' : 'Some other thing'} ${index % 3 === 0 ? '[no]' : '[yes]'}`,
      label: index % 2 === 0 ? 'yes' : 'no',
    }))
    const { result } = await figuresOf({ scorer: relevancy(), data })
    const overlap = result.baselines.find(({ name }) => name === 'word overlap')
    expect(overlap?.figures.areaUnderCurve).toMatchObject({ value: 1 })
    expect(overlap?.figures.kappa).toMatchObject({ value: 1 })
    const gain = overlap?.gain
    if (gain === undefined || !('interval' in gain)) throw new Error('there is a gain')
    expect(gain.interval?.high).toBeLessThan(0)
    const majority = result.baselines.find(({ name }) => name === 'majority class')
    expect(majority?.figures).toMatchObject({
      agreement: { value: 0.5 },
      kappa: { value: 0 },
      areaUnderCurve: { value: 0.5 },
      brierScore: { value: 0.25 },
    })
  })
})
