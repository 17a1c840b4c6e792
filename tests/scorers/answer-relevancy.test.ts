import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeErrorIn } from '../../src/judge/errors.ts'
import {
  type AnswerRelevancyOptions,
  createAnswerRelevancyScorer,
} from '../../src/scorers/answer-relevancy.ts'
import { fakeJudge, type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'

type Verdict = 'yes' | 'unsure' | 'no'

const verdicts = ['yes', 'unsure', 'no'] as const
const given = (...choices: Verdict[]): GivenAnswer[] => choices.map((choice) => ({ choice }))
const answerOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `Fact ${index} is so.`).join(' ')

async function score(answers: readonly GivenAnswer[], options?: AnswerRelevancyOptions, weighting?: 'share') {
  const model = verdictJudge(answers, weighting ? { weighting } : {})
  const scorer = createAnswerRelevancyScorer({ model, options })
  const result = await scorer.run({ input: 'What is so?', output: answerOf(answers.length) })
  return { ...result, score: result.score ?? Number.NaN }
}

describe('the formula', () => {
  it.each<[Verdict[], AnswerRelevancyOptions, number]>([
    [['yes'], {}, 1],
    [['no'], {}, 0],
    [['unsure'], {}, 0.5],
    [['yes', 'unsure', 'no', 'no'], {}, 0.375],
    [['yes', 'yes', 'unsure'], { uncertaintyWeight: 0.3 }, 2.3 / 3],
    [['yes', 'unsure'], { uncertaintyWeight: 0 }, 0.5],
    [['yes', 'unsure'], { uncertaintyWeight: 1 }, 1],
    [['yes', 'no'], { scale: 10 }, 5],
    [['yes', 'unsure', 'no'], { scale: 10 }, 5],
  ])('gives %j with %j a score of %d', async (choices, options, expected) => {
    expect((await score(given(...choices), options)).score).toBeCloseTo(expected, 12)
  })

  it.each([0, 0.3, 0.8, 1])('calls unsure a doubt whatever it counts: %d', async (uncertaintyWeight) => {
    const options = { weighting: 'verdict', uncertaintyWeight } as const
    const { reason } = await score([{ choice: 'yes' }, { choice: 'unsure', share: 0.5 }], options)
    expect(reason).toContain(`1 answers the question and 1 is in doubt (${uncertaintyWeight})`)
    expect(reason).not.toContain('does not')
  })

  it('counts shares with clear ends, and verdicts where the judge gives none or they are asked for', async () => {
    const answers = [
      { choice: 'yes', share: 0.9 },
      { choice: 'unsure', share: 0.6 },
      { choice: 'no', share: 0.1 },
    ]
    expect((await score(answers)).score).toBeCloseTo(1.6 / 3, 12)
    expect((await score(answers, { weighting: 'share' })).score).toBeCloseTo(1.6 / 3, 12)
    expect((await score(answers, { weighting: 'verdict' })).score).toBe(0.5)
    expect((await score([...answers, { choice: 'unsure' }])).score).toBeCloseTo((1.6 + 0.5) / 4, 12)
  })

  it('counts the expected credit where the judge gives probabilities', async () => {
    const answers = [{ choice: 'yes', probabilities: { yes: 0.6, unsure: 0.3, no: 0.1 } }]
    expect((await score(answers, {}, 'share')).score).toBeCloseTo(0.75, 12)
    expect((await score(answers, { uncertaintyWeight: 0 }, 'share')).score).toBeCloseTo(0.6, 12)
    expect((await score(answers, { weighting: 'verdict' }, 'share')).score).toBe(1)
  })

  it('counts verdicts where a judge that prefers shares gives none, and says so', async () => {
    const result = await score(given('yes', 'no'), {}, 'share')
    expect(result.score).toBe(0.5)
    expect(result.analyzeStepResult).toMatchObject({ weighting: 'verdict' })
  })
})

describe('over random verdicts', () => {
  const someVerdicts = fc.array(fc.constantFrom(...verdicts), { minLength: 1, maxLength: 30 })
  const someOptions = fc.record({
    scale: fc.double({ min: 0.01, max: 1_000, noNaN: true }),
    uncertaintyWeight: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  it('a worse verdict never raises the score', async () => {
    await check(
      fc.asyncProperty(someVerdicts, fc.nat(), someOptions, async (choices, at, options) => {
        const worse = choices.with(at % choices.length, 'no')
        const before = await score(given(...choices), options)
        const after = await score(given(...worse), options)
        expect(after.score).toBeLessThanOrEqual(before.score + 1e-12)
      }),
    )
  })
})

describe('outcomes', () => {
  it('whose workflow calls the question something else is told of with the names that are read', async () => {
    const scorer = createAnswerRelevancyScorer({ model: fakeJudge() })
    const { notScorable } = await scorer.run({ input: { frage: 'Wo?', ort: 'Paris' }, output: 'There.' })
    expect(notScorable?.reason).toBe(
      'there is no question: the input has "frage", "ort", and a question is read from inputMessages, messages, prompt, text, content, parts, input or user',
    )
  })

  it.each([{ answer: 'It is so.' }, 42, true, { text: Promise.resolve('It is so.') }, [['It is so.']]])(
    'is not scorable where nobody knows where the output %j keeps its answer',
    async (output) => {
      const model = verdictJudge(given('yes'))
      const result = await createAnswerRelevancyScorer({ model }).run({ input: 'What is so?', output })
      expect(result.notScorable?.reason).toMatch(/no answer can be read from the output/)
      expect(model.requests).toHaveLength(0)
    },
  )

  it.each([
    [{ messages: [{ role: 'assistant', content: 'It is so.' }] }],
    [{ response: { messages: [{ role: 'assistant', content: 'It is so.' }] } }],
    [[{ role: 'model', content: 'It is so.' }]],
    [[{ role: 'assistant', content: [{ type: 'output_text', text: 'It is so.' }] }]],
  ])('reads the answer in %j', async (output) => {
    const result = await createAnswerRelevancyScorer({ model: verdictJudge(given('yes')) }).run({
      input: 'What is so?',
      output,
    })
    expect(result.score).toBe(1)
  })

  it.each([
    { choice: 'yes', share: 92 },
    { choice: 'yes', share: -0.1 },
    { choice: 'yes', share: Number.NaN },
    { choice: 'yes', probabilities: { yes: 0.5, no: 0.5 } },
    { choice: 'yes', probabilities: { yes: 50, unsure: 30, no: 20 } },
    { choice: 'yes', probabilities: { yes: 1.2, unsure: -0.2, no: 0 } },
    { choice: 'yes', probabilities: { yes: 0, unsure: 0, no: 0 } },
  ])('fails where a judge grades with %j', async (answer) => {
    const model = verdictJudge([answer as GivenAnswer], { weighting: 'share' })
    const run = createAnswerRelevancyScorer({ model }).run({ input: 'What is so?', output: 'It is so.' })
    expect(judgeErrorIn(await run.catch((thrown: unknown) => thrown))).toMatchObject({
      reason: 'unanswered',
      ids: ['s1'],
    })
  })

  it('takes nothing from a judge that answers more than it was asked', async () => {
    const honest = verdictJudge(given('yes', 'no', 'yes', 'no'))
    const model = verdictJudge([], {
      decide: async (request) => {
        const { evidence } = await honest.decide(request)
        const all = Object.fromEntries(
          ['s1', 's2', 's3', 's4'].map((id) => [
            id,
            {
              type: 'choice',
              choice: id in request.questions ? (id === 's1' || id === 's3' ? 'yes' : 'no') : 'no',
            },
          ]),
        )
        return { answers: all as never, evidence }
      },
    })
    const result = await createAnswerRelevancyScorer({ model, options: { batchSize: 2 } }).run({
      input: 'What is so?',
      output: answerOf(4),
    })
    expect(result.score).toBe(0.5)
  })

  it('takes an error text as one statement', async () => {
    const model = verdictJudge(given('no'))
    const output = 'TypeError: x is not a function\n    at a.js:1:1\n    at b.js:2:2. Really. Yes.'
    const result = await createAnswerRelevancyScorer({ model }).run({ input: 'What is so?', output })
    expect(result.preprocessStepResult?.statements).toHaveLength(1)
    expect(result.score).toBe(0)
  })

  it('fails where the judge breaks the contract', async () => {
    const scorer = createAnswerRelevancyScorer({ model: verdictJudge([{ choice: 'perhaps' }]) })
    const error = judgeErrorIn(
      await scorer.run({ input: 'Is it?', output: 'It is.' }).catch((thrown: unknown) => thrown),
    )
    expect(error).toMatchObject({ judge: 'given', reason: 'unanswered', ids: ['s1'] })
  })
})

describe('the reason', () => {
  it('states the score, the count and what cost points, with the judge’s words, in one paragraph', async () => {
    const { reason } = await score([
      { choice: 'yes', reason: 'gives it' },
      { choice: 'unsure', reason: 'background\nonly' },
      { choice: 'no', reason: 'off topic' },
    ])
    expect(reason).toMatchInlineSnapshot(
      `"Of 3 statements, 1 answers the question, 1 does not, and 1 is in doubt (0.5): score 0.5. Points lost on “Fact 2 is so.” (does not answer the question: off topic); “Fact 1 is so.” (in doubt: background only)."`,
    )
  })

  it('says that shares were counted', async () => {
    const { reason } = await score([{ choice: 'unsure', share: 0.7 }], { weighting: 'share' })
    expect(reason).toMatchInlineSnapshot(
      `"The only statement probably answers the question (0.7): score 0.7. Points lost on “Fact 0 is so.” (probably answers the question, 0.7)."`,
    )
  })

  it('lists nothing that cost nothing', async () => {
    expect((await score(given('yes', 'unsure'), { uncertaintyWeight: 1 })).reason).not.toContain(
      'Points lost',
    )
  })

  it('names the scale where it is not 1', async () => {
    expect((await score(given('yes', 'no'), { scale: 10 })).reason).toMatchInlineSnapshot(
      `"Of 2 statements, 1 answers the question and 1 does not: score 5 of 10. Points lost on “Fact 1 is so.” (does not answer the question)."`,
    )
  })

  it('lists eight statements at most and says how many more there are', async () => {
    const { reason } = await score(given(...Array.from({ length: 12 }, () => 'no' as const)))
    expect(reason?.match(/“/g)).toHaveLength(8)
    expect(reason).toMatchInlineSnapshot(
      `"None of the 12 statements answers the question: score 0. Points lost on “Fact 0 is so.” (does not answer the question); “Fact 1 is so.” (does not answer the question); “Fact 2 is so.” (does not answer the question); “Fact 3 is so.” (does not answer the question); “Fact 4 is so.” (does not answer the question); “Fact 5 is so.” (does not answer the question); “Fact 6 is so.” (does not answer the question); “Fact 7 is so.” (does not answer the question); and 4 more."`,
    )
  })

  describe('written by the judge', () => {
    const writing = (text: string) => verdictJudge(given('yes', 'no'), { write: () => text })
    const reasonOf = async (text: string) => {
      const scorer = createAnswerRelevancyScorer({ model: writing(text), options: { reason: 'written' } })
      return (await scorer.run({ input: 'What is so?', output: answerOf(2) })).reason
    }

    it('comes before the score, which code states', async () => {
      expect(await reasonOf('Fact 1 is beside the point.')).toBe('Fact 1 is beside the point. Score 0.5.')
    })

    it.each([
      '',
      'Fact 1 is beside the point: score 0.5.',
      'The score is zero.',
      'It deserves a rating of one.',
      'Rather 85 percent.',
    ])('is replaced where it says %j', async (text) => {
      expect(await reasonOf(text)).toMatchInlineSnapshot(
        `"Of 2 statements, 1 answers the question and 1 does not: score 0.5. Points lost on “Fact 1 is so.” (does not answer the question)."`,
      )
    })

    it('is refused at construction where the judge cannot write', () => {
      const model = verdictJudge(given('yes'))
      const make = () => createAnswerRelevancyScorer({ model, options: { reason: 'written' } })
      expect(make).toThrow(/cannot write/)
    })
  })
})

describe('options', () => {
  it.each([undefined, {}, { model: undefined }])('needs a model, and says which there are: %j', (config) => {
    const create = () => Reflect.apply(createAnswerRelevancyScorer, undefined, [config])
    expect(create).toThrow('createAnswerRelevancyScorer: model: must be set: embeddedJudge()')
  })

  it.each<[object, RegExp]>([
    [{ uncertaintyWeight: -0.1 }, /options\.uncertaintyWeight/],
    [{ uncertaintyWeight: 1.1 }, /options\.uncertaintyWeight/],
  ])('%j is a TypeError that names the option', (options, message) => {
    const create = () => createAnswerRelevancyScorer({ model: verdictJudge([]), options })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
    expect(create).toThrow(/createAnswerRelevancyScorer/)
  })

  it('merge over their defaults, undefined ones too', async () => {
    expect((await score(given('yes', 'unsure'), { scale: 10, uncertaintyWeight: undefined })).score).toBe(7.5)
  })

  it('cut the statements into batches that run in parallel', async () => {
    const model = verdictJudge(given(...Array.from({ length: 45 }, () => 'yes' as const)))
    await createAnswerRelevancyScorer({ model }).run({ input: 'What is so?', output: answerOf(45) })
    expect(model.requests.map((request) => Object.keys(request.questions).length)).toEqual([20, 20, 5])
  })

  it('take a function for statements, and hold it to a list of strings', async () => {
    const model = verdictJudge(given('yes', 'no'))
    const byLine = createAnswerRelevancyScorer({
      model,
      options: { statements: (answer) => answer.split(';') },
    })
    expect((await byLine.run({ input: 'What?', output: 'one;two' })).score).toBe(0.5)
    const wrong = createAnswerRelevancyScorer({
      model,
      options: { statements: () => 'one' as unknown as string[] },
    })
    await expect(wrong.run({ input: 'What?', output: 'one' })).rejects.toThrow(
      /array of one or more non-blank strings/,
    )
  })
})

describe('the conversation', () => {
  it('gives the judge the last user turn as the question, and the turns before as context', async () => {
    const model = verdictJudge(given('yes'))
    await createAnswerRelevancyScorer({ model }).run({
      input: [
        { role: 'user', content: 'Which is bigger, Paris or Rome?' },
        { role: 'assistant', content: 'Rome by area.' },
        { role: 'user', content: 'And the second one, how many people?' },
      ],
      output: 'About 2.7 million.',
    })
    expect(model.requests[0]?.state).toMatchObject({
      question: 'And the second one, how many people?',
      conversation: [
        { role: 'user', text: 'Which is bigger, Paris or Rome?' },
        { role: 'assistant', text: 'Rome by area.' },
      ],
    })
  })
})
