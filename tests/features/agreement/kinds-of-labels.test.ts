import { createScorer } from '@mastra/core/evals'
import { describe, expect, it } from 'vitest'
import { measureAgreement } from '../../../src/features/agreement/index.ts'
import {
  createAnswerRelevancyScorer,
  createFaithfulnessScorer,
  createHallucinationScorer,
  createToolCallAccuracyScorerCode,
  createToxicityScorer,
} from '../../../src/scorers/index.ts'
import { bracketJudge, figuresOf, quick, relevancy, rows } from './support.ts'

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
      const { counts } = await measureAgreement({ ...quick, scorer, data: [...filler, long] })
      expect(counts.scored).toBe(11)
      const asked = judge.requests.map(({ state }) => Object.values(state.statements as object))
      expect(asked).toContainEqual(['It is tall. It is old. It is here. [no]'])
      expect(asked.flat()).toHaveLength(11)
    }
  })

  it('of a whole answer is broken up as ever', async () => {
    const judge = bracketJudge()
    const data = filler.map(({ statement, ...row }) => ({ ...row, output: `First. ${statement}.` }))
    await measureAgreement({ ...quick, scorer: relevancy(judge), data })
    expect(Object.keys(judge.requests[0]?.state.statements as object)).toHaveLength(2)
  })

  it('that claims nothing is what the scorer makes of it', async () => {
    const greeting = { input: 'Hi', context: 'It is tall.', statement: 'Hello! [none]', label: 'no' }
    const data = [...filler.map((row) => ({ ...row, context: 'It is tall.' })), greeting]
    const faithful = createFaithfulnessScorer({ model: bracketJudge() })
    const { notScorable } = await measureAgreement({ ...quick, scorer: faithful, data })
    expect(notScorable).toEqual([{ reason: 'the answer makes no claims', count: 1, id: 'row 11' }])
    const hallucination = createHallucinationScorer({ model: bracketJudge() })
    const other = await measureAgreement({
      ...quick,
      scorer: hallucination,
      data,
      positive: 'no',
      negative: 'yes',
    })
    expect(other.counts).toMatchObject({ scored: 11, notScorable: 0 })
  })

  it('is shown with the context of its own row', async () => {
    const judge = bracketJudge()
    const data = filler.map((row, index) => ({ ...row, context: [`First of ${index}.`, 'Second.'] }))
    await measureAgreement({
      ...quick,
      scorer: createFaithfulnessScorer({ model: judge }),
      data,
      concurrency: 1,
    })
    expect(judge.requests[3]?.state.context).toEqual({ c1: 'First of 3.', c2: 'Second.' })
    expect(judge.requests[3]?.state.question).toBe('How tall is the tower?')
  })
})

it('the context of a row is no call to a tool', async () => {
  const called = { toolCalls: [{ toolName: 'search', args: {}, result: '330 metres' }] }
  const data = Array.from({ length: 12 }, (_, index) => ({
    ...{ input: 'How tall?', output: 'It is tall.', context: 'It is 330 metres tall.', ...called },
    label: index % 2 === 0 ? 'yes' : 'no',
  }))
  const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'search', strictMode: true })
  const { disagreements, counts } = await measureAgreement({ ...quick, scorer, data })
  expect(counts).toMatchObject({ scored: 12 })
  expect(disagreements.map(({ score }) => score)).toEqual(disagreements.map(() => 1))
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
      measureAgreement({ scorer, data: rows(['yes', '[none]', 9], ['no', '[none]', 9]) }),
    ).rejects.toThrow(/lower scores are better.*put the labels of high scores into positive/)
    await expect(
      measureAgreement({ scorer, data: rows([1, '[none]', 9], [3, '[none]', 9]) }),
    ).rejects.toThrow(/put the grade of the highest score into positive/)
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
    const { value } = await figuresOf({ scorer: entry, data, positive: 1, negative: 5 })
    expect(value('spearman')).toBeCloseTo(-0.8207826816681233, 12)
    const upwards = await figuresOf({ scorer: entry, data, positive: 5, negative: 1 })
    expect(upwards.value('spearman')).toBeCloseTo(0.8207826816681233, 12)
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
    // The row on which two are divided was not scored: without it, more would agree than do.
    expect(result.raters).not.toHaveProperty('alphaWithScorer')
    const decided = await figuresOf({ scorer: relevancy(), data: data.slice(0, -1) })
    // All agree on 10 rows of 11, and one says no beside three: of 40 ratings 27 are yes, 13 no.
    expect(decided.result.raters?.alphaWithScorer).toMatchObject({
      value: expect.closeTo(1 - (2 * 1 * 3) / 3 / ((2 * 27 * 13) / 39), 12),
    })
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

  it('compare words with what they are told to', async () => {
    const data = Array.from({ length: 20 }, (_, index) => ({
      input: 'tall tower',
      context: 'Some text that has nothing of it.',
      statement: index % 2 === 0 ? 'The tall tower [yes]' : 'Another thing [no]',
      label: index % 2 === 0 ? 'yes' : 'no',
    }))
    const overlap = async (overlapWith?: 'context') => {
      const { result } = await figuresOf({ scorer: relevancy(), data, ...(overlapWith && { overlapWith }) })
      return result.baselines[0]?.figures.areaUnderCurve
    }
    // Relevance is to the question alone.
    expect(await overlap()).toMatchObject({ value: 1 })
    expect(await overlap('context')).toMatchObject({ value: 0.5 })
  })
})

describe('yes, no, true and false', () => {
  it.each([
    ['TRUE', 'FALSE'],
    ['Yes', 'no'],
  ])('are known whatever their case: %s and %s', async (high, low) => {
    const data = rows([high, '[yes]', 6], [low, '[no]', 6])
    const result = await measureAgreement({ ...quick, scorer: relevancy(bracketJudge()), data })
    expect(result.reading).toMatchObject({ positive: [high.toLowerCase()], negative: [low.toLowerCase()] })
    const raters = data.map(({ label, ...row }) => ({
      ...row,
      labels: [`${label}`, `${label}`.toLowerCase()],
    }))
    const rated = await measureAgreement({ ...quick, scorer: relevancy(bracketJudge()), data: raters })
    expect(rated.counts.scored).toBe(12)
  })

  it('keep their case where their meaning is given', async () => {
    const data = rows(['Yes', '[no]', 6], ['No', '[yes]', 6])
    const scorer = relevancy(bracketJudge())
    const { reading } = await measureAgreement({ ...quick, scorer, data, positive: 'No', negative: 'Yes' })
    expect(reading).toMatchObject({ positive: ['No'], negative: ['Yes'] })
  })
})
