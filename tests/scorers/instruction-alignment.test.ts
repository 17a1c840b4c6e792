import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import {
  createInstructionAlignmentScorer,
  type InstructionAlignmentOptions,
  instructionQuestion,
  instructionTask,
} from '../../src/scorers/instruction-alignment.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'

type Verdict = 'yes' | 'no' | 'n/a'

const given = (...choices: Verdict[]): GivenAnswer[] => choices.map((choice) => ({ choice }))
const rules = (count: number) => Array.from({ length: count }, (_, index) => `Keep rule ${index}.`)

async function run(answers: readonly GivenAnswer[], options: Partial<InstructionAlignmentOptions> = {}) {
  const scorer = createInstructionAlignmentScorer({
    model: verdictJudge(answers),
    options: { instructions: rules(answers.length), ...options },
  })
  return scorer.run({ input: 'What now?', output: 'This and that.' })
}

const scoreOf = async (...parameters: Parameters<typeof run>) =>
  (await run(...parameters)).score ?? Number.NaN

describe('the formula', () => {
  it.each<[Verdict[], Partial<InstructionAlignmentOptions>, number]>([
    [['yes'], {}, 1],
    [['no'], {}, 0],
    [['yes', 'no'], {}, 0.5],
    [['yes', 'yes', 'no', 'n/a'], {}, 2 / 3],
    [['yes', 'n/a', 'n/a'], {}, 1],
    [['yes', 'no', 'n/a'], { scale: 10 }, 5],
  ])('gives %j with %j a score of %d', async (choices, options, expected) => {
    expect(await scoreOf(given(...choices), options)).toBeCloseTo(expected, 12)
  })

  it('counts the shares of those that apply where weighting is share', async () => {
    const answers = [
      { choice: 'yes', share: 0.9 },
      { choice: 'no', share: 0.2 },
      { choice: 'n/a', share: 0.5 },
    ]
    expect(await scoreOf(answers, { weighting: 'share' })).toBeCloseTo(0.6, 12)
  })

  it('has its counts in the result', async () => {
    const { analyzeStepResult } = await run(given('yes', 'no', 'n/a', 'yes'))
    expect(analyzeStepResult).toMatchObject({ total: 4, applicable: 3, followed: 2, notApplicable: 1 })
    const textsIn = (judged: readonly { readonly unit: { readonly text: string } }[] = []) =>
      judged.map(({ unit }) => unit.text)
    const [first, second, third, fourth] = rules(4)
    expect(textsIn(analyzeStepResult?.verdicts)).toEqual([first, second, fourth])
    expect(textsIn(analyzeStepResult?.notCounted)).toEqual([third])
  })
})

describe('over random verdicts', () => {
  const someVerdicts = fc
    .array(fc.constantFrom<Verdict>('yes', 'no', 'n/a'), { minLength: 1, maxLength: 30 })
    .filter((choices) => choices.some((choice) => choice !== 'n/a'))

  it('the order of the instructions does not matter', async () => {
    await check(
      fc.asyncProperty(someVerdicts, async (choices) => {
        const backwards = await scoreOf(given(...choices.toReversed()))
        expect(backwards).toBeCloseTo(await scoreOf(given(...choices)), 12)
      }),
    )
  })

  it('a broken instruction never raises the score, and one that does not apply never counts', async () => {
    await check(
      fc.asyncProperty(someVerdicts, fc.nat(), async (choices, at) => {
        const score = await scoreOf(given(...choices))
        const worse = await scoreOf(given(...choices.with(at % choices.length, 'no')))
        expect(worse).toBeLessThanOrEqual(score + 1e-12)
        expect(await scoreOf(given(...choices, 'n/a'))).toBeCloseTo(score, 12)
      }),
    )
  })
})

describe('outcomes', () => {
  it('an empty answer follows no instruction: 0 without a call', async () => {
    const model = verdictJudge(given('yes', 'yes'))
    const scorer = createInstructionAlignmentScorer({ model, options: { instructions: rules(2) } })
    for (const output of ['', ' \n ', [], { text: '' }]) {
      const result = await scorer.run({ input: 'What now?', output })
      expect(result.score).toBe(0)
      expect(result.reason).toMatchInlineSnapshot(
        `"The answer says nothing, so it follows no instruction: score 0."`,
      )
      expect(result.analyzeStepResult).toMatchObject({
        total: 2,
        applicable: 2,
        followed: 0,
        notApplicable: 0,
        verdicts: [{ verdict: 'no' }, { verdict: 'no' }],
      })
    }
    expect(model.requests).toHaveLength(0)
  })

  it('is not scorable where no instruction applies', async () => {
    const result = await run(given('n/a', 'n/a'))
    expect(result.notScorable?.reason).toBe('none of the instructions applies')
    expect(result).not.toHaveProperty('score')
  })

  it('shows the judge question, conversation and the tools that were called', async () => {
    const model = verdictJudge(given('yes'))
    const options = { instructions: ['Look up the weather before you speak of it.'] }
    await createInstructionAlignmentScorer({ model, options }).run({
      input: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'Will it rain?' },
      ],
      output: [
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: '1', toolName: 'weather', input: {} }],
        },
        { role: 'assistant', content: 'No.' },
      ],
    })
    expect(model.requests[0]?.state).toMatchObject({
      question: 'Will it rain?',
      conversation: [{ text: 'Hi' }, { text: 'Hello' }],
      answer: 'No.',
      toolsCalled: ['weather'],
    })
  })
})

describe('the reason', () => {
  it('states the score, the counts, and what was not followed', async () => {
    const { reason } = await run([
      { choice: 'yes' },
      { choice: 'no', reason: 'only half' },
      { choice: 'n/a', reason: 'about code' },
    ])
    expect(reason).toMatchInlineSnapshot(
      `"Of 2 instructions that apply, 1 is followed and 1 is not; 1 does not apply (n/a): score 0.5. Points lost on “Keep rule 1.” (not followed: only half)."`,
    )
  })
})

describe('options', () => {
  it.each<[unknown, RegExp]>([
    [undefined, /options\.instructions/],
    [{}, /options\.instructions/],
    [{ instructions: [] }, /options\.instructions: must hold at least one/],
    [{ instructions: ['Be kind.', ' '] }, /options\.instructions\.1: must not be blank/],
    [{ instructions: 'Be kind.' }, /options\.instructions/],
    [{ instructions: ['Be kind.'], scale: 0 }, /options\.scale/],
    [{ instructions: ['Be kind.'], rules: 1 }, /rules/],
  ])('%j is a TypeError that names the option', (options, message) => {
    const create = () =>
      createInstructionAlignmentScorer({
        model: verdictJudge([]),
        options: options as InstructionAlignmentOptions,
      })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })
})

describe('the prompt', () => {
  const request = {
    task: instructionTask,
    state: { answer: 'Yes!', toolsCalled: [], instructions: { i1: 'Be kind.' } },
    questions: { i1: instructionQuestion },
  }

  it('is version 2', async () => {
    await expect(promptText(decisionPrompt(request))).toMatchFileSnapshot('prompts/instruction-alignment.txt')
    expect(instructionTask.version).toBe(2)
  })
})
