import type { MastraModelConfig } from '@mastra/core/llm'
import { createContextPrecisionScorer as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import { createAgentTestRun, createTestMessage } from '@mastra/evals/scorers/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import {
  type ContextPrecisionOptions,
  createContextPrecisionScorer,
  usefulnessQuestion,
  usefulnessTask,
} from '../../src/scorers/context-precision.ts'
import { averagePrecision } from '../../src/scorers/units/aggregates.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { say, scripted } from '../support/scripted-agent.ts'

const run = { input: 'How tall is it?', output: 'It is 330 m tall.' }
const piecesOf = (count: number) => Array.from({ length: count }, (_, index) => `Piece ${index + 1}.`)
const given = (pattern: string): GivenAnswer[] =>
  [...pattern].map((letter) => ({ choice: letter === '1' ? 'yes' : 'no' }))

async function score(answers: readonly GivenAnswer[], options: ContextPrecisionOptions = {}) {
  const model = verdictJudge(answers)
  const scorer = createContextPrecisionScorer({
    model,
    options: { context: piecesOf(answers.length), ...options },
  })
  const result = await scorer.run(run)
  return { ...result, score: result.score ?? Number.NaN }
}

describe('the formula', () => {
  it.each<[string, ContextPrecisionOptions, number]>([
    ['1', {}, 1],
    ['0', {}, 0],
    ['1010', {}, (1 + 2 / 3) / 2],
    ['11', {}, 1],
    ['1100', {}, 1],
    ['01', {}, 1 / 2],
    ['001', {}, 1 / 3],
    ['0011', {}, (1 / 3 + 2 / 4) / 2],
    ['10101', {}, (1 + 2 / 3 + 3 / 5) / 3],
    ['01', { scale: 10 }, 5],
    ['0000', { scale: 10 }, 0],
  ])('gives %s with %j a score of %d', async (pattern, options, expected) => {
    expect((await score(given(pattern), options)).score).toBeCloseTo(expected, 12)
  })

  it('counts shares in part where weighting is share', async () => {
    const answers = [
      { choice: 'no', share: 0.2 },
      { choice: 'yes', share: 0.8 },
    ]
    const expected = (0.2 * 0.2 + 0.8 * (1 / 2)) / 1
    expect((await score(answers, { weighting: 'share' })).score).toBeCloseTo(expected, 12)
    expect((await score(answers, { weighting: 'verdict' })).score).toBe(0.5)
  })
})

it('the reason names the pieces that helped, and those that probably did', async () => {
  const answers = [
    { choice: 'yes', share: 0.8 },
    { choice: 'yes', share: 1 },
    { choice: 'no', share: 0 },
  ]
  expect((await score(answers)).reason).toMatch(
    /^Of 3 pieces, 1 helped to produce the answer \(c2\), 1 probably helped to produce the answer \(c1\) \(0\.8\), and 1 did not/,
  )
})

describe('over random lists', () => {
  const relevances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 })
  const patterns = fc.array(fc.constantFrom('0', '1'), { minLength: 1, maxLength: 20 })

  it('average precision lies between 0 and 1', () => {
    fc.assert(
      fc.property(relevances, (list) => {
        const value = averagePrecision(list)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is what the textbook says, position by position', () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        const relevant = pattern.flatMap((letter, index) => (letter === '1' ? [index + 1] : []))
        const terms = relevant.map((place, index) => (index + 1) / place)
        const expected = relevant.length === 0 ? 0 : terms.reduce((a, b) => a + b) / relevant.length
        expect(averagePrecision(pattern.map(Number))).toBeCloseTo(expected, 12)
      }),
    )
  })

  it('a piece that helped, moved one place up, never lowers the score', () => {
    fc.assert(
      fc.property(patterns, fc.nat(), (pattern, at) => {
        const list = [...pattern, '0', '1']
        const index = at % (list.length - 1)
        if (list[index] !== '0' || list[index + 1] !== '1') return
        const moved = list.with(index, '1').with(index + 1, '0')
        expect(averagePrecision(moved.map(Number))).toBeGreaterThanOrEqual(averagePrecision(list.map(Number)))
      }),
    )
  })
})

describe('outcomes', () => {
  it.each([
    ['an “I don’t know”', 'I don’t know.'],
    ['a refusal', 'I cannot help with that.'],
    ['a greeting', 'Hello!'],
    ['a clarifying question', 'Which tower do you mean?'],
  ])('%s that no piece helped is 0, with every piece named', async (_, output) => {
    const scorer = createContextPrecisionScorer({
      model: verdictJudge(given('00')),
      options: { context: piecesOf(2) },
    })
    const result = await scorer.run({ ...run, output })
    expect(result.score).toBe(0)
    expect(result.reason).toMatchInlineSnapshot(
      `"None of the 2 pieces helped to produce the answer: score 0. Points lost on “Piece 1.” (c1 did not help); “Piece 2.” (c2 did not help)."`,
    )
  })
})

describe('the reason', () => {
  it('names only the pieces that stand in the way of one that helped', async () => {
    const answers = [
      { choice: 'yes' },
      { choice: 'no', reason: 'about bread' },
      { choice: 'yes' },
      { choice: 'no' },
    ]
    expect((await score(answers)).reason).toMatchInlineSnapshot(
      `"Of 4 pieces, 2 helped to produce the answer (c1, c3) and 2 did not: score 0.833. Points lost on “Piece 2.” (c2 did not help: about bread)."`,
    )
  })

  it('names none where the order is perfect', async () => {
    expect((await score(given('110'))).reason).not.toContain('Points lost')
  })
})

describe('options', () => {
  it('prefer the extractor, which gets input and output', async () => {
    const model = verdictJudge(given('1'))
    const contextExtractor = (input: unknown, output: unknown) => [`${input} ${output}`]
    await createContextPrecisionScorer({ model, options: { context: ['A.'], contextExtractor } }).run(run)
    expect(model.requests[0]?.state).toMatchObject({ context: { c1: `${run.input} ${run.output}` } })
  })
})

describe('the prompt', () => {
  const state = { question: 'How tall?', answer: '330 m.', context: { c1: 'It is 330 m tall.' } }
  const prompt = decisionPrompt({ task: usefulnessTask, state, questions: { c1: usefulnessQuestion } })

  it('of context usefulness, version 1', async () => {
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/context-usefulness.txt')
    expect(usefulnessTask.version).toBe(1)
  })
})

describe('beside @mastra/evals', () => {
  const agentRun = createAgentTestRun({
    inputMessages: [createTestMessage({ content: run.input, role: 'user', id: 'u' })],
    output: [createTestMessage({ content: run.output, role: 'assistant', id: 'a' })],
  })
  const peerScore = async (pattern: string, count: number) => {
    const verdicts = [...pattern].map((letter, index) => ({
      context_index: index,
      verdict: letter === '1' ? 'yes' : 'no',
      reason: '',
    }))
    const model = scripted([say(JSON.stringify({ verdicts })), say('fine')]) as MastraModelConfig
    const scorer = createPeerScorer({ model, options: { context: piecesOf(count) } })
    return (await scorer.run(agentRun)).score ?? Number.NaN
  }

  it.each(['1010', '0011', '1', '0', '01101'])(
    'the same verdicts (%s) give the same score',
    async (pattern) => {
      // The peer rounds to two decimals.
      expect((await score(given(pattern))).score).toBeCloseTo(await peerScore(pattern, pattern.length), 1.9)
    },
  )

  it('one verdict for three pieces is 1 there and an error here', async () => {
    expect(await peerScore('1', 3)).toBe(1)
    await expect(score(given('1'), { context: piecesOf(3) })).rejects.toThrow(/c2, c3/)
  })
})

it('a precision beyond 1 is an error, not 1', () => {
  expect(() => averagePrecision([2])).toThrow(RangeError)
})
