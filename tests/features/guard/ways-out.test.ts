import { Agent } from '@mastra/core/agent'
import { createDurableAgent, globalRunRegistry } from '@mastra/core/agent/durable'
import { createScorer } from '@mastra/core/evals'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { type ProcessOutputStreamArgs, ProcessorStepSchema } from '@mastra/core/processors'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import { createStep, createWorkflow } from '@mastra/core/workflows'
import { Memory } from '@mastra/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { scorerProcessor } from '../../../src/features/guard/index.ts'
import { say, scripted } from '../../support/scripted-agent.ts'

// Mastra looks at durable runs that have ended, which leaves entries without a value, at which `shutdown` throws in
// whichever test comes next.
Object.assign(globalRunRegistry, { updateAgeOnGet: false })

/** A word of an answer that must not get out, though the scorer's reason quotes it. */
const secret = 'xyzzy'
const fine = 'plugh'
const question = 'What is the magic word?'
const stop = { below: 0.5, withinInMs: 60_000, onFailure: 'closed', action: 'stop' } as const
const told = { processorId: 'no-secrets', metadata: { scorerId: 'no-secrets', score: 0 } }
const schema = z.object({ answer: z.string() })

const noSecrets = () =>
  createScorer({ id: 'no-secrets', description: 'Finds no secret.', type: 'agent' })
    .generateScore(({ run }) => (JSON.stringify(run.output).includes(secret) ? 0 : 1))
    .generateReason(({ score }) => (score === 0 ? `It says “${secret}”.` : 'It says nothing.'))

type Lines = Parameters<typeof scripted>[0]

function guarded(lines: Lines, more: object = {}) {
  const model = scripted(lines)
  const agent = new Agent({
    id: 'guarded',
    name: 'guarded',
    description: 'Knows magic.',
    instructions: 'Answer in one word.',
    model: model as MastraModelConfig,
    outputProcessors: [scorerProcessor(noSecrets(), stop)],
    ...more,
  })
  const mastra = new Mastra({ agents: { guarded: agent }, storage: new InMemoryStore(), logger: false })
  return { agent, mastra, model }
}

/** An agent above the guarded one, with memory of its own. */
function above(agent: Agent, lines: Lines, more: object = {}) {
  const model = scripted(lines)
  const storage = new InMemoryStore()
  const supervisor = new Agent({
    id: 'above',
    name: 'above',
    instructions: 'Ask.',
    model: model as MastraModelConfig,
    agents: { guarded: agent },
    memory: new Memory({ storage }),
    ...more,
  })
  new Mastra({ agents: { above: supervisor, guarded: agent }, storage, logger: false })
  const stored = async () => (await storage.getStore('memory'))?.listMessages({ threadId: 'thread' })
  return { supervisor, model, stored }
}
const thread = { memory: { thread: 'thread', resource: 'resource' } }

async function all(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

const call = { type: 'tool-call', toolCallId: '1', toolName: 'asks', input: {} } as const
const answers = createTool({
  id: 'asks',
  description: 'Asks.',
  inputSchema: z.object({}),
  execute: async () => 'yes',
})

/** All that somebody could see of an answer in one way, and how it says that the answer was stopped. */
interface Shown {
  readonly all: unknown
  readonly tripwire: unknown
}
const json = (answer: string) => say(JSON.stringify({ answer }))

async function streamed(stream: Awaited<ReturnType<Agent['stream']>>): Promise<unknown> {
  return Promise.all([
    all(stream.fullStream),
    all(stream.textStream),
    stream.text,
    stream.steps,
    stream.response,
    stream.content,
    stream.getFullOutput(),
    stream.messageList.get.all.db(),
  ])
}

async function workflow(answer: string, isObject: boolean): Promise<Shown> {
  const { agent, mastra } = guarded(Array(2).fill(isObject ? json(answer) : say(answer)))
  const step = isObject ? createStep(agent, { structuredOutput: { schema } }) : createStep(agent)
  const flow = createWorkflow({
    id: 'flow',
    inputSchema: z.object({ prompt: z.string() }),
    outputSchema: z.unknown(),
  })
    .then(step as never)
    .commit()
  mastra.addWorkflow(flow)
  const inputData = { prompt: question }
  const started = await (await flow.createRun()).start({ inputData })
  const run = (await flow.createRun()).stream({ inputData })
  const chunks = await all(run.fullStream)
  const result = await run.result
  expect(result.status).toBe(started.status)
  return {
    all: [started, chunks, result],
    tripwire: started.status === 'tripwire' ? started.tripwire : undefined,
  }
}

async function remembered(answer: string, more: object): Promise<Shown> {
  const storage = new InMemoryStore()
  const { agent, model } = guarded([say(answer), say('Yes.')], { memory: new Memory({ storage }) })
  const { tripwire } = await agent.generate(question, { ...thread, ...more })
  const store = await storage.getStore('memory')
  const stored = await store?.listMessages({ threadId: 'thread' })
  expect((await agent.generate('Are you sure?', thread)).text).toBe('Yes.')
  return { all: [stored, model.doGenerateCalls, model.doStreamCalls], tripwire }
}

const ways: Record<string, (answer: string) => Promise<Shown>> = {
  async generate(answer) {
    const ends: unknown[] = []
    const { agent } = guarded([say(answer)])
    const onFinish = (end: unknown) => void ends.push(end)
    const result = await agent.generate(question, { onFinish, onStepFinish: onFinish })
    return { all: [result, ends], tripwire: result.tripwire }
  },
  async stream(answer) {
    const ends: unknown[] = []
    const { agent } = guarded([say(answer)])
    const onFinish = (end: unknown) => void ends.push(end)
    const stream = await agent.stream(question, { onFinish, onStepFinish: onFinish })
    return { all: [await streamed(stream), ends], tripwire: stream.tripwire }
  },
  async 'generate, an object'(answer) {
    const { agent } = guarded([json(answer)])
    const result = await agent.generate(question, { structuredOutput: { schema } })
    return { all: result, tripwire: result.tripwire }
  },
  async 'stream, an object'(answer) {
    const { agent } = guarded([json(answer)])
    const stream = await agent.stream(question, { structuredOutput: { schema } })
    const seen = await Promise.all([all(stream.fullStream), all(stream.objectStream), stream.object])
    return { all: seen, tripwire: stream.tripwire }
  },
  async 'an object that another model makes of it'(answer) {
    const { agent } = guarded([say(answer)])
    const model = scripted([json(answer)])
    const structuredOutput = { schema, model: model as MastraModelConfig }
    const stream = await agent.stream(question, { structuredOutput })
    const seen = await Promise.all([all(stream.fullStream), all(stream.objectStream), stream.object])
    return { all: [seen, model.doStreamCalls], tripwire: stream.tripwire }
  },
  'a step of a workflow': (answer) => workflow(answer, false),
  'a step of a workflow, an object': (answer) => workflow(answer, true),
  async 'a tool of another agent'(answer) {
    const input = { prompt: question }
    const { supervisor, model, stored } = above(guarded([say(answer)]).agent, [
      [{ type: 'tool-call', toolCallId: '1', toolName: 'agent-guarded', input }],
      say('So it is.'),
    ])
    const stream = await supervisor.stream(question, thread)
    const seen = await all(stream.fullStream)
    expect(await stream.text).toBe('So it is.')
    const tripwires = JSON.stringify(seen).includes('"tripwire"') ? told : undefined
    return { all: [seen, model.doStreamCalls, await stored()], tripwire: tripwires }
  },
  async 'a network'(answer) {
    const route = { primitiveId: 'guarded', primitiveType: 'agent', prompt: question, selectionReason: '' }
    const done = { isComplete: true, completionReason: '', finalResult: '' }
    const lines = [say(JSON.stringify(route)), say(JSON.stringify(done))]
    const { supervisor, model, stored } = above(guarded([say(answer)]).agent, lines)
    const stream = await supervisor.network(question, { ...thread, maxSteps: 1 })
    const seen = await all(stream as AsyncIterable<unknown>)
    const tripwires = JSON.stringify(seen).includes('agent-execution-event-tripwire') ? told : undefined
    return { all: [seen, model.doStreamCalls, await stored()], tripwire: tripwires }
  },
  'memory, which the next turn reads': (answer) => remembered(answer, {}),
  'memory that is saved with each step': (answer) => remembered(answer, { savePerStep: true }),
  async 'a run that is resumed'(answer) {
    const asks = createTool({
      id: 'asks',
      description: 'Asks.',
      inputSchema: z.object({}),
      requireApproval: true,
      execute: async () => 'yes',
    })
    const { agent } = guarded([[call], say(answer)], { tools: { asks } })
    const asked = await agent.stream(question)
    await asked.consumeStream()
    const stream = await agent.approveToolCall({ runId: asked.runId, toolCallId: '1' })
    return { all: await streamed(stream), tripwire: stream.tripwire }
  },
  async 'a durable agent'(answer) {
    const durable = createDurableAgent({ agent: guarded([say(answer)]).agent })
    new Mastra({ agents: { durable }, storage: new InMemoryStore(), logger: false })
    const { output } = await durable.stream(question)
    const seen = await all(output.fullStream)
    return { all: [seen, await output.text, await output.steps], tripwire: output.tripwire }
  },
}

/** A model that says with each reply what it was asked and what it said, as those behind HTTP do. */
function withBodies(model: ReturnType<typeof scripted>) {
  const { doGenerate } = model
  const { doStream } = model
  const asked = (options: Parameters<typeof doGenerate>[0]) => ({ body: JSON.stringify(options.prompt) })
  model.doGenerate = async (options) => {
    const reply = await doGenerate(options)
    return { ...reply, request: asked(options), response: { body: JSON.stringify(reply.content) } }
  }
  model.doStream = async (options) => ({ ...(await doStream(options)), request: asked(options) })
  return model
}

const suspends = createTool({
  id: 'asks',
  description: 'Asks.',
  inputSchema: z.object({}),
  suspendSchema: z.object({}),
  resumeSchema: z.object({ said: z.string() }),
  execute: async (_, { agent }) => (agent?.resumeData ? 'yes' : agent?.suspend({})),
})

const asksFirst = createTool({ ...answers, requireApproval: true } as never)
const followed = (answer: string) => [[...say(answer), call], say('So it is.')]

/** Text beside a call of a tool is in the stream before anybody can know that it is the answer. */
const beside: Record<string, (answer: string) => Promise<Shown>> = {
  async 'generate, beside a call of a tool of the client'(answer) {
    const asks = createTool({ id: 'asks', description: 'Asks.', inputSchema: z.object({}) })
    const { agent } = guarded([[...say(answer), call]], { tools: { asks } })
    const result = await agent.generate(question)
    return { all: [result.text, result.steps, result.response, result.messages], tripwire: result.tripwire }
  },
  async 'generate, in the last step that maxSteps allows'(answer) {
    const { agent } = guarded([[...say(answer), call], say('Never said.')], { tools: { asks: answers } })
    const result = await agent.generate(question, { maxSteps: 1 })
    return { all: [result.text, result.steps, result.response, result.messages], tripwire: result.tripwire }
  },
  async 'stream, beside a call of a tool of the client, once it has ended'(answer) {
    const asks = createTool({ id: 'asks', description: 'Asks.', inputSchema: z.object({}) })
    const { agent } = guarded([[...say(answer), call]], { tools: { asks } })
    const stream = await agent.stream(question)
    const chunks = await all(stream.fullStream)
    const tripwire =
      chunks.find((chunk) => (chunk as { type: string }).type === 'tripwire') && stream.tripwire
    return { all: [await stream.text, await stream.steps, await stream.response], tripwire }
  },
  async 'generate, with the body of the reply'(answer) {
    const ends: unknown[] = []
    const { agent } = guarded([], { model: withBodies(scripted([say(answer)])) })
    const onFinish = (end: unknown) => void ends.push(end)
    const result = await agent.generate(question, { onFinish, onStepFinish: onFinish })
    return { all: [result, ends], tripwire: result.tripwire }
  },
  async 'generate, beside a call that a good answer follows'(answer) {
    const { agent } = guarded([], {
      model: withBodies(scripted(followed(answer))),
      tools: { asks: answers },
    })
    const result = await agent.generate(question)
    return { all: result, tripwire: result.tripwire }
  },
  async 'memory, beside a call that a good answer follows'(answer) {
    const storage = new InMemoryStore()
    const memory = new Memory({ storage })
    const { agent } = guarded(followed(answer), { tools: { asks: answers }, memory })
    const { tripwire } = await agent.generate(question, thread)
    const store = await storage.getStore('memory')
    return { all: await store?.listMessages({ threadId: 'thread' }), tripwire }
  },
  async 'a tool of another agent, beside a call that a good answer follows'(answer) {
    const input = { prompt: question }
    const { agent } = guarded(followed(answer), { tools: { asks: answers } })
    const { supervisor, model, stored } = above(agent, [
      [{ type: 'tool-call', toolCallId: '1', toolName: 'agent-guarded', input }],
      say('The end.'),
    ])
    const { steps } = await supervisor.generate(question, thread)
    const seen = [steps, model.doGenerateCalls, await stored()]
    // Mastra tells the parent no more than that.
    return { all: seen, tripwire: JSON.stringify(seen).includes('So it is.') ? undefined : told }
  },
  async 'generate, beside a call that waits for approval'(answer) {
    const { agent } = guarded(followed(answer), { tools: { asks: asksFirst } })
    const result = await agent.generate(question)
    return { all: result, tripwire: result.tripwire }
  },
  async 'generate, beside a call that was approved all the same'(answer) {
    const { agent } = guarded(followed(answer), { tools: { asks: asksFirst } })
    const { runId } = await agent.generate(question)
    const result = await agent.approveToolCallGenerate({ runId: runId as string, toolCallId: '1' })
    return { all: [result.text, result.steps, result.response, result.messages], tripwire: result.tripwire }
  },
  async 'memory, beside a call that waits for approval'(answer) {
    const storage = new InMemoryStore()
    const memory = new Memory({ storage })
    const { agent } = guarded(followed(answer), { tools: { asks: asksFirst }, memory })
    const { tripwire } = await agent.generate(question, thread)
    const store = await storage.getStore('memory')
    return { all: await store?.listMessages({ threadId: 'thread' }), tripwire }
  },
  async 'stream, beside a call that waits for approval, once it has ended'(answer) {
    const { agent } = guarded(followed(answer), { tools: { asks: asksFirst } })
    const stream = await agent.stream(question)
    await all(stream.fullStream)
    return { all: [await stream.steps, await stream.response], tripwire: stream.tripwire }
  },
  async 'memory, beside a call that suspended the run'(answer) {
    const storage = new InMemoryStore()
    const lines = [...followed(answer), say('Yes.')]
    const { agent, model } = guarded(lines, { tools: { asks: suspends }, memory: new Memory({ storage }) })
    const asked = await agent.generate(question, thread)
    expect(asked.finishReason).toBe('suspended')
    const resumed = { runId: asked.runId as string, toolCallId: '1' }
    const { tripwire } = await agent.resumeGenerate({ said: 'yes' }, resumed)
    const store = await storage.getStore('memory')
    const stored = await store?.listMessages({ threadId: 'thread' })
    expect((await agent.generate('Are you sure?', thread)).text).toBe('Yes.')
    return { all: [stored, model.doGenerateCalls.at(-1), model.doStreamCalls.at(-1)], tripwire }
  },
  async 'memory, beside a call of a tool of the client'(answer) {
    const asks = createTool({ id: 'asks', description: 'Asks.', inputSchema: z.object({}) })
    const storage = new InMemoryStore()
    const memory = new Memory({ storage })
    const { agent } = guarded([[...say(answer), call]], { tools: { asks }, memory })
    const { tripwire } = await agent.generate(question, thread)
    const store = await storage.getStore('memory')
    return { all: await store?.listMessages({ threadId: 'thread' }), tripwire }
  },
}

/** Tools of a durable agent run apart from its stream, which can therefore wait. */
for (const [name, tool, options, more] of [
  ['a good answer follows', answers, {}, say('So it is.')],
  ['is the last that maxSteps allows', answers, { maxSteps: 1 }, say('Never said.')],
  [
    'the client is to make',
    createTool({ id: 'asks', description: 'Asks.', inputSchema: z.object({}) }),
    {},
    say('Never said.'),
  ],
  ['waits for approval', asksFirst, {}, say('So it is.')],
] as const) {
  const durable = (answer: string) => {
    const { agent } = guarded([[...say(answer), call], more], { tools: { asks: tool } })
    const made = createDurableAgent({ agent })
    new Mastra({ agents: { made }, storage: new InMemoryStore(), logger: false })
    return made
  }
  ways[`a durable agent, generate, beside a call that ${name}`] = async (answer) => {
    const result = await durable(answer).generate(question, options)
    return { all: [result.text, result.steps, result.response], tripwire: result.tripwire }
  }
  ways[`a durable agent, stream, beside a call that ${name}`] = async (answer) => {
    const { output } = await durable(answer).stream(question, { ...options, closeOnSuspend: true } as never)
    const seen = await all(output.fullStream)
    return { all: [seen, await output.text, await output.steps], tripwire: output.tripwire }
  }
}

describe.each(Object.entries({ ...ways, ...beside }))('%s', (_, way) => {
  it('does not give a stopped answer out, and says that it was stopped', async () => {
    const shown = await way(secret)
    expect(JSON.stringify(shown.all)).not.toContain(secret)
    expect(shown.tripwire).toMatchObject(told)
  })

  it('gives a good answer out', async () => {
    const shown = await way(fine)
    expect(JSON.stringify(shown.all)).toContain(fine)
    expect(shown.tripwire).toBeUndefined()
  })
})

it('a durable agent writes its messages anew after a call that suspended the run', async () => {
  const storage = new InMemoryStore()
  const memory = new Memory({ storage })
  const { agent } = guarded(followed(secret), { tools: { asks: suspends }, memory })
  const made = createDurableAgent({ agent })
  new Mastra({ agents: { made }, storage: new InMemoryStore(), logger: false })
  const asked = await made.stream(question, { ...thread, closeOnSuspend: true } as never)
  await all(asked.output.fullStream)
  const { output } = await made.resume(asked.runId, { said: 'yes' }, { toolCallId: '1' } as never)
  await all(output.fullStream)
  expect(output.tripwire).toMatchObject(told)
  const store = await storage.getStore('memory')
  const stored = async () => JSON.stringify(await store?.listMessages({ threadId: 'thread' }))
  await expect.poll(stored).not.toContain(secret)
  expect(await stored()).toContain('tool-invocation')
})

type Text = { readonly type: string; readonly text: string }

/** A processor that says something else than the model, at this point of a run. */
const rewriter = (hook: 'processOutputStep' | 'processOutputResult', text: string) => ({
  id: 'rewriter',
  [hook]: ({ messages }: { messages: { role: string; content: { parts: Text[] } }[] }) =>
    messages.map(({ content, ...message }) => {
      const parts = content.parts.map((part) => (part.type === 'text' ? { ...part, text } : part))
      return { ...message, content: message.role === 'assistant' ? { ...content, parts } : content }
    }),
})

describe('what other processors make of an answer', () => {
  const guard = () => scorerProcessor(noSecrets(), stop)
  const rewritten = {
    'in a step, before it': (text: string) => [rewriter('processOutputStep', text), guard()],
    'in a step, after it': (text: string) => [guard(), rewriter('processOutputStep', text)],
    'in the result, before it': (text: string) => [rewriter('processOutputResult', text), guard()],
  }
  describe.each(Object.entries(rewritten))('%s', (_, processors) => {
    it.each([
      ['is stopped', fine, secret],
      ['does not save a bad answer', secret, fine],
    ])('%s', async (_case, said, made) => {
      const { agent } = guarded([say(said)], { outputProcessors: processors(made) })
      const result = await agent.generate(question)
      expect(JSON.stringify([result.text, result.steps, result.response])).not.toContain(secret)
      expect(result.text).toBe('')
      expect(result.tripwire).toMatchObject(told)
    })
    it('is given if both are good', async () => {
      const { agent } = guarded([say(fine)], { outputProcessors: processors('So it is.') })
      const { text, tripwire } = await agent.generate(question)
      expect([text, tripwire]).toEqual(['So it is.', undefined])
    })
  })

  it('in the stream, before it, is the answer, for better or worse', async () => {
    const repairs = {
      id: 'repairs',
      async processOutputStream({ part }: ProcessOutputStreamArgs) {
        if (part.type !== 'text-delta') return part
        return { ...part, payload: { ...part.payload, text: part.payload.text.replace(secret, fine) } }
      },
    }
    const { agent } = guarded([say(secret)], { outputProcessors: [repairs, guard()] })
    const { text, tripwire } = await agent.generate(question)
    expect([text, tripwire]).toEqual([fine, undefined])
  })
})

it.each(['open', 'closed'] as const)(
  'the agent that routes a network is refused at its first decision: %s',
  async (onFailure) => {
    const { agent } = guarded([], {})
    const route = { primitiveId: 'none', primitiveType: 'none', prompt: '', selectionReason: secret }
    const { supervisor } = above(agent, Array(4).fill(say(JSON.stringify(route))), {
      outputProcessors: [scorerProcessor(noSecrets(), { ...stop, onFailure })],
    })
    const stream = await supervisor.network(question, { ...thread, maxSteps: 1 })
    expect(JSON.stringify(await all(stream as AsyncIterable<unknown>))).not.toContain(secret)
    expect(await stream.status).toBe('failed')
    expect(await stream.result).toMatchObject({
      error: { message: expect.stringContaining('for network() guard the agents that it calls') },
    })
  },
)

describe('the legacy methods', () => {
  const usage = { promptTokens: 1, completionTokens: 1 }
  const rawCall = { rawPrompt: null, rawSettings: {} }
  const chunks = [
    { type: 'text-delta', textDelta: secret },
    { type: 'finish', finishReason: 'stop', usage },
  ]
  const model = {
    specificationVersion: 'v1',
    provider: 'mock',
    modelId: 'mock',
    doGenerate: async () => ({ text: secret, finishReason: 'stop', usage, rawCall }),
    doStream: async () => ({ stream: ReadableStream.from(chunks), rawCall }),
  }
  const way = 'use generate() or stream() in place of generateLegacy() and streamLegacy()'

  it('are refused by generateLegacy, with the way out', async () => {
    const { agent } = guarded([], { model })
    await expect(agent.generateLegacy(question)).rejects.toThrow(way)
  })

  it('cannot be refused in streamLegacy, whose answer memory does not keep', async () => {
    const storage = new InMemoryStore()
    const { agent } = guarded([], { model, memory: new Memory({ storage }) })
    const stream = await agent.streamLegacy(question, { threadId: 'thread', resourceId: 'resource' } as never)
    expect(await all(stream.textStream)).toEqual([secret])
    const store = await storage.getStore('memory')
    expect(JSON.stringify(await store?.listMessages({ threadId: 'thread' }))).not.toContain(secret)
  })
})

describe('retries', () => {
  const retry = { ...stop, action: 'retry', retries: 2 } as const
  const bad = say(secret)

  it('are not begun anew when a run is resumed', async () => {
    const asks = createTool({ ...answers, requireApproval: true } as never)
    const lines = [bad, [call], bad, bad, bad, bad]
    const outputProcessors = [scorerProcessor(noSecrets(), retry)]
    const { agent, model } = guarded(lines, { tools: { asks }, outputProcessors, maxProcessorRetries: 9 })
    const asked = await agent.generate(question)
    expect(asked.finishReason).toBe('suspended')
    const { tripwire } = await agent.approveToolCallGenerate({
      runId: asked.runId as string,
      toolCallId: '1',
    })
    expect(tripwire).toMatchObject(told)
    // One retry before the call, one behind it.
    expect(model.doGenerateCalls.length + model.doStreamCalls.length).toBe(4)
  })

  it('are those of one request in a workflow of processors', async () => {
    const inner = createWorkflow({
      id: 'checks',
      inputSchema: ProcessorStepSchema,
      outputSchema: ProcessorStepSchema,
    })
      .then(createStep(scorerProcessor(noSecrets(), retry)))
      .commit()
    const { agent, model } = guarded(Array(9).fill(bad), {
      outputProcessors: [inner],
      maxProcessorRetries: 9,
    })
    const result = await agent.generate(question)
    expect(result.tripwire?.metadata).toMatchObject(told.metadata)
    expect(JSON.stringify([result.text, result.steps, result.response])).not.toContain(secret)
    expect(model.doGenerateCalls.length + model.doStreamCalls.length).toBe(3)
  })

  it('are not made by a durable agent, whose tripwire quotes nothing', async () => {
    const outputProcessors = [scorerProcessor(noSecrets(), retry)]
    const { agent } = guarded([bad, say(fine)], { outputProcessors, maxProcessorRetries: 9 })
    const made = createDurableAgent({ agent })
    new Mastra({ agents: { made }, storage: new InMemoryStore(), logger: false })
    const { output } = await made.stream(question)
    const chunks = await all(output.fullStream)
    expect(JSON.stringify(chunks)).not.toContain(secret)
    expect(output.tripwire).toMatchObject(told)
  })

  it.each(['generate', 'stream'] as const)('give out the good answer alone: %s', async (how) => {
    const outputProcessors = [scorerProcessor(noSecrets(), retry)]
    const model = withBodies(scripted([bad, say(fine)]))
    const { agent } = guarded([], { model, outputProcessors, maxProcessorRetries: 9 })
    const ends: unknown[] = []
    const onFinish = (end: unknown) => void ends.push(end)
    const options = { onFinish, onStepFinish: onFinish }
    const result = await agent[how](question, options)
    const shown = 'fullStream' in result ? await streamed(result as never) : result
    expect(JSON.stringify([...model.doGenerateCalls, ...model.doStreamCalls])).toContain(secret)
    expect(JSON.stringify([shown, ends])).not.toContain(secret)
    expect(await result.text).toBe(fine)
    expect(result.tripwire).toBeUndefined()
  })

  it('do not leave the refused answer with live scores', async () => {
    const scorer = noSecrets()
    const { agent, mastra } = guarded([bad, say(fine)], {
      outputProcessors: [scorerProcessor(scorer, retry)],
      maxProcessorRetries: 9,
      scorers: { scorer: { scorer, sampling: { type: 'ratio', rate: 1 } } },
    })
    await agent.generate(question)
    const stored = async () => {
      const store = await mastra.getStorage()?.getStore('scores')
      const page = { page: 0, perPage: 9 }
      return (await store?.listScoresByScorerId({ scorerId: scorer.id, pagination: page }))?.scores ?? []
    }
    await expect.poll(async () => (await stored()).length).toBe(1)
    expect(JSON.stringify(await stored())).toContain(fine)
    expect(JSON.stringify(await stored())).not.toContain(secret)
  })
})

it('processors behind it get each part of a good answer, once and in order', async () => {
  const parts: string[] = []
  const behind = {
    id: 'behind',
    async processOutputStream({ part }: ProcessOutputStreamArgs) {
      parts.push(part.type === 'text-delta' ? part.payload.text : part.type)
      return part
    },
  }
  const outputProcessors = [scorerProcessor(noSecrets(), stop), behind]
  const { agent } = guarded([say('One.', 'Two.', 'Three.')], { outputProcessors })
  const stream = await agent.stream(question)
  const texts = await all(stream.textStream)
  const block = (text: string) => ['text-start', text, 'text-end']
  expect(parts.filter((type) => !/^(step|response|start)/.test(type))).toEqual([
    ...block('One.'),
    ...block('Two.'),
    ...block('Three.'),
    'finish',
  ])
  expect(texts).toEqual(['One.', 'Two.', 'Three.'])
})

it('marks of answers that go out anyway do not hold up their stream', async () => {
  const outputProcessors = [scorerProcessor(noSecrets(), { ...stop, action: 'mark', onFailure: 'open' })]
  const { agent } = guarded([say(secret)], { outputProcessors })
  const stream = await agent.stream(question)
  expect(await all(stream.textStream)).toEqual([secret])
  expect((await stream.response).dbMessages?.at(-1)?.content.metadata?.verdict).toMatchObject({
    'no-secrets': {},
  })
})
