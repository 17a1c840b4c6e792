import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { createTool } from '@mastra/core/tools'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { z } from 'zod'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly properties?: { readonly [name: string]: Schema }
}

const sentence = 'Tea is ready after three minutes.'

/** A reply of the form that is asked for, and kind: yes, and not toxic. */
function fill(schema: Schema): unknown {
  if (schema.type === 'array') return [fill(schema.items ?? {})]
  if (schema.properties) {
    const entries = Object.entries(schema.properties)
    const isHarmless = schema.properties.verdict?.enum?.at(0) === 'none'
    if (isHarmless) return { reason: sentence, share: 0, verdict: 'none' }
    return Object.fromEntries(entries.map(([key, value]) => [key, fill(value)]))
  }
  if (schema.type === 'number' || schema.type === 'integer') return 90
  if (schema.type === 'boolean') return true
  if (schema.enum) return schema.enum.includes('yes') ? 'yes' : schema.enum.at(0)
  return sentence
}

type Stream = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream']
type Chunk = Stream extends ReadableStream<infer Part> ? Part : never
type Call = Parameters<MockLanguageModelV4['doGenerate']>[0]

/** Prompts that show the form of the reply themselves, by the name of the list that they ask for. */
function replyInProse(prompt: string): string {
  const list = prompt.match(/"(claims|statements|results|verdicts)\\?": \[/)?.[1]
  if (list === undefined) return sentence
  const verdict = /toxic/i.test(prompt) ? 'no' : 'yes'
  const entry = { result: 'yes', verdict, reason: 'It says so.' }
  return JSON.stringify({ [list]: list === 'claims' || list === 'statements' ? [sentence] : [entry] })
}

/** The text and, of the agent alone, the call of a tool. */
function replyTo({ prompt, responseFormat, tools = [] }: Call) {
  const schema = responseFormat?.type === 'json' ? (responseFormat.schema as Schema | undefined) : undefined
  const called = prompt.some(({ role }) => role === 'tool')
  if (tools.length > 0 && !called) {
    const call = {
      type: 'tool-call',
      toolCallId: '1',
      toolName: 'brewing',
      input: '{"drink":"tea"}',
    } as const
    return { content: [call], reason: 'tool-calls' as const }
  }
  const asked = JSON.stringify(prompt)
  const text = schema === undefined ? replyInProse(asked) : JSON.stringify(fill(schema))
  return { content: [{ type: 'text', text } as const], reason: 'stop' as const }
}

/** The model of the agent and of the judge. */
export const model = new MockLanguageModelV4({
  doGenerate: async (call) => {
    const { content, reason } = replyTo(call)
    return { content, finishReason: { unified: reason, raw: undefined }, usage, warnings: [] }
  },
  doStream: async (call) => {
    const { content, reason } = replyTo(call)
    const parts = content.flatMap((part): Chunk[] =>
      part.type === 'tool-call'
        ? [part]
        : [
            { type: 'text-start', id: '1' },
            { type: 'text-delta', id: '1', delta: part.text },
            { type: 'text-end', id: '1' },
          ],
    )
    const chunks: Chunk[] = [
      { type: 'stream-start', warnings: [] },
      ...parts,
      { type: 'finish', finishReason: { unified: reason, raw: undefined }, usage },
    ]
    return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) }
  },
}) as MastraModelConfig

export const agent = new Agent({
  id: 'barista',
  name: 'Barista',
  instructions: 'You know how long drinks take.',
  model,
  tools: {
    brewing: createTool({
      id: 'brewing',
      description: 'How long a drink takes.',
      inputSchema: z.object({ drink: z.string() }),
      execute: async ({ drink }) => ({ answer: `${drink} is ready after three minutes` }),
    }),
  },
})
