import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contextById,
  findContext,
  findPassages,
  findRetrieved,
  pieceNamedIn,
  readRetrieval,
  whyNoContext,
} from '../../src/scorers/material/context.ts'
import { check } from '../support/score-properties.ts'

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

  it('is one piece for each context of the tools of @mastra/rag, in order', async () => {
    const source = { id: '1', score: 0.9, vector: [0.1, 0.2], document: '' }
    const found = [{ text: 'Built in 1889.', page: 2 }, { text: 'Made of iron.' }]
    const byVectors = {
      relevantContext: found,
      sources: found.map((metadata) => ({ ...source, metadata })),
    }
    const expected = ['page: 2\nBuilt in 1889.', 'Made of iron.']
    expect(await texts(runWith(toolCall('search', byVectors)), {})).toEqual(expected)
    expect(await texts(runWith(toolCall('search', { ...byVectors, sources: [] })), {})).toEqual(expected)
    const byGraph = { relevantContext: ['one', 'two'], sources: [source, source] }
    expect(await texts(runWith(toolCall('graph', byGraph)), {})).toEqual(['one', 'two'])
    const elsewhere = {
      relevantContext: [{ page: 2 }, null, null],
      sources: [{ ...source, document: 'Built in 1889.' }, { ...source, document: 'Made of iron.' }, source],
    }
    expect(await texts(runWith(toolCall('search', elsewhere)), {})).toEqual(expected)
    expect(await texts(runWith(toolCall('chunks', { chunks: [{ text: 'one', metadata: {} }] })), {})).toEqual(
      ['{"text":"one","metadata":{}}'],
    )
  })

  it.each<[unknown, string]>([
    [[], 'search: []'],
    [['', ' '], 'search: [""," "]'],
    [{ documents: [] }, 'search: {"documents":[]}'],
    [{ documents: [' '], total: 0 }, 'search: {"documents":[" "],"total":0}'],
    [{ matches: [], usage: { readUnits: 1 } }, 'search: {"matches":[],"usage":{"readUnits":1}}'],
    [{ relevantContext: [], sources: [] }, 'search: {"relevantContext":[],"sources":[]}'],
    [{ matches: [], namespace: 'docs' }, 'search: {"matches":[],"namespace":"docs"}'],
    [
      { hits: { total: { value: 0 }, hits: [] }, took: 3 },
      'search: {"hits":{"total":{"value":0},"hits":[]},"took":3}',
    ],
    ['{"results":[]}', 'search: {"results":[]}'],
    ['', 'search: ""'],
  ])('is one piece where a search returned nothing but %j, without the query', async (result, expected) => {
    const run = runWith(toolCall('search', result, false, { query: 'returns within 30 days' }))
    expect(await texts(run, {})).toEqual([expected])
    expect(await findRetrieved(run, {})).toEqual([{ id: 'c1', text: expected }])
    expect(await findPassages(run, {})).toEqual([])
  })

  it('of a retrieval is what it found, where another search found nothing', async () => {
    const run = runWith(toolCall('search', []), toolCall('list', ['one']))
    expect(await texts(run, {})).toEqual(['search: []', 'one'])
    expect(await findRetrieved(run, {})).toEqual([{ id: 'c1', text: 'one' }])
  })

  it('of a retrieval is an empty list where a function or a row says so, but not where every run has it', async () => {
    for (const blank of [[], [' ']]) {
      const nothing = [{ id: 'c1', text: '[]' }]
      expect(await findRetrieved(runWith(), { contextExtractor: () => blank })).toEqual(nothing)
      expect(await findRetrieved({ ...runWith(), context: blank }, {})).toEqual(nothing)
      expect(await findRetrieved(runWith(), { context: blank })).toEqual([])
      expect(await findContext(runWith(), { contextExtractor: () => blank })).toEqual([])
    }
  })

  it('is none where its tools failed, and they are named', async () => {
    const run = runWith(toolCall('search', 'no connection', true), toolCall('search', 'timed out', true))
    expect(await readRetrieval(run, {})).toMatchObject({ reason: 'there is no context: search failed' })
    expect(whyNoContext(run, { context: [] })).toBe('there is no context')
    expect(whyNoContext(runWith(), {})).toBe('there is no context')
  })

  it.each<[object, string[]]>([
    [
      { documents: [{ text: 'one', score: 2 }, 'two'], total: 2 },
      ['total: 2\nscore: 2\none', 'total: 2\ntwo'],
    ],
    [{ rows: [{ year: 1889 }], rowCount: 1 }, ['rowCount: 1\n{"year":1889}']],
    [{ results: ['', 'one'], images: [], answer: null, took: 3 }, ['answer: null; took: 3\none']],
    [
      { matches: ['one'], namespace: 'docs', usage: { readUnits: 5 } },
      ['namespace: docs; usage: {"readUnits":5}\none'],
    ],
    [{ name: 'Pro', price: 10, items: ['a', 'b'] }, ['name: Pro; price: 10\na', 'name: Pro; price: 10\nb']],
    [{ context: ['one', 'two'], sources: ['a.md', 'b.md'] }, ['source: a.md\none', 'source: b.md\ntwo']],
    [{ relevantContext: ['one'], sources: [{ id: '1', score: 2 }], n: 1 }, ['n: 1\none']],
    [{ relevantContext: ['one'], sources: ['a.md'] }, ['source: a.md\none']],
    [{ relevantContext: ['one'], sources: 'two' }, ['sources: two\none']],
    [{ data: { results: [{ text: 'one' }, { text: 'two' }] } }, ['one', 'two']],
    [{ hits: { total: 2, hits: [{ text: 'one' }] }, took: 3 }, ['took: 3\ntotal: 2\none']],
    [{ content: [{ type: 'text', text: '["one","two"]' }] }, ['one', 'two']],
  ])('is one piece for each entry of the list of %j, with what is beside it', async (result, expected) => {
    expect(await texts(runWith(toolCall('search', result)), {})).toEqual(expected)
  })

  it('is one piece where a result holds itself', async () => {
    const result: { data?: object } = {}
    result.data = result
    expect(await texts(runWith(toolCall('other', result)), {})).toEqual(['other(): {"data":"[circular]"}'])
  })

  it('is the answer of a sub-agent, and what its tools returned', async () => {
    const result = {
      ...{ text: 'It is 330 m.', finishReason: 'stop', subAgentThreadId: 'thread' },
      subAgentToolResults: [
        { toolName: 'search', toolCallId: '1', args: {}, result: ['one', 'two'], isError: undefined },
        { toolName: 'search', toolCallId: '2', result: 'no connection', isError: true },
        { toolName: 'look', toolCallId: '3', args: { at: 1 }, result: '[{"text":"three"}]' },
      ],
    }
    expect(await texts(runWith(toolCall('agent-guide', result)), {})).toEqual([
      ...['agent-guide(): It is 330 m.', 'one', 'two', 'look({"at":1}): three'],
    ])
  })

  it('has with each entry of a list what the call was about, but not what it searched for', async () => {
    const call = (args: object) => toolCall('forecast', { days: ['mild', 'cold'] }, false, args)
    expect(await texts(runWith(call({ city: 'Paris', limit: 2, query: 'days' })), {})).toEqual([
      ...['forecast({"city":"Paris"}): days: mild', 'forecast({"city":"Paris"}): days: cold'],
    ])
    expect(await texts(runWith(call({ query: 'Paris', topK: 2 })), {})).toEqual(['days: mild', 'days: cold'])
  })

  it('has no file in base64 and no vector, but says that they were there', async () => {
    const data = 'iVBORw0KGgo'.repeat(100)
    const result = {
      content: [
        { type: 'image', data, mimeType: 'image/png' },
        { type: 'text', text: 'Sales rose 5 %.' },
      ],
    }
    const [image, text] = await texts(runWith(toolCall('chart', result)), {})
    expect(image).toContain('[binary data, 1100 characters]')
    expect(text).toContain('Sales rose 5 %.')
    const found = {
      address: `data:image/png;base64,${data}`,
      embedding: Array.from({ length: 384 }, () => 0.1),
      name: 'a',
    }
    expect(await texts(runWith(toolCall('find', found)), {})).toEqual([
      'find(): {"address":"[image/png, 1122 characters]","embedding":"[384 numbers]","name":"a"}',
    ])
  })

  it.each<[string]>([['[1] see page 3'], ['{"price":3}'], ['{} is empty'], ['42']])(
    'is one piece where a tool wrote %j',
    async (result) => {
      expect(await texts(runWith(toolCall('other', result)), {})).toEqual([`other(): ${result}`])
    },
  )

  it.each<[object]>([
    [{ name: 'Pro', price: 10, tags: ['a', 'b'] }],
    [{ city: 'Paris', data: [21, 22] }],
    [{ documents: ['one'], answer: 'x'.repeat(300) }],
    [{ documents: ['one'], ids: ['1'] }],
    [{ documents: ['one'], results: ['two'] }],
    [{ documents: [['one']], total: 1 }],
    [{ context: ['one', 'two'], sources: ['a.md'] }],
    [{ answer: 'one', sources: ['a.md', 'b.md'] }],
    [{ relevantContext: 'one', sources: [] }],
    [{ relevantContext: [], sources: [{ document: 'one' }] }],
    [{ order: 5, status: 'not shipped', items: [] }],
  ])('is one piece, with all of it, where the list is not the result: %j', async (result) => {
    const whole = [`other(): ${JSON.stringify(result)}`]
    expect(await texts(runWith(toolCall('other', result)), {})).toEqual(whole)
  })

  it('never loses a word of a result', async () => {
    const word = fc.constantFrom('one', 'two', 'three', 'a longer text of words', '', 'x'.repeat(200))
    const value = fc.oneof(
      word,
      fc.nat(9),
      fc.array(word, { maxLength: 3 }),
      fc.record({ text: word, page: word }),
    )
    const name = fc.constantFrom(
      'documents',
      'results',
      'sources',
      'relevantContext',
      'tags',
      'title',
      'total',
    )
    await check(
      fc.asyncProperty(fc.dictionary(name, value, { minKeys: 1 }), async (fields) => {
        const result = { ...fields }
        const shown = (await texts(runWith(toolCall('search', result)), {})).join('\n')
        for (const [said] of JSON.stringify(Object.values(result)).matchAll(/\b(?:[a-z ]{3,}|\d+)\b/g))
          if (!['text', 'page'].includes(said)) expect(shown).toContain(said)
      }),
    )
  })

  it('is what MCP returned, without its failures', async () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ]
    const pieces = ['type: text\none', 'type: text\ntwo']
    expect(await texts(runWith(toolCall('a', { content })), {})).toEqual(pieces)
    expect(await texts(runWith(toolCall('b', { content, isError: false })), {})).toEqual(pieces)
    expect(await texts(runWith(toolCall('c', { content, isError: true })), {})).toEqual([])
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
