import { describe, expect, test } from 'vitest'
import {
  extractAgentResponseMessages,
  getReasoningFromRunOutput,
  readAnswer,
  readQuestion,
  readToolResults,
} from '../../src/transcript/index.ts'
import { shapesOf, text } from './shapes.ts'

describe('the answer', () => {
  test.each(shapesOf('assistant', 'Because.'))('is read from %s', (_, output) => {
    expect(readAnswer(output)).toBe('Because.')
  })

  test('holds every text part of every assistant message, and nothing else', () => {
    const output = [
      {
        role: 'assistant',
        content: [text('First.'), { type: 'tool-call', toolCallId: '1', toolName: 'look' }],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: '1', toolName: 'look', output: text('Found.') }],
      },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }, text('Second.'), text('Third.')] },
      { role: 'user', content: 'Not me.' },
    ]
    expect(readAnswer(output)).toBe('First.\n\nSecond.\n\nThird.')
    expect(extractAgentResponseMessages(output)).toEqual(['First.', 'Second.\n\nThird.'])
    expect(getReasoningFromRunOutput(output)).toBe('Hm.')
  })

  test('leaves out the outputs of tools whose role is their type, as LangChain has it', () => {
    const call = { name: 'weather', args: { city: 'Oslo' }, id: '1', type: 'tool_call' }
    const output = [
      { type: 'system', content: 'Be brief.' },
      { type: 'human', content: 'How warm is it?' },
      { type: 'ai', content: '', tool_calls: [call] },
      { type: 'tool', content: 'SECRET 21', tool_call_id: '1' },
      { type: 'ai', content: 'It is 21.' },
    ]
    expect(readAnswer(output)).toBe('It is 21.')
    expect(readToolResults(output)).toMatchObject([{ toolName: 'weather', result: 'SECRET 21' }])
    const asInput = { messages: output.slice(0, 2) }
    expect(readQuestion(asInput)).toBe('How warm is it?')
  })

  test('does not break a sentence that a provider cut around its sources', () => {
    const source = { type: 'source', source: { url: 'https://example.org' } }
    const parts = [
      text('The sky is'),
      source,
      text(' blue'),
      source,
      text(', they say. '),
      text('Look up.'),
      text('Now.'),
    ]
    expect(readAnswer([{ role: 'assistant', content: { format: 2, parts } }])).toBe(
      'The sky is blue, they say. Look up.\n\nNow.',
    )
  })

  test('leaves out what a completion check wrote in the name of the assistant', () => {
    const output = [
      { role: 'assistant', content: { parts: [text('Half of it.')] } },
      {
        role: 'assistant',
        content: { parts: [text('Not complete.')], metadata: { completionResult: { passed: false } } },
      },
      { role: 'assistant', content: { parts: [text('The rest.')] } },
    ]
    expect(readAnswer(output)).toBe('Half of it.\n\nThe rest.')
  })

  test.each<[string, unknown]>([
    ['an error', new Error('model down')],
    ['an object with an error', { text: '', error: new Error('model down') }],
    ['an object with the message of an error', { text: '', error: { message: 'model down' } }],
    [
      'a message with an error part',
      [
        {
          role: 'assistant',
          content: { parts: [{ type: 'error', error: { name: 'E', message: 'model down' } }] },
        },
      ],
    ],
  ])('is the text of the error where the output is %s', (_, output) => {
    expect(readAnswer(output)).toBe('model down')
  })

  test('does not hold an error that came after a text', () => {
    expect(readAnswer({ text: 'Half of it.', error: new Error('model down') })).toBe('Half of it.')
  })
})
