import { Agent } from '@mastra/core/agent'
import { createScorer, runEvals } from '@mastra/core/evals'
import type { MastraModelConfig } from '@mastra/core/llm'
import { InMemoryStore } from '@mastra/core/storage'
import { createStep, createWorkflow } from '@mastra/core/workflows'
import { Memory } from '@mastra/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ProgressEvent } from '../../../src/evaluation/session/progress.ts'
import { evaluate } from '../../../src/evaluation.ts'
import { languageJudge } from '../../../src/judge/index.ts'
import {
  createAnswerRelevancyScorer,
  createCompletenessScorer,
  createTrajectoryAccuracyScorerCode,
} from '../../../src/scorers/index.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { say, scripted, stage, weatherRun } from '../../support/scripted-agent.ts'
import { firstAnswers } from '../../support/scripted-judge.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'
import { scorerOf } from '../support.ts'

/** A scorer that keeps what it gets. */
function spy(type?: 'agent' | 'trajectory') {
  const runs: { [field: string]: unknown }[] = []
  const scorer = createScorer({ id: 'spy', description: 'spy', ...(type ? { type } : {}) } as {
    id: 'spy'
    description: string
  }).generateScore(({ run }) => {
    runs.push(run as never)
    return 1
  })
  return { scorer, runs }
}

/** What differs from run to run: ids and times. */
const stable = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, part) =>
      /^(id|runId|createdAt|startedAt|endedAt|threadId|resourceId|.*TraceId|.*SpanId)$/i.test(key)
        ? undefined
        : part,
    ),
  )

const newAgent = (lines = weatherRun) => stage(scripted([...lines])).agent

describe('an agent', () => {
  it('is scored on the same run as with runEvals', async () => {
    const [ours, theirs] = [spy('agent'), spy('agent')]
    const item = { input: 'What is the weather in Paris?', groundTruth: { degrees: 21 } }
    await runEvals({ target: newAgent(), data: [item], scorers: [theirs.scorer] })
    const { items, header } = await evaluate({ target: newAgent(), data: [item], scorers: [ours.scorer] })
    expect(stable(ours.runs)).toEqual(stable(theirs.runs))
    expect(items[0]).toMatchObject({
      answer: 'Let me check.\n\nIt is 21 degrees.\n\nTake a hat.',
      groundTruth: { degrees: 21 },
      cost: { calls: 2, usage: { inputTokens: 2, outputTokens: 2 } },
    })
    expect(header.target).toMatchObject({ kind: 'agent', id: 'guide', model: expect.stringContaining('/') })
  })

  it('is scored on its trajectory by scorers of trajectories', async () => {
    const scorer = createTrajectoryAccuracyScorerCode()
    const call = (name: string) => ({ stepType: 'tool_call', name })
    const { items } = await evaluate({
      target: newAgent(),
      data: [{ input: 'Weather?', expectedTrajectory: { steps: [call('weather'), call('weather')] } }],
      scorers: [scorer],
    })
    expect(items[0]?.scores[scorer.id]).toMatchObject({ outcome: 'scored', score: 1 })
  })

  it('is asked several inputs in one thread that it remembers', async () => {
    const [ours, theirs] = [spy('agent'), spy('agent')]
    const lines = [say('One.'), say('Two.')]
    const data = [{ inputs: ['first?', 'second?'] }]
    await runEvals({ target: newAgent(lines), data, scorers: [theirs.scorer] })
    const { items } = await evaluate({ target: newAgent(lines), data, scorers: [ours.scorer] })
    expect(stable(ours.runs)).toEqual(stable(theirs.runs))
    expect(items[0]).toMatchObject({ answer: 'One.\n\nTwo.', input: ['first?', 'second?'] })
  })

  it('with memory gets a thread of its own for each item', async () => {
    const storage = new InMemoryStore()
    const memory = new Memory({ storage })
    const agent = new Agent({
      id: 'remembers',
      name: 'remembers',
      instructions: '',
      model: scripted([say('1'), say('2')]) as MastraModelConfig,
      memory,
    })
    const { scorer, runs } = spy('agent')
    const targetOptions = { memory: { resource: 'someone' } }
    await evaluate({
      target: agent,
      targetOptions,
      data: [{ input: 'a' }, { input: 'b' }],
      scorers: [scorer],
      concurrency: 1,
    })
    const { threads } = await memory.listThreads({ filter: { resourceId: 'someone' } })
    expect(threads).toHaveLength(2)
    expect(runs.map(({ input }) => (input as { rememberedMessages: unknown[] }).rememberedMessages)).toEqual([
      [],
      [],
    ])
  })

  it('gets the request context of the item', async () => {
    const seen: unknown[] = []
    const agent = new Agent({
      id: 'context',
      name: 'context',
      instructions: ({ requestContext }) => {
        seen.push(requestContext.get('user'))
        return 'Be kind.'
      },
      model: scripted([say('hello')]) as MastraModelConfig,
    })
    await evaluate({
      target: agent,
      data: [{ input: 'hi', requestContext: { user: 'ann' } }],
      scorers: [spy('agent').scorer],
    })
    expect(seen).toContain('ann')
  })

  it('that fails over HTTP is a failure of the item, tried as often as was said', async () => {
    const server = untilTestEnds(
      await openaiServer(({ number }) =>
        number === 1 ? { text: 'Fine.' } : { status: 401, error: 'bad key' },
      ),
    )
    const agent = new Agent({
      id: 'http',
      name: 'http',
      instructions: '',
      model: server.chat as MastraModelConfig,
    })
    const { items } = await evaluate({
      target: agent,
      data: [{ input: 'a' }, { input: 'b' }],
      scorers: [spy('agent').scorer],
      concurrency: 1,
    })
    expect(items.map(({ answer, failure }) => [answer, failure?.message])).toEqual([
      ['Fine.', undefined],
      [undefined, expect.stringContaining('bad key')],
    ])
  })
})

describe('a workflow', () => {
  const step = createStep({
    id: 'double',
    inputSchema: z.object({ n: z.number() }),
    outputSchema: z.object({ n: z.number() }),
    execute: async ({ inputData, requestContext }) => {
      if (inputData.n < 0) throw new Error('a negative number')
      return { n: inputData.n * Number(requestContext.get('factor') ?? 2) }
    },
  })
  const workflow = createWorkflow({
    id: 'doubling',
    inputSchema: z.object({ n: z.number() }),
    outputSchema: z.object({ n: z.number() }),
  })
    .then(step)
    .commit()

  it('is scored on the same run as with runEvals', async () => {
    const [ours, theirs] = [spy(), spy()]
    const data = [{ input: { n: 4 }, groundTruth: 8 }]
    await runEvals({ target: workflow, data, scorers: [theirs.scorer] })
    const { items, header } = await evaluate({ target: workflow, data, scorers: [ours.scorer] })
    expect(stable(ours.runs)).toEqual(stable(theirs.runs))
    expect(items[0]).toMatchObject({ input: { n: 4 }, answer: '{"n":8}' })
    expect(header.target).toEqual({ kind: 'workflow', id: 'doubling', options: 'none' })
  })

  it('that fails is a failure of the item', async () => {
    const { items } = await evaluate({
      target: workflow,
      data: [{ input: { n: -1 } }, { input: { n: 1 }, requestContext: { factor: 5 } }],
      scorers: [spy().scorer],
    })
    expect(items[0]?.failure?.message).toContain('a negative number')
    expect(items[1]?.answer).toBe('{"n":5}')
  })
})

describe('a workflow that takes too long', () => {
  it('is a failure of the item, also where it cannot be cancelled', async () => {
    const workflow = {
      id: 'stuck',
      createRun: async () => ({
        start: () => new Promise(() => {}),
        cancel: async () => {
          throw new Error('the storage is down')
        },
      }),
    }
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    try {
      const { items } = await evaluate({
        target: workflow as never,
        data: [{ input: { n: 1 } }],
        scorers: [spy().scorer],
        timeoutInMs: 50,
      })
      expect(items[0]?.failure).toMatchObject({ name: 'TimeoutError' })
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })
})

describe('a function or recorded answers', () => {
  it('reach scorers of agents as messages, and others as they are', async () => {
    const asAgent = spy('agent')
    const plain = scorerOf('plain', (text) => text.length)
    const { items } = await evaluate({
      target: () => 'four',
      data: [{ input: 'what?' }],
      scorers: [asAgent.scorer, plain],
    })
    expect(asAgent.runs[0]).toMatchObject({
      input: { inputMessages: [{ role: 'user', content: { parts: [{ type: 'text', text: 'what?' }] } }] },
      output: [{ role: 'assistant', content: { parts: [{ type: 'text', text: 'four' }] } }],
    })
    expect(items[0]?.scores.plain).toMatchObject({ score: 4 })
  })

  it('may be messages', async () => {
    const { items } = await evaluate({
      target: 'recorded',
      data: [
        {
          input: 'what?',
          output: [
            { role: 'assistant', content: 'one' },
            { role: 'assistant', content: 'two' },
          ],
        },
      ],
      scorers: [spy('agent').scorer],
    })
    expect(items[0]?.answer).toBe('one\n\ntwo')
  })

  it('fail where there is no answer', async () => {
    const { items } = await evaluate({
      target: () => undefined,
      data: [{ input: 'x' }],
      scorers: [spy().scorer],
    })
    expect(items[0]?.failure?.message).toBe('the function answered undefined')
  })
})

describe('a judge that is asked too much', () => {
  it('lowers the number of items that are worked on at once', async () => {
    const server = untilTestEnds(
      await openaiServer((request) =>
        request.number <= 4 ? { status: 429 } : { ...firstAnswers(request), delayInMs: 5 },
      ),
    )
    const events: ProgressEvent[] = []
    const judge = languageJudge(server.chat, { retryDelayInMs: 5 })
    const { items } = await evaluate({
      target: () => 'It is so.',
      data: Array.from({ length: 30 }, (_, index) => ({ input: `question ${index}` })),
      scorers: [createAnswerRelevancyScorer({ model: judge, options: { statements: 'split' } })],
      concurrency: 8,
      onProgress: (event) => events.push(event),
    })
    const limits = events.flatMap((event) => (event.kind === 'concurrency' ? [event.limit] : []))
    expect(limits[0]).toBe(4)
    expect(items.every(({ scores }) => scores['answer-relevancy']?.outcome === 'scored')).toBe(true)
  })
})

it('gives each try and repeat its own copy of the input, which a function may change', async () => {
  const data = [{ id: 'q', input: [{ role: 'user', content: 'Hello?' }], metadata: { seen: [] as string[] } }]
  const asked: number[] = []
  const run = await evaluate({
    target: async (messages: { role: string; content: string }[], { item }) => {
      asked.push(messages.length)
      messages.push({ role: 'assistant', content: 'Hello!' })
      Object.assign(item.metadata ?? {}, { seen: 'changed' })
      return 'Hello!'
    },
    data,
    scorers: [createCompletenessScorer()],
    repeats: 3,
  })
  expect(asked).toEqual([1, 1, 1])
  expect(run.items.map(({ input }) => input)).toEqual(Array(3).fill([{ role: 'user', content: 'Hello?' }]))
  expect(data[0]).toMatchObject({ input: { length: 1 }, metadata: { seen: [] } })
})
