import { createTool } from '@mastra/core/tools'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/v4'
import { fromMastraTool } from '../../src/judge/mastra-tool.ts'

const { signal } = new AbortController()
const repeating = createTool({
  id: 'repeat',
  description: 'Repeats a word.',
  inputSchema: z.object({ word: z.string(), times: z.int().min(1).default(2), by: z.string() }),
  outputSchema: z.object({ text: z.string().max(20) }),
  execute: async ({ word, times, by }, { abortSignal }) => ({
    text: `${by}: ${word.repeat(times)}${abortSignal === undefined ? '' : '!'}`,
  }),
})

describe('a Mastra tool as a judge calls it', () => {
  it('has its name, its description and its schema without what is given', () => {
    expect(fromMastraTool(repeating, { by: 'me' })).toMatchObject({
      name: 'repeat',
      description: 'Repeats a word.',
      inputSchema: {
        type: 'object',
        properties: { word: { type: 'string' }, times: { type: 'integer', default: 2 } },
        required: ['word'],
      },
    })
    const { properties } = fromMastraTool(repeating, { by: 'me' }).inputSchema
    expect(Object.keys(properties as object)).toEqual(['word', 'times'])
    expect(fromMastraTool(repeating).inputSchema.required).toEqual(['word', 'by'])
  })

  it('runs with its defaults, the signal and what is given, which a model cannot change', async () => {
    const tool = fromMastraTool(repeating, { by: 'me' })
    expect(await tool.execute({ word: 'ha' }, { signal })).toEqual({ text: 'me: haha!' })
    expect(await tool.execute({ word: 'ha', by: 'you' }, { signal })).toEqual({ text: 'me: haha!' })
  })

  it.each<[null | string | object, RegExp]>([
    [{ word: 5 }, /the input is wrong: word: .*expected string/],
    [{ word: 'ha', times: 0 }, /times: /],
    [{}, /word: /],
    [null, /expected object/],
    ['ha', /expected object/],
    [{ word: 'ha', times: 50 }, /text: .*too big/i],
  ])('refuses %j with a clear error', async (input, message) => {
    const tool = fromMastraTool(repeating, { by: 'me' })
    await expect(tool.execute(input as never, { signal })).rejects.toThrow(message)
  })

  it('needs a schema and a function', () => {
    const bare = createTool({ id: 'bare', description: 'Nothing.' })
    expect(() => fromMastraTool(bare)).toThrow(/bare needs an inputSchema and a function/)
  })
})
