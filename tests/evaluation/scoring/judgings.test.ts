import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate, readRun } from '../../../src/evaluation.ts'
import { embeddedJudge } from '../../../src/index.ts'
import { cachedJudge, memoryCache, panelJudge } from '../../../src/judge/index.ts'
import { createAnswerRelevancyScorer, createCompletenessScorer } from '../../../src/scorers/index.ts'
import { choice, gradedJudge } from '../../support/graded-judge.ts'
import { folder, questions, scorerOf } from '../support.ts'

const target = async (input: string) => `The answer is ${input}.`

/** Says yes to the first judging, no to the second, and so on, in whichever order they arrive. */
const wavering = () =>
  gradedJudge('wavering', (_question, _key, { vote = 1 }) => choice(vote % 2 === 1 ? 'yes' : 'no'))

describe('an answer that is judged again', () => {
  it('keeps the score of the first time, and the scores and the cost of all', async () => {
    const scorers = [createAnswerRelevancyScorer({ model: wavering() })]
    const run = await evaluate({ target, data: questions(1), scorers, judgings: 3 })
    expect(run.header.judgings).toBe(3)
    const record = run.items[0]?.scores['answer-relevancy']
    expect(record).toMatchObject({ outcome: 'scored', score: 1, again: [0, 1], cost: { calls: 3 } })
    expect(record?.verdicts?.map(({ verdict }) => verdict)).toEqual(['yes'])
  })

  it('is no empty one, which no judge was shown', async () => {
    const scorers = [createAnswerRelevancyScorer({ model: wavering() })]
    const run = await evaluate({ target: () => '', data: questions(1), scorers, judgings: 2 })
    const record = run.items[0]?.scores['answer-relevancy']
    expect(record).toMatchObject({ outcome: 'scored', score: 0 })
    expect(record).not.toHaveProperty('again')
  })

  it('is answered by a cache only where the same judging was asked before', async () => {
    const store = memoryCache()
    const judge = wavering()
    const scorers = [createAnswerRelevancyScorer({ model: cachedJudge(judge, { store }) })]
    const once = await evaluate({ target, data: questions(1), scorers })
    expect(judge.requests).toHaveLength(1)
    const more = await evaluate({ target, data: questions(1), scorers, judgings: 3 })
    expect(judge.requests).toHaveLength(3)
    const again = await evaluate({ target, data: questions(1), scorers, judgings: 3 })
    expect(judge.requests).toHaveLength(3)
    const scores = ({ items }: typeof once) => items[0]?.scores['answer-relevancy']
    expect(scores(more)).toMatchObject({ score: 1, again: [0, 1] })
    expect(scores(again)).toMatchObject({ score: 1, again: [0, 1], cost: { calls: 0 } })
  })

  it('has votes of its own in a panel', async () => {
    const judge = wavering()
    const model = panelJudge([cachedJudge(judge, { store: memoryCache() })], { times: 3 })
    await evaluate({
      target,
      data: questions(1),
      scorers: [createAnswerRelevancyScorer({ model })],
      judgings: 2,
    })
    expect(judge.requests.map(({ vote }) => vote).sort()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('is not where a scorer always gives the same score, and the run says so', async () => {
    let runs = 0
    const data = [{ input: 'How tall?', groundTruth: 'It is tall.' }]
    const other = scorerOf('other', () => ++runs / 10)
    const scorers = [
      createCompletenessScorer(),
      createAnswerRelevancyScorer({ model: embeddedJudge() }),
      createAnswerRelevancyScorer({
        id: 'cached',
        model: cachedJudge(embeddedJudge(), { store: memoryCache() }),
      }),
      other,
    ]
    const run = await evaluate({ target, data, scorers, judgings: 2 })
    expect(run.header.scorers.map(({ deterministic }) => deterministic)).toEqual([
      true,
      true,
      true,
      undefined,
    ])
    const again = Object.values(run.items[0]?.scores ?? {}).map((record) =>
      record.outcome === 'scored' ? record.again : undefined,
    )
    expect(again).toEqual([undefined, undefined, undefined, [0.2]])
  })

  it('keeps why a judging gave no score, and the score of the first', async () => {
    let runs = 0
    const scorer = scorerOf('number', () => {
      if (++runs > 1) throw new Error('down')
      return 0.5
    })
    const run = await evaluate({ target, data: questions(1), scorers: [scorer], judgings: 3 })
    expect(run.items[0]?.scores.number).toMatchObject({
      outcome: 'scored',
      score: 0.5,
      again: [],
      againFailed: ['down', 'down'],
    })
  })

  it('is not judged again where the first time gave no score', async () => {
    let runs = 0
    const scorer = scorerOf('number', () => {
      runs += 1
      throw new Error('down')
    })
    const run = await evaluate({ target, data: questions(1), scorers: [scorer], judgings: 3 })
    expect([runs, run.items[0]?.scores.number?.outcome]).toEqual([1, 'failed'])
  })

  it('comes back from a run file, which is resumed with as many judgings only', async () => {
    const file = join(folder(), 'run.jsonl')
    const settings = { target, data: questions(2), file }
    const scorers = [createAnswerRelevancyScorer({ model: wavering() })]
    const run = await evaluate({ ...settings, scorers, judgings: 2 })
    // A file has its records as they came, which on a busy machine is another order.
    const scoresOf = ({ items }: typeof run) =>
      Object.fromEntries(items.map(({ itemId, scores }) => [itemId, scores]))
    expect(scoresOf(await readRun(file))).toEqual(JSON.parse(JSON.stringify(scoresOf(run))))
    await expect(evaluate({ ...settings, scorers, judgings: 3, resume: true })).rejects.toThrow(
      /run with different judgings/,
    )
  })

  it.each([
    ['"again":[7]', /a score of 7 by "answer-relevancy", which scores from 0 to 1/],
    ['"again":[0,1]', /was judged 3 times by "answer-relevancy" in a run with 2/],
    ['"again":"0"', /again/],
  ])('is refused from a run file with %s', async (again, message) => {
    const file = join(folder(), 'run.jsonl')
    const scorers = [createAnswerRelevancyScorer({ model: wavering() })]
    await evaluate({ target, data: questions(1), file, scorers, judgings: 2 })
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('"again":[0]')
    writeFileSync(file, text.replace('"again":[0]', again))
    await expect(readRun(file)).rejects.toThrow(message)
  })

  it.each([0, 1.5, -1])('cannot be judged %s times', async (judgings) => {
    await expect(
      evaluate({ target, data: questions(1), scorers: [createCompletenessScorer()], judgings }),
    ).rejects.toThrow(/judgings/)
  })
})
