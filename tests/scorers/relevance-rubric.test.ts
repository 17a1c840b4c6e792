import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import {
  createRelevanceRubricScorer,
  type RelevanceRubricOptions,
} from '../../src/scorers/relevance-rubric.ts'
import {
  accuracyQuestion,
  comprehensivenessQuestion,
  contextPrecisionQuestion,
  rubricTask,
  unrelatedQuestion,
} from '../../src/scorers/rubric/relevance-questions.ts'
import { type GivenAnswer, judgeById } from '../support/fake-judge.ts'
import { check, expectInRange, someScale } from '../support/score-properties.ts'

const context = [
  'The tower was built by Gustave Eiffel for the world fair in Paris in 1889 and is 330 metres tall.',
]
const run = { input: 'Who built the tower?', output: 'Eiffel did.' }

const given = (accuracy: GivenAnswer, comprehensiveness: GivenAnswer, contextPrecision: GivenAnswer) => ({
  accuracy,
  comprehensiveness,
  contextPrecision,
  unrelated: false,
})

function score(answers: { [id: string]: GivenAnswer }, options: RelevanceRubricOptions = { context }) {
  return createRelevanceRubricScorer({ model: judgeById(answers), options }).run(run)
}

const headOf = (reason: string | undefined) => reason?.split('\n').slice(0, 4)

describe('the formula', () => {
  it.each([
    [5, 4, 5, 0.5],
    [2, 2, 2, 0.2],
    [8, 7, 9, 0.8],
    [2, 9, 9, 0.3],
    [10, 10, 10, 1],
    [7.4, 7, 9, 0.8],
  ])('makes %d, %d, %d a score of %d', async (accuracy, comprehensiveness, precision, expected) => {
    expect((await score(given(accuracy, comprehensiveness, precision))).score).toBe(expected)
  })

  it('scales after rounding', async () => {
    const result = await score(given(8, 7, 9), { context, scale: 10 })
    expect(result.score).toBe(8)
    expect(headOf(result.reason)?.[3]).toBe('Final: 8')
  })
})

describe('the rules, whatever the judge says', () => {
  it('give context precision 0 without context', async () => {
    const { analyzeStepResult, score: value } = await score(given(9, 9, 9), {})
    expect(value).toBe(0.6)
    expect(analyzeStepResult).toMatchObject({
      contextPrecision: 0,
      rules: ['no-context'],
      grades: { contextPrecision: 9 },
    })
  })

  it('give an unrelated answer 0 throughout', async () => {
    const result = await score({ ...given(9, 9, 9), unrelated: true })
    expect(result.score).toBe(0)
    expect(headOf(result.reason)).toEqual([
      'Accuracy: 0',
      'Comprehensiveness: 0',
      'Context Precision: 0',
      'Final: 0',
    ])
  })
})

describe('over random grades', () => {
  const grade = fc.double({ min: 0, max: 10, noNaN: true })

  it('the score is in range, with one decimal before scale', async () => {
    await check(
      fc.asyncProperty(grade, grade, grade, fc.boolean(), someScale, async (a, c, p, unrelated, scale) => {
        const plain = await score({ ...given(a, c, p), unrelated })
        expectInRange(plain.score, 1)
        expect(plain.score).toBe(Number(plain.score?.toFixed(1)))
        const scaled = await score({ ...given(a, c, p), unrelated }, { context, scale })
        expect(scaled.score).toBeCloseTo((plain.score ?? NaN) * scale, 9)
      }),
    )
  })
})

describe('the reason', () => {
  it('begins with exactly four lines, then the rules and the judge’s words in one paragraph', async () => {
    const { reason } = await score({
      ...given({ type: 'score', score: 2, reason: 'It is\nwrong.' }, 9, 9),
    })
    expect(reason).toMatchInlineSnapshot(`
      "Accuracy: 2
      Comprehensiveness: 4
      Context Precision: 4
      Final: 0.3
      Score 0.3: 2 + 4 + 4 of 30, to one decimal. Rule: accuracy is 2 or less, so the other two are at most 4. The judge on accuracy: It is wrong."
    `)
  })
})

describe('outcomes', () => {
  it('is 0 without a call for an empty answer', async () => {
    const model = judgeById({})
    const result = await createRelevanceRubricScorer({ model }).run({ ...run, output: '' })
    expect(result.score).toBe(0)
    expect(result.reason).toMatchInlineSnapshot(`
      "Accuracy: 0
      Comprehensiveness: 0
      Context Precision: 0
      Final: 0
      Score 0: 0 + 0 + 0 of 30, to one decimal. The answer says nothing."
    `)
    expect(model.requests).toHaveLength(0)
  })
})

describe('what the judge is told', () => {
  const stateFor = async (input: string, options: RelevanceRubricOptions) => {
    const model = judgeById(given(5, 5, 5))
    await createRelevanceRubricScorer({ model, options }).run({ ...run, input })
    return model.requests[0]?.state
  }

  it('is the kind of context', async () => {
    expect(await stateFor(run.input, { context })).toEqual({
      question: run.input,
      contextType: 'reference',
      context: { c1: context[0] },
      answer: run.output,
    })
    expect(await stateFor(run.input, { context, contextType: 'supplementary' })).toMatchObject({
      contextType: 'supplementary',
    })
    expect(await stateFor(run.input, {})).not.toHaveProperty('contextType')
  })

  it('is that the question is ambiguous or the context very thin', async () => {
    expect((await stateFor('And what about that?', { context }))?.remarks).toEqual([
      expect.stringMatching(/question is ambiguous/),
    ])
    expect((await stateFor(run.input, { context: ['Eiffel.'] }))?.remarks).toEqual([
      expect.stringMatching(/context is very thin/),
    ])
  })
})

describe('options', () => {
  it.each<[object, RegExp]>([
    [{ contextType: 'other' }, /options\.contextType/],
    [{ weighting: 'share' }, /weighting/],
  ])('%j is a TypeError that names the option', (options, message) => {
    const create = () => createRelevanceRubricScorer({ model: judgeById({}), options })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })
})

describe('the prompt', () => {
  const prompt = decisionPrompt({
    task: rubricTask,
    state: { question: 'Who?', answer: 'Eiffel.' },
    questions: {
      accuracy: accuracyQuestion,
      comprehensiveness: comprehensivenessQuestion,
      contextPrecision: contextPrecisionQuestion,
      unrelated: unrelatedQuestion,
    },
  })

  it('of the relevance rubric, version 1', async () => {
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/relevance-rubric.txt')
    expect(rubricTask.version).toBe(1)
  })

  it('has the eleven levels of each grade', () => {
    for (const { criteria } of [accuracyQuestion, comprehensivenessQuestion, contextPrecisionQuestion])
      expect(criteria).toHaveLength(11)
  })
})
