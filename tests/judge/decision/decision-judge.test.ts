import { Classifier, MastraEvaluationModel } from '@mastra/core/classifier'
import { Experimental_DecisionMockModelV4 as DecisionMockModel } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { decisionJudge } from '../../../src/judge/decision/decision-judge.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/answer-relevancy.ts'

type DoDecide = InstanceType<typeof DecisionMockModel>['doDecide']
type Answers = Awaited<ReturnType<DoDecide>>['answers']

let models = 0
function decisionModel(answer: (ids: string[], call: number) => Answers | Error) {
  const calls: Parameters<DoDecide>[0][] = []
  models += 1
  const model = new DecisionMockModel({
    provider: 'acme.decision',
    modelId: `m-${models}`,
    doDecide: async (options) => {
      calls.push(options)
      const answers = answer(Object.keys(options.questions), calls.length)
      if (answers instanceof Error) throw answers
      return { answers, usage: { inputTokens: 10, outputTokens: 2 }, warnings: [] }
    },
  })
  return { model, calls }
}

const graded = (yes: number, unsure: number, no: number) => {
  const probabilities = { yes, unsure, no }
  const choice = yes >= unsure && yes >= no ? 'yes' : unsure >= no ? 'unsure' : 'no'
  return { type: 'choice' as const, choice, probabilities }
}
const run = { input: 'How tall is it?', output: 'It is 330 m tall. Paris is nice.' }

describe('a decision judge', () => {
  it('scores by expected value, and says so', async () => {
    const { model, calls } = decisionModel(() => ({ s1: graded(0.8, 0.2, 0), s2: graded(0.1, 0.2, 0.7) }))
    const result = await createAnswerRelevancyScorer({ model }).run(run)
    expect(result.score).toBeCloseTo((0.9 + 0.2) / 2, 12)
    expect(result.reason).toContain('Counted by share')
    expect(result.analyzeStepResult?.judge).toMatchObject({
      judge: expect.stringMatching(/^acme\/m-/),
      calls: 1,
      usage: { inputTokens: 10, outputTokens: 2 },
    })
    expect(calls).toHaveLength(1)
    expect(JSON.stringify(calls[0]?.questions.s2)).toContain('s2')
    expect(JSON.stringify(calls[0]?.questions)).not.toContain('Paris')
  })

  it('scores by verdict where it gives no probabilities', async () => {
    const { model } = decisionModel(() => ({
      s1: { type: 'choice', choice: 'yes' },
      s2: { type: 'choice', choice: 'no' },
    }))
    expect((await createAnswerRelevancyScorer({ model }).run(run)).score).toBe(0.5)
    const shares = createAnswerRelevancyScorer({ model, options: { weighting: 'share' } })
    await expect(shares.run(run)).rejects.toThrow(/no probabilities/)
  })

  it('is asked again where the decision is malformed, once, then is an error', async () => {
    const good = { s1: graded(1, 0, 0), s2: graded(0, 0, 1) }
    const once = decisionModel((_, call) => (call === 1 ? { s1: graded(1, 0, 0) } : good))
    expect((await createAnswerRelevancyScorer({ model: once.model }).run(run)).score).toBe(0.5)
    const always = decisionModel(() => ({ s1: graded(0.9, 0.9, 0.9), s2: graded(0, 0, 1) }))
    await expect(createAnswerRelevancyScorer({ model: always.model }).run(run)).rejects.toThrow(/Judge acme/)
    expect(always.calls).toHaveLength(2)
  })

  it('that refuses is named and not asked again', async () => {
    const { model, calls } = decisionModel(
      () => ({ s1: { type: 'refusal' }, s2: graded(0, 0, 1) }) as Answers,
    )
    const judge = decisionJudge(model)
    const questions = {
      s1: { type: 'choice', instructions: '?', criteria: { yes: 'y', unsure: 'u', no: 'n' } },
    } as const
    const asked = judge.decide({
      task: { name: 't', version: 1, instructions: 'i' },
      state: {},
      questions: { ...questions, s2: questions.s1 },
    })
    await expect(asked).rejects.toMatchObject({ name: 'JudgeError', reason: 'refused' })
    expect(calls).toHaveLength(1)
  })

  it('that fails in passing is asked again, and booleans carry their probability', async () => {
    const overloaded = Object.assign(new Error('overloaded'), { statusCode: 503 })
    const { model, calls } = decisionModel((_, call) =>
      call === 1 ? overloaded : { a: { type: 'boolean', probability: 0.3 } },
    )
    const { answers } = await decisionJudge(model, { retryDelayInMs: 1 }).decide({
      task: { name: 't', version: 1, instructions: 'i' },
      state: {},
      questions: { a: { type: 'boolean', instructions: 'Is it?' } },
    })
    expect(answers.a).toEqual({ type: 'boolean', verdict: false, probability: 0.3, share: 0.3 })
    expect(calls).toHaveLength(2)
  })
})

describe('a classifier of Mastra', () => {
  type EvaluationModel = ConstructorParameters<typeof Classifier>[0]['model']
  type DoEvaluate = EvaluationModel['doEvaluate']
  const doEvaluate: DoEvaluate = async ({ questions }) => ({
    answers: Object.fromEntries(
      Object.keys(questions).map((id) => [id, id === 's1' ? graded(0.8, 0.2, 0) : graded(0.1, 0.2, 0.7)]),
    ),
    usage: { inputTokens: 10, outputTokens: 2 },
    warnings: [],
  })
  const model: EvaluationModel = {
    specificationVersion: 'v4',
    provider: 'acme.evaluation',
    modelId: 'e-1',
    supportedQuestionTypes: ['choice', 'score', 'boolean'],
    doEvaluate,
  }
  const questions = { urgent: { type: 'boolean', instructions: 'Is it urgent?' } } as const

  it.each([
    ['without questions', new Classifier({ id: 'any', model })],
    ['with questions of its own', new Classifier({ id: 'own', model, questions })],
    ['with a model of its own', new Classifier({ id: 'wrapped', model: new MastraEvaluationModel(model) })],
  ])('%s judges as its model does', async (_, classifier) => {
    const byScorer = await createAnswerRelevancyScorer({ model: classifier }).run(run)
    expect(byScorer.score).toBeCloseTo((0.9 + 0.2) / 2, 12)
    expect(byScorer.analyzeStepResult?.judge?.judge).toBe('acme/e-1')
    const judge = decisionJudge(classifier, { id: 'mine' })
    expect((await createAnswerRelevancyScorer({ model: judge }).run(run)).score).toBe(byScorer.score)
  })

  it('is told from what is no model', () => {
    for (const nonsense of [{}, { id: 'x', evaluate: () => {} }, null]) {
      expect(() => Reflect.apply(decisionJudge, undefined, [nonsense])).toThrow(TypeError)
      expect(() => Reflect.apply(decisionJudge, undefined, [nonsense])).toThrow(/decision model/)
    }
  })
})
