import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type CallOptions,
  extractiveModel,
  type Prompt,
  type StreamPart,
} from '../../src/agents/extractive-model.ts'

const model = extractiveModel()
const tools: CallOptions['tools'] = [
  { type: 'function', name: 'searchDocs', inputSchema: { type: 'object' } },
]
const user = (text: string): Prompt[number] => ({ role: 'user', content: [{ type: 'text', text }] })

function searched(value: Parameters<typeof JSON.stringify>[0]): Prompt {
  const call = { toolCallId: '1', toolName: 'searchDocs' }
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { query: 'judge' } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'json', value } }] },
  ]
}

const passages = [
  { file: 'docs/judges.md', heading: 'Judges', text: 'A judge answers every question.', score: 1 },
]

async function generate(prompt: Prompt, options: Partial<CallOptions> = { tools }) {
  const { content, finishReason } = await model.doGenerate({ prompt, ...options })
  return { content: content[0], reason: finishReason.unified }
}

async function partsOf(stream: ReadableStream<StreamPart>): Promise<StreamPart[]> {
  const parts: StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

describe('extractiveModel', () => {
  it('searches for the content words of the last question', async () => {
    const prompt = [
      user('What is a panel?'),
      ...searched({ passages }),
      user('And what is the cached judge?'),
    ]
    const { content, reason } = await generate(prompt)
    expect(content).toMatchObject({
      type: 'tool-call',
      toolName: 'searchDocs',
      input: '{"query":"cached judge"}',
    })
    expect(reason).toBe('tool-calls')
  })

  it('answers from what was found since that question', async () => {
    const { content, reason } = await generate([user('What is a judge?'), ...searched({ passages })])
    expect(content).toEqual({ type: 'text', text: 'A judge answers every question (docs/judges.md).' })
    expect(reason).toBe('stop')
  })

  it('says that the documentation does not say', async () => {
    const { content } = await generate([user('What is a llama?'), ...searched({ passages: [] })])
    expect(content).toEqual({
      type: 'text',
      text: 'The documentation does not say: searching it for "llama" found no answer.',
    })
  })

  it.each(['Hello!', '', ' ', '?'])('asks for a question when given "%s"', async (text) => {
    expect((await generate([user(text)])).content).toMatchObject({
      text: expect.stringMatching(/^Ask me a question/),
    })
  })

  it('says that it has no documents where it may not search', async () => {
    const none = { type: 'text', text: 'I have no documents to answer from.' }
    const prompt: Prompt = [{ role: 'system', content: 'Write a title.' }, user('What is a judge?')]
    expect((await generate(prompt, {})).content).toEqual(none)
    expect((await generate(prompt, { tools, toolChoice: { type: 'none' } })).content).toEqual(none)
  })

  it('gives two calls of one conversation two ids, and one prompt one answer', async () => {
    const first = await generate([user('What is a judge?')])
    const again = await generate([user('What is a judge?')])
    const later = await generate([
      user('What is a judge?'),
      ...searched({ passages }),
      user('What is a judge?'),
    ])
    expect(again).toEqual(first)
    expect(later.content).not.toEqual(first.content)
  })

  it('streams the words of the answer that it generates', async () => {
    const prompt = [user('What is a judge?'), ...searched({ passages })]
    const parts = await partsOf((await model.doStream({ prompt, tools })).stream)
    const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))
    expect(deltas).toHaveLength(6)
    expect({ type: 'text', text: deltas.join('') }).toEqual((await generate(prompt)).content)
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } })
  })

  it('reports no token counts, since it has counted none', async () => {
    const { usage } = await model.doGenerate({ prompt: [user('Hello')], tools })
    expect([usage.inputTokens.total, usage.outputTokens.total]).toEqual([undefined, undefined])
  })

  it('warns that it cannot write JSON', async () => {
    const { warnings } = await model.doGenerate({ prompt: [user('Hello')], responseFormat: { type: 'json' } })
    expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'responseFormat' }])
  })

  it('does nothing after it was aborted, and stops a stream between words', async () => {
    const prompt = [user('What is a judge?'), ...searched({ passages })]
    await expect(model.doGenerate({ prompt, abortSignal: AbortSignal.abort() })).rejects.toThrow('aborted')
    const controller = new AbortController()
    const { stream } = await model.doStream({ prompt, tools, abortSignal: controller.signal })
    const read: StreamPart[] = []
    const reading = (async () => {
      for await (const part of stream) {
        read.push(part)
        if (part.type === 'text-delta') controller.abort()
      }
    })()
    await expect(reading).rejects.toThrow('aborted')
    expect(read.filter(({ type }) => type === 'text-delta').length).toBeLessThan(3)
  })

  it('says so when the search fails', async () => {
    const searchDocs = createTool({
      id: 'search-docs',
      description: 'Fails.',
      inputSchema: z.object({ query: z.string() }),
      execute: async () => {
        throw new Error('the disk is gone')
      },
    })
    const agent = new Agent({ id: 'a', name: 'a', instructions: '', model, tools: { searchDocs } })
    const { text } = await agent.generate('What is a judge?')
    expect(text).toBe('The documentation could not be searched: the disk is gone')
  })
})
