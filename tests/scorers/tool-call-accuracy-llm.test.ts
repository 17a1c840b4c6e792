import type { MastraModelConfig } from '@mastra/core/llm'
import { createToolCallAccuracyScorerLLM as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import { createAgentTestRun, createTestMessage, createToolInvocation } from '@mastra/evals/scorers/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import type { JudgedOptions } from '../../src/scorers/common/options.ts'
import { listToolCalls } from '../../src/scorers/material/tool-calls.ts'
import {
  callQuestion,
  createToolCallAccuracyScorerLLM,
  type ToolCallAccuracyConfig,
  toolCallTask,
  uncalledQuestion,
} from '../../src/scorers/tool-call-accuracy-llm.ts'
import { type GivenAnswer, judgeById } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'
import { say, scripted } from '../support/scripted-agent.ts'

type State = 'result' | 'call' | 'output-error'
const invocation = (toolName: string, index: number, state: State = 'result') =>
  createToolInvocation({
    toolCallId: `call-${index}`,
    toolName,
    args: { number: index },
    ...(state === 'result' ? { result: { fine: index } } : {}),
    state: state as 'result',
  })

/** A run that calls these tools, and answers. */
const runWith = (called: readonly string[], text = 'Here you are.') =>
  createAgentTestRun({
    inputMessages: [createTestMessage({ content: 'Weather in Paris?', role: 'user', id: 'u' })],
    output: [
      createTestMessage({
        content: text,
        role: 'assistant',
        id: 'a',
        toolInvocations: called.map((name, index) => invocation(name, index)),
      }),
    ],
  })

const toolsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `other-${index + 1}`,
    description: `Does ${index + 1}.`,
  }))
const verdicts = (prefix: string, pattern: string): [string, GivenAnswer][] =>
  [...pattern].map((letter, index) => [`${prefix}${index + 1}`, { choice: letter === '1' ? 'yes' : 'no' }])

/** '10' calls: one appropriate, one not; '01' uncalled: the second should have been called. */
async function score(calls: string, uncalled: string, options: JudgedOptions = {}) {
  const scorer = createToolCallAccuracyScorerLLM({
    model: judgeById(Object.fromEntries([...verdicts('t', calls), ...verdicts('u', uncalled)])),
    availableTools: [{ name: 'search' }, ...toolsOf(uncalled.length)].slice(calls === '' ? 1 : 0),
    options,
  })
  const result = await scorer.run(runWith([...calls].map(() => 'search')))
  return { ...result, score: result.score ?? Number.NaN }
}

describe('the formula', () => {
  it.each<[string, string, JudgedOptions, number]>([
    ['1', '', {}, 1],
    ['0', '', {}, 0],
    ['10', '', {}, 1 / 2],
    ['1', '1', {}, 1 / 2],
    ['1', '0', {}, 1],
    ['110', '01', {}, 2 / 4],
    ['', '0', {}, 1],
    ['', '000', {}, 1],
    ['', '1', {}, 0],
    ['', '010', {}, 0],
    ['10', '0', { scale: 10 }, 5],
    ['', '0', { scale: 10 }, 10],
  ])('gives calls %s, uncalled %s with %j a score of %d', async (calls, uncalled, options, expected) => {
    expect((await score(calls, uncalled, options)).score).toBeCloseTo(expected, 12)
  })

  it('counts the shares of calls where weighting is share, and missing tools by verdict', async () => {
    const scorer = createToolCallAccuracyScorerLLM({
      model: judgeById({
        t1: { choice: 'yes', share: 0.8 },
        t2: { choice: 'no', share: 0.4 },
        u1: { choice: 'no', share: 0.3 },
        u2: { choice: 'yes', share: 0.6 },
      }),
      availableTools: [{ name: 'search' }, ...toolsOf(2)],
      options: { weighting: 'share' },
    })
    expect((await scorer.run(runWith(['search', 'search']))).score).toBeCloseTo(1.2 / 3, 12)
  })
})

describe('over random verdicts', () => {
  const bits = (minLength: number) =>
    fc.array(fc.constantFrom('0', '1'), { minLength, maxLength: 12 }).map((list) => list.join(''))
  const reversed = (pattern: string) => [...pattern].reverse().join('')

  it('the score is in range, scaled by scale and the same in any order', async () => {
    const scales = fc.double({ min: 0.01, max: 1_000, noNaN: true })
    await check(
      fc.asyncProperty(bits(0), bits(1), scales, async (calls, uncalled, scale) => {
        const { score: value } = await score(calls, uncalled, { scale })
        expect(Number.isFinite(value) && value >= 0 && value <= scale).toBe(true)
        expect((await score(reversed(calls), reversed(uncalled), { scale })).score).toBeCloseTo(value, 9)
        expect((await score(calls, uncalled)).score * scale).toBeCloseTo(value, 9)
      }),
    )
  })

  it('an inappropriate call or a missing tool never raises the score', async () => {
    await check(
      fc.asyncProperty(bits(1), bits(1), async (calls, uncalled) => {
        const { score: before } = await score(calls, uncalled)
        expect((await score(calls.replace('1', '0'), uncalled)).score).toBeLessThanOrEqual(before)
        expect((await score(calls, uncalled.replace('0', '1'))).score).toBeLessThanOrEqual(before)
      }),
    )
  })
})

describe('calls', () => {
  it('that failed or wait for a result count as made, with their arguments', () => {
    const states: readonly State[] = ['output-error', 'call', 'result']
    const output = [
      createTestMessage({
        content: '',
        role: 'assistant',
        id: 'a',
        parts: states.map((state, index) => ({
          type: 'tool-invocation',
          toolInvocation: {
            ...invocation('search', index, state),
            ...(state === 'output-error' ? { errorText: 'no such city' } : {}),
          },
        })) as never,
      }),
    ]
    expect(listToolCalls(output)).toEqual([
      { toolName: 'search', args: { number: 0 }, outcome: 'failed', result: 'no such city' },
      { toolName: 'search', args: { number: 1 }, outcome: 'no result' },
      { toolName: 'search', args: { number: 2 }, outcome: 'answered', result: { fine: 2 } },
    ])
  })

  it('are told apart from tools by name, however it is written', async () => {
    const model = judgeById({ t1: 'yes', u1: 'no' })
    const availableTools = [{ id: 'weather-tool' }, { name: 'search' }]
    await createToolCallAccuracyScorerLLM({ model, availableTools }).run(runWith(['weatherTool']))
    expect(model.requests[0]?.state).toMatchObject({ notCalled: { u1: 'search' } })
  })

  it('are asked about in the same call as the missing tools, in batches', async () => {
    const model = judgeById(
      Object.fromEntries([...verdicts('t', '1'.repeat(15)), ...verdicts('u', '0'.repeat(10))]),
    )
    const scorer = createToolCallAccuracyScorerLLM({ model, availableTools: toolsOf(10) })
    expect((await scorer.run(runWith(Array(15).fill('search')))).score).toBe(1)
    expect(model.requests.map(({ questions }) => Object.keys(questions).length)).toEqual([20, 5])
  })
})

describe('outcomes', () => {
  it.each([
    ['Which city do you mean?', 'no', 1],
    ['I don’t know.', 'yes', 0],
    ['I cannot help with that.', 'yes', 0],
    ['Hello!', 'no', 1],
    ['', 'yes', 0],
  ] as const)('without a call, %j is all or nothing', async (text, choice, expected) => {
    const scorer = createToolCallAccuracyScorerLLM({
      model: judgeById({ u1: choice }),
      availableTools: toolsOf(1),
    })
    expect((await scorer.run(runWith([], text))).score).toBe(expected)
  })

  it('is not scorable without a question, or without tools and calls, before any call', async () => {
    const model = judgeById({})
    const scorer = createToolCallAccuracyScorerLLM({ model, availableTools: () => [] })
    expect((await scorer.run(runWith([]))).notScorable?.reason).toBe('there are no tools and no calls')
    expect((await scorer.run({ input: '', output: 'Yes.' })).notScorable?.reason).toBe('there is no question')
    expect(model.requests).toHaveLength(0)
  })
})

describe('the reason', () => {
  it('names calls that were not appropriate and tools that were not called', async () => {
    expect((await score('10', '1')).reason).toMatchInlineSnapshot(
      `"Of 2 tool calls, 1 was appropriate and 1 was not; 1 more should have been called: other-1: score 0.333. Points lost on “search({"number":1})” (not appropriate); “other-1” (not called)."`,
    )
  })

  it('says that no tool was needed', async () => {
    expect((await score('', '0')).reason).toMatchInlineSnapshot(
      `"No tool was called, and no other tool should have been called: score 1."`,
    )
  })
})

describe('available tools', () => {
  it.each<[ToolCallAccuracyConfig['availableTools']]>([
    [[{ name: 'search', description: 'Finds.' }]],
    [{ search: { id: 'search-tool', description: 'Finds.' } }],
    [() => [{ id: 'search', description: 'Finds.' }]],
    [async () => ({ search: { description: 'Finds.' } })],
  ])('may be given as %j', async (availableTools) => {
    const model = judgeById({ u1: 'no' })
    await createToolCallAccuracyScorerLLM({ model, availableTools }).run(runWith([]))
    expect(model.requests[0]?.state).toMatchObject({ tools: [{ name: 'search', description: 'Finds.' }] })
  })

  it.each([['search'], [[{ description: 'Nameless.' }]], [undefined]])(
    '%j is a TypeError that names it',
    (availableTools) => {
      const create = () =>
        createToolCallAccuracyScorerLLM({ model: judgeById({}), availableTools: availableTools as never })
      expect(create).toThrow(TypeError)
      expect(create).toThrow(/availableTools/)
    },
  )
})

describe('the prompt', () => {
  it('of tool call accuracy, version 2', async () => {
    const state = {
      request: 'Weather?',
      calls: { t1: { tool: 'search', outcome: 'answered' } },
      notCalled: { u1: 'mail' },
    }
    const prompt = decisionPrompt({
      task: toolCallTask,
      state,
      questions: { t1: callQuestion, u1: uncalledQuestion },
    })
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/tool-call-accuracy.txt')
    expect(toolCallTask.version).toBe(2)
  })
})

describe('beside @mastra/evals', () => {
  it('a missing tool beside an appropriate call costs nothing there', async () => {
    const analysis = {
      evaluations: [{ toolCalled: 'search', wasAppropriate: true, reasoning: '' }],
      missingTools: ['other-1'],
    }
    const model = scripted([say(JSON.stringify(analysis)), say('fine')]) as MastraModelConfig
    const peer = createPeerScorer({ model, availableTools: toolsOf(1) as never })
    expect((await peer.run(runWith(['search']))).score).toBe(1)
    expect((await score('1', '1')).score).toBe(0.5)
  })

  it('one evaluation for three calls is 1 there and an error here', async () => {
    const analysis = { evaluations: [{ toolCalled: 'search', wasAppropriate: true, reasoning: '' }] }
    const model = scripted([say(JSON.stringify(analysis)), say('fine')]) as MastraModelConfig
    const peer = createPeerScorer({ model, availableTools: toolsOf(1) as never })
    const run = runWith(['search', 'search', 'search'])
    expect((await peer.run(run)).score).toBe(1)
    const ours = createToolCallAccuracyScorerLLM({
      model: judgeById({ t1: 'yes', u1: 'no' }),
      availableTools: toolsOf(1),
    })
    await expect(ours.run(run)).rejects.toThrow(/t2, t3/)
  })
})
