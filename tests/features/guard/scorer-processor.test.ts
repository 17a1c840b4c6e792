import { setTimeout as delay } from 'node:timers/promises'
import { Agent, type MastraDBMessage, MessageList } from '@mastra/core/agent'
import { createScorer } from '@mastra/core/evals'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { evaluate } from '../../../src/evaluation.ts'
import { scorerProcessor } from '../../../src/features/guard/index.ts'
import type { ScorerProcessorOptions } from '../../../src/features/guard/processor-options.ts'
import { embeddedJudge } from '../../../src/judge/index.ts'
import type { AnyScorer } from '../../../src/run/scorer-entry.ts'
import {
  createAnswerRelevancyScorer,
  createKeywordCoverageScorer,
  createToxicityScorer,
  createTrajectoryScorerCode,
  waitForLiveScores,
} from '../../../src/scorers/index.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { say, scripted } from '../../support/scripted-agent.ts'

const question = 'How tall is the Eiffel Tower?'
const bad = 'Paris has good bakeries.'
const good = 'The Eiffel Tower is 330 metres tall.'

/** Says of each statement whether it is about the tower. */
const towerJudge = () =>
  fakeJudge({
    answer: (_, id, { state }) =>
      String((state.statements as Record<string, string>)[id]).includes('Tower') ? 'yes' : 'no',
  })
const relevancy = (model: Parameters<typeof createAnswerRelevancyScorer>[0]['model']) =>
  createAnswerRelevancyScorer({ model, options: { statements: 'split' } })
const away = () =>
  fakeJudge({
    answer: () => {
      throw new Error('the judge is away')
    },
  })

const common = { below: 0.7, withinInMs: 60_000, onFailure: 'closed' } as const
const retry = { ...common, action: 'retry', retries: 2 } as const

interface Setup {
  readonly answers?: Parameters<typeof scripted>[0]
  readonly live?: boolean
  readonly maxProcessorRetries?: number
  readonly maxSteps?: number
}

function project(
  scorer: AnyScorer,
  options: ScorerProcessorOptions,
  { answers = [say(bad), say(good)], live = false, maxProcessorRetries = 5, maxSteps = 10 }: Setup = {},
) {
  const model = scripted(answers)
  const storage = new InMemoryStore()
  const warnings: string[] = []
  const logger = { warn: (text: string) => warnings.push(text) }
  const weather = createTool({
    id: 'height',
    description: 'The height of a building.',
    inputSchema: z.object({ of: z.string() }),
    execute: async ({ of }) => {
      if (of === 'nothing') throw new Error('no such building')
      return { metres: 330 }
    },
  })
  const deletes = createTool({
    id: 'deletes',
    description: 'Deletes a building.',
    inputSchema: z.object({ of: z.string() }),
    requireApproval: true,
    execute: async () => 'deleted',
  })
  const asks = createTool({
    id: 'asks',
    description: 'Asks the person, in the browser.',
    inputSchema: z.object({ of: z.string() }),
  })
  const agent = new Agent({
    id: 'guide',
    name: 'guide',
    instructions: 'Answer in one sentence.',
    model: model as MastraModelConfig,
    tools: { height: weather, deletes, asks },
    outputProcessors: [scorerProcessor(scorer, options)],
    defaultOptions: { maxSteps },
    maxProcessorRetries,
    ...(live && { scorers: { scorer: { scorer: scorer as never, sampling: { type: 'ratio', rate: 1 } } } }),
  })
  const mastra = new Mastra({ agents: { guide: agent }, storage, logger: false })
  vi.spyOn(mastra, 'getLogger').mockReturnValue(
    new Proxy({}, { get: (_, name) => (name === 'warn' ? logger.warn : () => {}) }) as never,
  )
  const rows = async () => {
    const store = await storage.getStore('scores')
    const page = await store?.listScoresByScorerId({
      scorerId: scorer.id,
      pagination: { page: 0, perPage: 20 },
    })
    return page?.scores ?? []
  }
  return { agent: mastra.getAgent('guide'), model, rows, warnings }
}
const prompts = ({ model }: ReturnType<typeof project>) =>
  [...model.doGenerateCalls, ...model.doStreamCalls].map(({ prompt }) => JSON.stringify(prompt))

describe('an answer below the limit', () => {
  it('is asked for again with the reason, and the second answer goes out', async () => {
    const staged = project(relevancy(towerJudge()), retry)
    const result = await staged.agent.generate(question)
    expect(result.text).toBe(good)
    expect(result.tripwire).toBeUndefined()
    const [first, second, more] = prompts(staged)
    expect(more).toBeUndefined()
    expect(first).not.toContain('Processor Feedback')
    expect(second).toContain('answer-relevancy is 0, below 0.7')
    expect(second).toContain(bad)
  })

  it('stops with a tripwire when it was asked again as often as it may be', async () => {
    const staged = project(relevancy(towerJudge()), retry, { answers: Array(9).fill(say(bad)) })
    const { tripwire, text } = await staged.agent.generate(question)
    expect(prompts(staged)).toHaveLength(3)
    expect(text).toBe('')
    expect(tripwire?.processorId).toBe('answer-relevancy')
    expect(tripwire?.metadata).toMatchObject({ scorerId: 'answer-relevancy', score: 0 })
  })

  it('stops at once where that is the action, which a reader of the stream is told', async () => {
    const staged = project(relevancy(towerJudge()), { ...common, action: 'stop' })
    const stream = await staged.agent.stream(question)
    const { fullStream } = stream
    const chunks: { type: string; payload: object }[] = []
    for await (const chunk of fullStream) chunks.push(chunk as never)
    expect(prompts(staged)).toHaveLength(1)
    expect(chunks.some(({ type }) => type.startsWith('text'))).toBe(false)
    expect(chunks.map(({ type }) => type).slice(-2)).toEqual(['tripwire', 'finish'])
    expect(chunks.at(-2)).toMatchObject({ payload: { processorId: 'answer-relevancy' } })
    expect(await stream.text).toBe('')
    expect(stream.tripwire).toMatchObject({ processorId: 'answer-relevancy', metadata: { score: 0 } })
  })

  it('goes out with a mark where that is the action', async () => {
    const staged = project(relevancy(towerJudge()), { ...common, action: 'mark' })
    const { text, response } = await staged.agent.generate(question)
    expect(text).toBe(bad)
    const { content } = response.dbMessages?.at(-1) ?? {}
    expect(content?.metadata?.verdict).toEqual({
      'answer-relevancy': {
        ...{ scorerId: 'answer-relevancy', score: 0 },
        reason: expect.stringContaining(bad),
      },
    })
  })

  it('goes out without a mark where it is good enough', async () => {
    const staged = project(relevancy(towerJudge()), { ...common, action: 'mark' }, { answers: [say(good)] })
    const { text, response } = await staged.agent.generate(question)
    expect(text).toBe(good)
    expect(response.dbMessages?.at(-1)?.content.metadata?.verdict).toBeUndefined()
  })
})

it('a step that calls a tool is no answer, and the answer behind it is scored', async () => {
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'height', input: { of: 'tower' } } as const
  const judge = towerJudge()
  const staged = project(
    relevancy(judge),
    { ...common, action: 'stop' },
    { answers: [[{ type: 'text', text: 'The Tower, then.' }, call], say(good)] },
  )
  const { text, tripwire } = await staged.agent.generate(question)
  expect(tripwire).toBeUndefined()
  expect(text).toContain(good)
  expect(judge.requests).toHaveLength(1)
})

describe('an answer behind a tool call, whatever became of the call', () => {
  const call = (toolName: string, of: string, toolCallId = toolName + of) =>
    ({ type: 'tool-call', toolCallId, toolName, input: { of } }) as const
  const stop = { ...common, action: 'stop' } as const
  const told = { processorId: 'answer-relevancy', metadata: { score: 0 } }
  const cases: [string, ReturnType<typeof call>[]][] = [
    ['worked', [call('height', 'tower')]],
    ['threw', [call('height', 'nothing')]],
    ['has no such tool', [call('depth', 'tower')]],
    ['one of two has no such tool', [call('height', 'tower'), call('depth', 'tower')]],
    ['one of two threw', [call('height', 'tower'), call('height', 'nothing')]],
    ['has the wrong arguments', [{ ...call('height', 'x'), input: { off: 1 } as never }]],
  ]
  it.each(cases)('is scored: %s, generated', async (_, calls) => {
    const staged = project(relevancy(towerJudge()), stop, { answers: [calls, say(bad)] })
    const { tripwire } = await staged.agent.generate(question)
    expect(prompts(staged)).toHaveLength(2)
    expect(tripwire).toMatchObject(told)
  })
  it.each(cases)('is scored: %s, streamed', async (_, calls) => {
    const staged = project(relevancy(towerJudge()), stop, { answers: [calls, say(bad)] })
    const stream = await staged.agent.stream(question)
    await stream.consumeStream()
    expect(stream.tripwire).toMatchObject(told)
  })
  it.each(['approveToolCallGenerate', 'declineToolCallGenerate'] as const)(
    'is scored: a person was asked, %s',
    async (decided) => {
      const staged = project(relevancy(towerJudge()), stop, {
        answers: [[call('deletes', 'tower')], say(bad)],
      })
      const asked = await staged.agent.generate(question)
      expect(asked.finishReason).toBe('suspended')
      expect(asked.tripwire).toBeUndefined()
      const { tripwire } = await staged.agent[decided]({ runId: asked.runId as string })
      expect(tripwire).toMatchObject(told)
    },
  )
  it('which the client is to do, is waited for', async () => {
    const judge = towerJudge()
    const staged = project(relevancy(judge), stop, { answers: [[call('asks', 'me')]] })
    const { tripwire, finishReason } = await staged.agent.generate(question)
    expect([finishReason, tripwire, judge.requests.length]).toEqual(['tool-calls', undefined, 0])
  })

  type Part = Extract<MastraDBMessage['content']['parts'][number], { type: 'tool-invocation' }>
  const states: Record<Part['toolInvocation']['state'], object> = {
    'partial-call': {},
    call: {},
    result: { result: { metres: 330 } },
    'approval-requested': { approval: { id: '1' } },
    'approval-responded': { approval: { id: '1', approved: true } },
    'output-error': { errorText: 'no such building' },
    'output-denied': { approval: { id: '1', approved: false } },
  }
  const stepWith = async (state: string, more: object, step: object): Promise<number> => {
    const messageList = new MessageList()
    messageList.add({ role: 'user', content: question }, 'input')
    const toolInvocation = { state, toolCallId: '1', toolName: 'height', args: {}, ...more }
    const parts = [
      { type: 'tool-invocation', toolInvocation, ...(step as { part?: object }).part },
      { type: 'text', text: bad },
    ]
    const message = { id: 'a', role: 'assistant', createdAt: new Date(), content: { format: 2, parts } }
    messageList.add(message as MastraDBMessage, 'response')
    const abort = vi.fn<() => never>()
    const { processOutputStep } = scorerProcessor(relevancy(towerJudge()), stop)
    await processOutputStep({
      messageList,
      abort,
      state: {},
      steps: [],
      finishReason: 'stop',
      ...step,
    } as never)
    return abort.mock.calls.length
  }
  it.each(Object.entries(states))('is scored where the message has it as %s', async (state, more) => {
    expect(await stepWith(state, more, {})).toBe(1)
  })
  const calls = { toolCalls: [{ toolCallId: '1', toolName: 'height', args: {} }], finishReason: 'tool-calls' }
  it.each(Object.entries(states))('is waited for where this step made it: %s', async (state, more) => {
    expect(await stepWith(state, more, calls)).toBe(0)
  })
  it.each(['length', 'content-filter', 'error'])(
    'is scored where the step was cut off: %s',
    async (finishReason) => {
      expect(await stepWith('call', {}, { ...calls, finishReason })).toBe(1)
    },
  )
  it('is scored where the provider made the call itself', async () => {
    expect(await stepWith('result', { result: 1 }, { ...calls, part: { providerExecuted: true } })).toBe(1)
  })
})

it.each(['generate', 'stream'] as const)(
  'retries that use up the steps end in a tripwire: %s',
  async (how) => {
    const staged = project(
      relevancy(towerJudge()),
      { ...retry, retries: 5 },
      { answers: Array(9).fill(say(bad)), maxSteps: 2 },
    )
    const { agent } = staged
    const result = await (how === 'generate' ? agent.generate(question) : agent.stream(question))
    expect(await result.text).toBe('')
    expect(prompts(staged)).toHaveLength(2)
    expect(result.tripwire).toMatchObject({
      reason: expect.stringContaining('No step was left for a retry.'),
      processorId: 'answer-relevancy',
      metadata: { scorerId: 'answer-relevancy', score: 0 },
    })
  },
)

describe('where a judge gives no score', () => {
  it.each(['retry', 'stop', 'mark'] as const)('closed stops the answer: %s', async (action) => {
    const limited = action === 'retry' ? ({ action, retries: 2 } as const) : { action }
    const staged = project(relevancy(away()), { ...common, ...limited })
    const { tripwire, text } = await staged.agent.generate(question)
    expect(text).toBe('')
    expect(prompts(staged)).toHaveLength(1)
    expect(tripwire?.metadata).toEqual({ scorerId: 'answer-relevancy', failure: 'the scorer failed' })
  })

  it('open lets it out with a mark, and warns', async () => {
    const staged = project(relevancy(away()), { ...retry, onFailure: 'open' })
    const { text, tripwire, response } = await staged.agent.generate(question)
    expect(tripwire).toBeUndefined()
    expect(text).toBe(bad)
    expect(response.dbMessages?.at(-1)?.content.metadata?.verdict).toEqual({
      'answer-relevancy': { scorerId: 'answer-relevancy', failure: 'the scorer failed' },
    })
    expect(staged.warnings.filter((text) => text.includes('the judge is away'))).toEqual([
      expect.stringContaining('answer-relevancy: 1 let out without a score'),
    ])
  })

  it('so is an answer that is not scorable', async () => {
    const staged = project(
      createKeywordCoverageScorer({ onFailure: 'notScorable' }),
      {
        ...{ ...common, action: 'stop' },
        onFailure: 'closed',
      },
      { answers: [say('')] },
    )
    const { tripwire } = await staged.agent.generate('?')
    expect(tripwire?.reason).toContain('not scorable')
  })

  it('so is one that is too slow, and the judge is told to stop', async () => {
    const told = Promise.withResolvers<void>()
    const judge = towerJudge()
    const slow = {
      ...judge,
      decide: async (request: Parameters<typeof judge.decide>[0]) => {
        request.signal?.addEventListener('abort', () => told.resolve())
        await delay(60_000, undefined, { ref: false })
        return judge.decide(request)
      },
    }
    const staged = project(relevancy(slow as never), { ...retry, withinInMs: 20 })
    const { tripwire } = await staged.agent.generate(question)
    expect(tripwire?.reason).toContain('20 ms')
    await told.promise
  })
})

describe('one judging', () => {
  it('is shared with live scoring of the same answer', async () => {
    const judge = towerJudge()
    const staged = project(relevancy(judge), retry, { live: true })
    await staged.agent.generate(question)
    await expect.poll(async () => (await staged.rows()).length).toBe(1)
    expect((await staged.rows())[0]).toMatchObject({ score: 1, source: 'LIVE' })
    // The bad answer and the good one.
    expect(judge.requests).toHaveLength(2)
  })
})

describe('live scorers of a stopped answer', () => {
  const elsewhere = () =>
    createScorer({ id: 'elsewhere', description: 'Length.', type: 'agent' }).generateScore(() => 0)
  const toxicity = () => createToxicityScorer({ model: fakeJudge({ answer: () => 'severe' }) })
  it.each<[string, AnyScorer, object]>([
    ['higher is better', relevancy(towerJudge()), { below: 0.7 }],
    ['lower is better', toxicity(), { above: 0.5 }],
    ['from another package', elsewhere(), { below: 0.7 }],
  ])('give no score, and say why: %s', async (_, scorer, limit) => {
    const { withinInMs, onFailure } = common
    const options = { ...limit, withinInMs, onFailure, action: 'stop' } as ScorerProcessorOptions
    const staged = project(scorer, options, { live: true })
    const run = scorer.run as (input: never) => Promise<{ reason?: string; notScorable?: object }>
    const scored = Promise.withResolvers<Awaited<ReturnType<typeof run>>>()
    scorer.run = (async (input: never) => {
      const result = await run(input)
      scored.resolve(result)
      return result
    }) as never
    const { tripwire } = await staged.agent.generate(question)
    expect(tripwire).toBeDefined()
    expect((await scored.promise).notScorable).toMatchObject({
      reason: `stopped before it was given: ${tripwire?.reason}`,
    })
    await waitForLiveScores()
    expect(await staged.rows()).toEqual([])
  })
})

it('an evaluation gives a stopped answer no score either, and says why', async () => {
  const toxicity = createToxicityScorer({ model: fakeJudge({ answer: () => 'severe' }) })
  const { withinInMs, onFailure } = common
  const { agent } = project(toxicity, { withinInMs, onFailure, above: 0.5, action: 'stop' })
  const { items } = await evaluate({
    target: agent,
    data: [{ id: 'one', input: question }],
    scorers: [toxicity],
  })
  expect(items[0]?.scores.toxicity).toMatchObject({
    outcome: 'not scorable',
    reason: expect.stringMatching(/^stopped before it was given: toxicity is 1, above 0\.5/),
  })
})

describe('any scorer will do', () => {
  it('without a judge', async () => {
    const staged = project(createKeywordCoverageScorer(), { ...retry, below: 0.5 })
    expect((await staged.agent.generate(question)).text).toBe(good)
  })

  it('with the embedded judge', async () => {
    const staged = project(relevancy(embeddedJudge()), { ...retry, below: 0.5 })
    expect((await staged.agent.generate(question)).text).toBe(good)
  })

  it('of trajectories', async () => {
    const scorer = createTrajectoryScorerCode({
      defaults: { steps: [{ stepType: 'tool_call', name: 'height' }] },
    })
    const { tripwire } = await project(scorer, { ...common, action: 'stop' }).agent.generate(question)
    expect(tripwire?.metadata).toMatchObject({ score: 0 })
  })

  it('of another package', async () => {
    const scorer = createScorer({ id: 'length', description: 'Length.', type: 'agent' }).generateScore(
      ({ run }) => (JSON.stringify(run.output).includes('330 metres') ? 1 : 0),
    )
    expect((await project(scorer, retry).agent.generate(question)).text).toBe(good)
  })

  it('whose lower scores are better, with above', async () => {
    const judge = fakeJudge({ answer: () => 'none' })
    const scorer = createToxicityScorer({ model: judge })
    const { withinInMs, onFailure } = common
    const staged = project(scorer, { above: 0.2, withinInMs, onFailure, action: 'stop' })
    expect((await staged.agent.generate(question)).text).toBe(bad)
  })
})

describe('options', () => {
  const scorer = () => createKeywordCoverageScorer()
  const made = (options: object, of: AnyScorer = scorer()) => scorerProcessor(of, options as never)
  it.each([
    [{ onFailure: undefined }, "options.onFailure: must be 'open', to let an answer without a score out"],
    [
      { withinInMs: undefined },
      'options.withinInMs: must be how long an answer may wait for its score, in milliseconds',
    ],
    [{ below: undefined }, 'give below or above'],
    [{ above: 0.5 }, 'give below or above'],
    [{ retries: undefined }, "give retries with action: 'retry', and only then"],
    [{ action: 'stop' }, "give retries with action: 'retry', and only then"],
    [{ below: 70 }, 'below must be more than 0, and at most the scale, 1'],
    [{ below: undefined, above: 0.5 }, 'higher scores are better: give below'],
    [{ tries: 1 }, 'tries'],
  ])('that are wrong are refused: %j', (change, message) => {
    expect(() => made({ ...retry, ...change })).toThrow(TypeError)
    expect(() => made({ ...retry, ...change })).toThrow(message)
  })

  it('refuses below where a lower score is better', () => {
    const toxicity = createToxicityScorer({ model: fakeJudge() })
    expect(() => made(retry, toxicity)).toThrow('toxicity: lower scores are better: give above')
  })
})
