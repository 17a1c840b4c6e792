import { describe, expect, test } from 'vitest'
import {
  countTurns,
  getCombinedSystemPrompt,
  getSystemMessagesFromRunInput,
  readConversation,
  readQuestion,
} from '../../src/transcript/index.ts'
import { at, shapesOf, text } from './shapes.ts'

const inputShapes: [string, unknown][] = [
  ...shapesOf('user', 'Why?'),
  ['a prompt', { prompt: 'Why?' }],
  ['messages under their name', { messages: [{ role: 'user', content: 'Why?' }] }],
  ['a prompt of messages', { prompt: [{ role: 'user', content: 'Why?' }] }],
  ['an input', { input: 'Why?' }],
  ['an agent run', { inputMessages: [{ role: 'user', content: 'Why?' }], rememberedMessages: [] }],
  [
    'a stored signal',
    [
      {
        id: '1',
        role: 'signal',
        type: 'user',
        createdAt: at,
        content: {
          format: 2,
          parts: [text('Why?')],
          metadata: { signal: { type: 'user', tagName: 'user' } },
        },
      },
    ],
  ],
  [
    'a signal of the first version',
    [{ role: 'signal', type: 'user-message', content: { parts: [text('Why?')] } }],
  ],
  [
    'a signal as an interface part',
    [
      {
        id: '1',
        role: 'signal',
        parts: [{ type: 'data-user-message', data: { type: 'user', contents: 'Why?' } }],
      },
    ],
  ],
  [
    'a signal as an interface part with several contents',
    [
      {
        id: '1',
        role: 'user',
        parts: [
          { type: 'data-user-message', data: { contents: [text('Why?'), { type: 'file', data: '' }] } },
        ],
      },
    ],
  ],
]

describe('the question', () => {
  test.each(inputShapes)('is read from %s', (_, input) => {
    expect(readQuestion(input)).toBe('Why?')
  })

  test.each(shapesOf('user', ' \n '))('is undefined where it is blank in %s', (_, input) => {
    expect(readQuestion(input)).toBeUndefined()
  })

  test('is the last user turn of a list that mixes shapes, after which the earlier turns are conversation', () => {
    const input = [
      'Tea or coffee?',
      { role: 'assistant', content: [text('Which do'), text(' you like?')] },
      { id: '3', role: 'user', parts: [text('Tea.')] },
      { role: 'signal', type: 'notification', content: { parts: [text('The kettle is on.')] } },
      { id: '4', role: 'user', createdAt: at, content: { format: 2, parts: [text('Green.')] } },
    ]
    expect(readQuestion(input)).toBe('Tea.\nGreen.')
    expect(readConversation(input)).toEqual([
      { role: 'user', text: 'Tea or coffee?' },
      { role: 'assistant', text: 'Which do you like?' },
      { role: 'signal', text: 'The kettle is on.' },
    ])
  })

  test('is not a message that was remembered from an earlier turn', () => {
    const input = {
      inputMessages: [{ role: 'signal', type: 'notification', content: { parts: [text('Done.')] } }],
      rememberedMessages: [{ role: 'user', content: 'Tell me when it is done.' }],
    }
    expect(readQuestion(input)).toBeUndefined()
  })

  test('stays the last user turn where the input ends with the beginning of an answer', () => {
    const input = [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'Because' },
    ]
    expect(readQuestion(input)).toBe('Why?')
  })
})

describe('the conversation', () => {
  test('keeps messages apart that share an id but not their text', () => {
    const input = {
      inputMessages: [{ id: 'test-message', role: 'user', content: 'The second.' }],
      rememberedMessages: [
        { id: 'test-message', role: 'user', content: 'Give me two.' },
        { id: 'test-message', role: 'assistant', content: 'One, two.' },
        { id: 'test-message', role: 'assistant', content: 'One, two.' },
      ],
    }
    expect(readConversation(input).map((message) => message.text)).toEqual(['Give me two.', 'One, two.'])
  })

  test('keeps an earlier turn in which the user said the same', () => {
    const input = [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: 'Sure?' },
      { role: 'user', content: 'Go on.' },
    ]
    expect(readConversation(input)).toHaveLength(2)
  })
})

describe('a run of several turns', () => {
  const row = (threadId?: string) => ({
    role: 'assistant',
    threadId,
    content: { format: 2, parts: [text('Yes.')] },
  })

  test('is one where a bare input stands next to several answers of a thread', () => {
    expect(countTurns('Why?', [row('t'), row('t')])).toBe(2)
    expect(readQuestion('Why?', [row('t'), row('t')])).toBeUndefined()
  })

  test.each<[string, unknown, unknown]>([
    ['the answers belong to no thread', 'Why?', [row(), row()]],
    ['there is one answer', 'Why?', [row('t')]],
    ['the input is that of an agent run', { inputMessages: ['Why?'] }, [row('t'), row('t')]],
    ['the output is a text', 'Why?', 'Yes.'],
  ])('is not one where %s', (_, input, output) => {
    expect(countTurns(input, output)).toBe(1)
    expect(readQuestion(input, output)).toBe('Why?')
  })
})

describe('system prompts', () => {
  test('are read from the agent, from the messages sent along and from tags', () => {
    const input = {
      systemMessages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'system', content: '' },
      ],
      inputMessages: [
        { role: 'system', content: [text('Be'), text('brief.')] },
        { role: 'user', content: 'Why?' },
      ],
      taggedSystemMessages: { memory: [{ role: 'system', content: 'The user is Jane.' }] },
    }
    expect(getSystemMessagesFromRunInput(input)).toEqual(['Be kind.', 'Be brief.', 'The user is Jane.'])
    expect(getCombinedSystemPrompt([{ role: 'system', content: 'Be kind.' }, 'Why?'])).toBe('Be kind.')
  })
})
