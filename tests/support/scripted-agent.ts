import { Agent } from '@mastra/core/agent'
import type { MastraScorers } from '@mastra/core/evals'
import { createScorer } from '@mastra/core/evals'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import { Memory } from '@mastra/memory'
import { DefaultExporter, Observability } from '@mastra/observability'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { z } from 'zod'
import { eventually } from './eventually.ts'

type Content =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: object }

type Stream = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream']
type Chunk = Stream extends ReadableStream<infer T> ? T : never

function chunksOf(content: Content, id: string): Chunk[] {
  if (content.type === 'tool-call') return [{ ...content, input: JSON.stringify(content.input) }]
  return [
    { type: `${content.type}-start`, id },
    { type: `${content.type}-delta`, id, delta: content.text },
    { type: `${content.type}-end`, id },
  ]
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that says its lines in order; each line is one step of a run. */
export function scripted(lines: Content[][], delayInMs = 0): MockLanguageModelV4 {
  let next = 0
  const step = async () => {
    const line = lines[next++] ?? []
    const unified = line.some(({ type }) => type === 'tool-call')
      ? ('tool-calls' as const)
      : ('stop' as const)
    await new Promise((resolve) => setTimeout(resolve, delayInMs))
    return { line, finishReason: { unified, raw: undefined } }
  }
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const { line, finishReason } = await step()
      const content = line.map((part) =>
        part.type === 'tool-call' ? { ...part, input: JSON.stringify(part.input) } : part,
      )
      return { content, finishReason, usage, warnings: [] }
    },
    doStream: async () => {
      const { line, finishReason } = await step()
      const chunks: Chunk[] = [
        { type: 'stream-start', warnings: [] },
        ...line.flatMap((content, index) => chunksOf(content, String(index))),
        { type: 'finish', finishReason, usage },
      ]
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) }
    },
  })
}

export function say(...texts: string[]): Content[] {
  return texts.map((text) => ({ type: 'text', text }))
}

/** Thinks, speaks, calls a tool that answers and one that fails, and speaks again. */
export const weatherRun: Content[][] = [
  [
    { type: 'reasoning', text: 'I should look.' },
    { type: 'text', text: 'Let me check.' },
    { type: 'tool-call', toolCallId: 'call-1', toolName: 'weather', input: { city: 'Paris' } },
    { type: 'tool-call', toolCallId: 'call-2', toolName: 'weather', input: { city: 'Nowhere' } },
  ],
  say('It is 21 degrees.', 'Take a hat.'),
]

const weather = createTool({
  id: 'weather',
  description: 'The weather of a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => {
    if (city === 'Nowhere') throw new Error('no such city')
    return { city, degrees: 21 }
  },
})

const traceConfig = { serviceName: 'test', exporters: [new DefaultExporter({ maxBatchWaitMs: 50 })] }

export interface Run {
  input: unknown
  output: unknown
}

/** An agent in a Mastra instance with storage, memory and traces, and a live scorer that keeps what it gets. */
export function stage(
  model: MockLanguageModelV4,
  { traces = false, scorers: more = {} }: { traces?: boolean; scorers?: MastraScorers } = {},
) {
  const runs: Run[] = []
  const capture = createScorer({ id: 'capture', description: 'Keeps its run.', type: 'agent' }).generateScore(
    ({ run }) => {
      runs.push({ input: run.input, output: run.output })
      return 1
    },
  )
  const storage = new InMemoryStore()
  const scorers = { capture: { scorer: capture, sampling: { type: 'ratio', rate: 1 } }, ...more } as const
  const agent = new Agent({
    id: 'guide',
    name: 'guide',
    instructions: 'Be kind.',
    // The mock implements a later version of the same contract, whose types have grown.
    model: model as MastraModelConfig,
    tools: { weather },
    memory: new Memory({ storage }),
    scorers,
  })
  const mastra = new Mastra({
    agents: { guide: agent },
    scorers: {
      capture,
      ...Object.fromEntries(Object.entries(more).map(([name, { scorer }]) => [name, scorer])),
    },
    storage,
    logger: false,
    observability: traces ? new Observability({ configs: { test: traceConfig } }) : undefined,
  })
  const nextRun = () =>
    eventually(() => {
      const run = runs.shift()
      if (!run) throw new Error('The live scorer has not run yet.')
      return run
    })
  return { agent: mastra.getAgent('guide'), mastra, storage, capture, runs, nextRun }
}

export const thread = { memory: { thread: 'thread-1', resource: 'resource-1' } }
