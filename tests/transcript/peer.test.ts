import * as peer from '@mastra/evals/scorers/utils'
import {
  createAgentTestRun,
  createTestMessage,
  createTestRun,
  createToolInvocation,
} from '@mastra/evals/scorers/utils'
import { describe, expect, test } from 'vitest'
import * as ours from '../../src/index.ts'

const names = [
  'extractAgentResponseMessages',
  'extractInputMessages',
  'extractToolCalls',
  'getAssistantMessageFromRunOutput',
  'getCombinedSystemPrompt',
  'getReasoningFromRunOutput',
  'getSystemMessagesFromRunInput',
  'getTextContentFromMastraDBMessage',
  'getUserMessageFromRunInput',
]

const thrown = createToolInvocation({
  toolCallId: 'b',
  toolName: 'save',
  args: {},
  state: 'output-error',
  errorText: 'no',
})
const looked = createToolInvocation({
  toolCallId: 'a',
  toolName: 'look',
  args: { at: 'sky' },
  result: { colour: 'blue' },
})

const run = createAgentTestRun({
  inputMessages: [createTestMessage({ id: 'q', content: 'Why is the sky blue?', role: 'user' })],
  rememberedMessages: [createTestMessage({ id: 'h', content: 'Hello.', role: 'user' })],
  systemMessages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'system', content: 'Be brief.' },
  ],
  taggedSystemMessages: { memory: [{ role: 'system', content: 'The user is Jane.' }] },
  output: [
    createTestMessage({
      id: 'a',
      content: 'Light scatters.',
      role: 'assistant',
      toolInvocations: [looked],
      parts: [
        { type: 'reasoning', reasoning: '', details: [{ type: 'text', text: 'Rayleigh.' }] },
        { type: 'tool-invocation', toolInvocation: looked },
        { type: 'tool-invocation', toolInvocation: thrown },
        { type: 'text', text: 'Light scatters.' },
      ],
    }),
  ],
})

describe('where the peer is right', () => {
  test('our names exist there too', () => {
    expect(Object.keys(peer)).toEqual(expect.arrayContaining(names))
    expect(Object.keys(ours)).toEqual(expect.arrayContaining(names))
  })

  test('an agent run of one turn reads the same', () => {
    const read = (utils: typeof peer | typeof ours) => [
      utils.getUserMessageFromRunInput(run.input),
      utils.extractInputMessages(run.input),
      utils.getSystemMessagesFromRunInput(run.input),
      utils.getCombinedSystemPrompt(run.input),
      utils.getAssistantMessageFromRunOutput(run.output),
      utils.extractAgentResponseMessages(run.output),
      utils.getReasoningFromRunOutput(run.output),
      utils.extractToolCalls(run.output),
      run.output.map((message) => utils.getTextContentFromMastraDBMessage(message)),
    ]
    expect(read(ours)).toEqual(read(peer))
  })

  test.each<[string, unknown]>([
    ['a string', 'Why?'],
    ['a prompt', { prompt: 'Why?' }],
    ['a text', { text: 'Why?' }],
    ['messages', { messages: [{ role: 'user', content: 'Why?' }] }],
    ['an input', { input: 'Why?' }],
    ['a user', { user: { content: 'Why?' } }],
    ['content', { content: [{ type: 'text', text: 'Why?' }] }],
    ['nothing', undefined],
  ])('%s reads the same as an input', (_, input) => {
    expect(ours.getUserMessageFromRunInput(input)).toBe(peer.getUserMessageFromRunInput(input))
    expect(ours.getSystemMessagesFromRunInput(input)).toEqual(peer.getSystemMessagesFromRunInput(input))
  })

  test.each<[string, unknown]>([
    ['a string', 'Because.'],
    ['a text', { text: 'Because.' }],
    ['a test run', createTestRun('Why?', 'Because.').output],
    ['a message', { role: 'assistant', content: 'Because.' }],
    ['a message of parts', { role: 'assistant', content: [{ type: 'text', text: 'Because.' }] }],
    ['a message of the user', { role: 'user', text: 'Because.' }],
    ['nothing', undefined],
  ])('%s reads the same as an output', (_, output) => {
    expect(ours.getAssistantMessageFromRunOutput(output)).toBe(peer.getAssistantMessageFromRunOutput(output))
  })
})

describe('where the peer is wrong', () => {
  const turns = createAgentTestRun({
    inputMessages: [
      createTestMessage({ id: '1', content: 'Tea or coffee?', role: 'user' }),
      createTestMessage({ id: '2', content: 'Which do you like?', role: 'assistant' }),
      createTestMessage({ id: '3', content: 'Tea.', role: 'user' }),
    ],
    output: [
      createTestMessage({
        content: 'Green or black?',
        role: 'assistant',
        parts: [
          { type: 'text', text: 'A good choice.' },
          { type: 'tool-invocation', toolInvocation: looked },
          { type: 'text', text: 'Green or black?' },
        ],
      }),
    ],
  })

  test('the question of a conversation is its last user turn', () => {
    expect(peer.getUserMessageFromRunInput(turns.input)).toBe('Tea or coffee?')
    expect(ours.getUserMessageFromRunInput(turns.input)).toBe('Tea.')
  })

  test('text before a tool call belongs to the answer', () => {
    expect(peer.getAssistantMessageFromRunOutput(turns.output)).toBe('Green or black?')
    expect(ours.getAssistantMessageFromRunOutput(turns.output)).toBe('A good choice.\n\nGreen or black?')
  })

  test('a list of model messages has a question', () => {
    const { input } = createTestRun('Why?', 'Because.')
    const messages = [{ role: 'user', content: 'Why?' }]
    expect(input).toEqual(messages)
    expect(peer.getUserMessageFromRunInput(messages)).toBeUndefined()
    expect(ours.getUserMessageFromRunInput(messages)).toBe('Why?')
  })

  test('tool calls in model messages are calls', () => {
    const output = [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }] },
    ]
    expect(ours.extractToolCalls(output).tools).toEqual(['look'])
  })
})
