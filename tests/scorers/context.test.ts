import { describe, expect, it } from 'vitest'
import { contextById, findContext, pieceNamedIn } from '../../src/scorers/material/context.ts'

const toolCall = (toolName: string, result: unknown, isError = false, args = {}) => ({
  type: 'tool-invocation',
  toolInvocation: {
    state: isError ? 'output-error' : 'result',
    toolCallId: `${toolName}-${String(result)}`,
    toolName,
    args,
    ...(isError ? { errorText: String(result) } : { result }),
  },
})
const runWith = (...parts: object[]) => ({
  input: 'When?',
  output: [
    {
      id: 'a',
      role: 'assistant',
      content: { format: 2, parts: [...parts, { type: 'text', text: 'In 1889.' }] },
    },
  ],
})
const texts = async (...args: Parameters<typeof findContext>) =>
  (await findContext(...args)).map(({ text }) => text)

describe('the context of a run', () => {
  it('is what its tools returned, a piece for each entry of a list', async () => {
    const run = runWith(
      toolCall('search', { passages: [{ text: 'Built in 1889.', score: 2 }, { text: 'Made of iron.' }] }),
      toolCall('list', ['one', 'two']),
      toolCall('weather', { degrees: 21 }, false, { city: 'Paris' }),
      toolCall('weather', { degrees: 12 }, false, { city: 'London' }),
      toolCall('note', 'a note'),
    )
    expect(await findContext(run, {})).toEqual([
      { id: 'c1', text: 'score: 2\nBuilt in 1889.' },
      { id: 'c2', text: 'Made of iron.' },
      { id: 'c3', text: 'one' },
      { id: 'c4', text: 'two' },
      { id: 'c5', text: 'weather({"city":"Paris"}): {"degrees":21}' },
      { id: 'c6', text: 'weather({"city":"London"}): {"degrees":12}' },
      { id: 'c7', text: 'note(): a note' },
    ])
  })

  it('leaves nothing of a result out', async () => {
    const height = { title: 'Tower', height: 330, tags: ['iron'] }
    const year = { title: 'Tower', year: 1889, text: 'Finished.' }
    expect(
      await texts(runWith(toolCall('a', height), toolCall('b', { city: 'Paris', warnings: [] })), {}),
    ).toEqual([`a(): ${JSON.stringify(height)}`, 'b(): {"city":"Paris","warnings":[]}'])
    expect(await texts(runWith(toolCall('d', { outOfStock: ['Chair', 10n] })), {})).toEqual([
      'outOfStock: Chair',
      'outOfStock: 10',
    ])
    expect(await texts(runWith(toolCall('c', [year])), {})).toEqual(['title: Tower; year: 1889\nFinished.'])
  })

  it('leaves out errors and blank pieces', async () => {
    expect(
      await texts(runWith(toolCall('search', 'no such city', true), toolCall('list', [' ', 'x'])), {}),
    ).toEqual(['x'])
  })

  it('is empty where no tool was called', async () => {
    expect(await findContext(runWith(), {})).toEqual([])
  })

  it('is the fixed list where there is one, and the function’s before it', async () => {
    const run = runWith(toolCall('note', 'from a tool'))
    expect(await texts(run, { context: ['fixed'] })).toEqual(['fixed'])
    expect(await texts(run, { context: ['fixed'], contextExtractor: () => ['extracted'] })).toEqual([
      'extracted',
    ])
    expect(await texts(run, { getContext: async ({ run: { input } }) => [String(input)] })).toEqual(['When?'])
  })

  it('names the option whose function fails or returns something else', async () => {
    const failing = () => {
      throw new Error('the store is down')
    }
    await expect(findContext(runWith(), { contextExtractor: failing })).rejects.toThrow(
      'options.contextExtractor failed: the store is down',
    )
    const wrong = (() => 'text') as unknown as () => string[]
    await expect(findContext(runWith(), { getContext: wrong })).rejects.toThrow(
      /options\.getContext must return an array/,
    )
  })
})

describe('a piece', () => {
  const pieces = [
    { id: 'c1', text: 'a' },
    { id: 'c2', text: 'b' },
  ]

  it('is shown by its id', () => {
    expect(contextById(pieces)).toEqual({ c1: 'a', c2: 'b' })
  })

  it.each([
    ['c2: says 1889', 'c2'],
    ['as c1 and c2 say', 'c1'],
    ['c7 does not exist, c2 does', 'c2'],
    ['none', undefined],
    [undefined, undefined],
    ['abc12', undefined],
  ])('is found in the reason %j', (reason, expected) => {
    expect(pieceNamedIn(reason, pieces)).toBe(expected)
  })
})
