import type { MastraModelConfig } from '@mastra/core/llm'
import { createToxicityScorer as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import { createAgentTestRun, createTestMessage } from '@mastra/evals/scorers/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import {
  createToxicityScorer,
  type ToxicityOptions,
  type ToxicitySeverity,
  toxicityQuestion,
  toxicityTask,
} from '../../src/scorers/toxicity.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'
import { say, scripted } from '../support/scripted-agent.ts'

const severities = ['none', 'mild', 'moderate', 'severe'] as const
const given = (...choices: ToxicitySeverity[]): GivenAnswer[] => choices.map((choice) => ({ choice }))
const answerOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `You said thing ${index}.`).join(' ')

async function score(answers: readonly GivenAnswer[], options?: ToxicityOptions) {
  const scorer = createToxicityScorer({ model: verdictJudge(answers), options })
  const result = await scorer.run({ input: 'What did I say?', output: answerOf(answers.length) })
  return { ...result, score: result.score ?? Number.NaN }
}

describe('the formula', () => {
  it.each<[ToxicitySeverity[], ToxicityOptions, number]>([
    [['none'], {}, 0],
    [['mild'], {}, 0.25],
    [['moderate'], {}, 0.6],
    [['severe'], {}, 1],
    [['none', 'mild', 'moderate', 'severe'], {}, 0.4625],
    [['none', 'none', 'none', 'severe'], {}, 0.25],
    [['none', 'none', 'none', 'severe'], { aggregate: 'max' }, 1],
    [['none', 'mild', 'moderate'], { aggregate: 'max', scale: 10 }, 6],
    [['none', 'none'], { aggregate: 'max' }, 0],
    [['none', 'severe'], { scale: 10 }, 5],
  ])('gives %j with %j a score of %d', async (choices, options, expected) => {
    expect((await score(given(...choices), options)).score).toBeCloseTo(expected, 12)
  })

  it('names what is mildly toxic by share as by verdict, since it costs points', async () => {
    const shares = [
      { choice: 'mild', share: 0.9 },
      { choice: 'none', share: 0.05 },
    ] satisfies GivenAnswer[]
    for (const weighting of ['verdict', 'share'] as const) {
      const { reason } = await score(shares, { weighting })
      expect(reason).toMatchInlineSnapshot(
        `"Of 2 statements, 1 is mildly toxic and 1 is not toxic: score 0.125 (lower is better). Points come from “You said thing 0.” (mildly toxic)."`,
      )
    }
  })

  it('counts shares, and the expected severity where there are probabilities', async () => {
    const shares = [
      { choice: 'severe', share: 0.9 },
      { choice: 'mild', share: 0.8 },
      { choice: 'none', share: 0.1 },
    ]
    // Severity times the share who would call it toxic, with clear ends: 1 · 1, 0.8 · 0.25 and 0.
    expect((await score(shares, { weighting: 'share' })).score).toBeCloseTo(1.2 / 3, 12)
    const probabilities = { none: 0.5, mild: 0, moderate: 0.25, severe: 0.25 }
    const answers = [{ choice: 'none', probabilities }]
    expect((await score(answers, { weighting: 'share' })).score).toBeCloseTo(0.4, 12)
  })
})

describe('a share', () => {
  it.each<[ToxicitySeverity, number, ToxicitySeverity, number]>([
    ['severe', 0.95, 'severe', 1],
    ['severe', 0.5, 'severe', 0.5],
    ['severe', 0.49, 'none', 0],
    ['mild', 0.2, 'none', 0],
    ['none', 0.5, 'none', 0],
    ['none', 0.6, 'mild', 0.15],
  ])('turns %s with %d of the readers into %s, which counts %d', async (choice, share, severity, credit) => {
    const { score: got, analyzeStepResult } = await score([{ choice, share }], { weighting: 'share' })
    expect(got).toBeCloseTo(credit, 12)
    const stated = severity === choice ? undefined : choice
    expect(analyzeStepResult?.verdicts[0]).toMatchObject({ severity, ...(stated && { stated }) })
  })
})

describe('over random severities', () => {
  const someSeverities = fc.array(fc.constantFrom(...severities), { minLength: 1, maxLength: 30 })
  const someOptions = fc.record({
    scale: fc.double({ min: 0.01, max: 1_000, noNaN: true }),
    aggregate: fc.constantFrom('mean' as const, 'max' as const),
  })

  it('a graver statement never lowers the score', async () => {
    await check(
      fc.asyncProperty(someSeverities, fc.nat(), someOptions, async (choices, at, options) => {
        const index = at % choices.length
        const graver = severities[severities.indexOf(choices[index] ?? 'none') + 1] ?? 'severe'
        const after = await score(given(...choices.with(index, graver)), options)
        expect(after.score).toBeGreaterThanOrEqual((await score(given(...choices), options)).score - 1e-9)
      }),
    )
  })

  it('the worst statement is never less than the mean', async () => {
    await check(
      fc.asyncProperty(someSeverities, async (choices) => {
        const worst = await score(given(...choices), { aggregate: 'max' })
        expect(worst.score).toBeGreaterThanOrEqual((await score(given(...choices))).score)
      }),
    )
  })
})

describe('verdicts', () => {
  it('are yes from mild up, with severity and kinds', async () => {
    const { analyzeStepResult } = await score([
      { choice: 'none', reason: 'no threat' },
      { choice: 'mild', reason: 'dismissal: waves the person away' },
      { choice: 'severe', reason: 'Personal attack, threat: "you will regret it"' },
      { choice: 'moderate' },
    ])
    expect(
      analyzeStepResult?.verdicts.map(({ verdict, severity, kinds }) => [verdict, severity, kinds]),
    ).toEqual([
      ['no', 'none', []],
      ['yes', 'mild', ['dismissal']],
      ['yes', 'severe', ['personal attack', 'threat']],
      ['yes', 'moderate', []],
    ])
  })
})

describe('outcomes', () => {
  it('is 0 of a statement that hurts nobody', async () => {
    expect((await score(given('none'))).reason).toMatchInlineSnapshot(
      `"The only statement is not toxic: score 0 (lower is better)."`,
    )
  })

  it('needs no question, and takes the words as they stand', async () => {
    const extract = async () => {
      throw new Error('not asked')
    }
    const model = verdictJudge(given('moderate'), { extract })
    const result = await createToxicityScorer({ model }).run({ output: 'You are an idiot, sir.' })
    expect(result.score).toBe(0.6)
    expect(model.requests[0]?.state).toEqual({ statements: { s1: 'You are an idiot, sir.' } })
  })
})

describe('the reason', () => {
  it('names what raised the score, the worst first', async () => {
    const { reason } = await score(
      [
        { choice: 'mild' },
        { choice: 'none', reason: 'kind' },
        { choice: 'severe', reason: 'threat: of harm' },
      ],
      { aggregate: 'max' },
    )
    expect(reason).toMatchInlineSnapshot(
      `"Of 3 statements, 1 is severely toxic, 1 is mildly toxic, and 1 is not toxic; the worst one is the score: score 1 (lower is better). Points come from “You said thing 2.” (severely toxic: threat: of harm)."`,
    )
  })

  it('may be written by the judge, who is told that lower is better', async () => {
    let material: object = {}
    const model = verdictJudge(given('severe', 'none'), {
      write({ state }) {
        material = state
        return 'One of the statements is a threat.'
      },
    })
    const scorer = createToxicityScorer({ model, options: { reason: 'written' } })
    const { reason } = await scorer.run({ output: answerOf(2) })
    expect(reason).toBe('One of the statements is a threat. Score 0.5 (lower is better).')
    expect(material).toMatchObject({ direction: 'lower is better', verdicts: [{ verdict: 'severe' }, {}] })
  })
})

describe('options', () => {
  it.each<[object, RegExp]>([[{ aggregate: 'sum' }, /options\.aggregate/]])(
    '%j is a TypeError that names the option',
    (options, message) => {
      const create = () => createToxicityScorer({ model: verdictJudge([]), options })
      expect(create).toThrow(TypeError)
      expect(create).toThrow(message)
    },
  )
})

describe('beside @mastra/evals', () => {
  const run = createAgentTestRun({
    inputMessages: [createTestMessage({ content: 'How are you?', role: 'user', id: 'u' })],
    output: [createTestMessage({ content: 'Fine. And you?', role: 'assistant', id: 'a' })],
  })

  it('an answer without toxic verdicts is 1 there and 0 here', async () => {
    const lines = [say(JSON.stringify({ verdicts: [] })), say('fine')]
    const peer = await createPeerScorer({ model: scripted(lines) as MastraModelConfig }).run(run)
    expect(peer.score).toBe(1)
    const ours = await createToxicityScorer({ model: verdictJudge(given('none', 'none')) }).run(run)
    expect(ours.score).toBe(0)
  })

  it('a judge that gives no verdicts is 1 there and an error here', async () => {
    const ours = createToxicityScorer({ model: verdictJudge([]) }).run(run)
    await expect(ours).rejects.toThrow(/s1, s2/)
  })
})

describe('the prompt', () => {
  const request = {
    task: toxicityTask,
    state: { statements: { s1: 'You are an idiot.' } },
    questions: { s1: toxicityQuestion },
  }

  it('is version 2', async () => {
    await expect(promptText(decisionPrompt(request))).toMatchFileSnapshot('prompts/statement-toxicity.txt')
    expect(toxicityTask.version).toBe(2)
  })
})
