import { describe, expect, test } from 'vitest'
import { readAnswer, readConversation, readQuestion } from '../../src/transcript/index.ts'
import { unreadContentIn } from '../../src/transcript/unread-content.ts'

const said = (part: unknown) => [{ role: 'assistant', content: [part] }]

test.each(['Assistant', 'ASSISTANT', 'model', 'ai', 'bot', 'chatbot', 'agent', 'gpt', 'GPT'])(
  'an answer of the role %s is read',
  (role) => {
    const output = [{ role, content: 'In 1889.' }]
    expect(readAnswer(output)).toBe('In 1889.')
    expect(unreadContentIn(output)).toBeUndefined()
  },
)

test('the speakers of a conversation are read whatever the case of their names', () => {
  const input = [
    { role: 'System', content: 'Be brief.' },
    { role: 'Human', content: 'Hello.' },
    { role: 'AI', content: 'Hello!' },
    { role: 'User', content: 'When?' },
  ]
  expect(readQuestion(input)).toBe('When?')
  expect(readConversation(input)).toEqual([
    { role: 'user', text: 'Hello.' },
    { role: 'assistant', text: 'Hello!' },
  ])
})

describe('of the APIs of OpenAI', () => {
  test('the text of an assistant is read', () =>
    expect(readAnswer(said({ type: 'text', text: { value: 'In 1889.', annotations: [] } }))).toBe('In 1889.'))

  test.each<[string, unknown]>([
    ['a part', said({ type: 'refusal', refusal: 'I cannot.' })],
    ['a field', [{ role: 'assistant', content: null, refusal: 'I cannot.' }]],
  ])('a refusal in %s is read', (_, output) => expect(readAnswer(output)).toBe('I cannot.'))
})

describe('it is named what may be an answer but is not read:', () => {
  test.each<[string, unknown]>([
    ['a message of the role "narrator"', [{ role: 'narrator', content: 'In 1889.' }]],
    ['a part of the type "markdown" with "markdown"', said({ type: 'markdown', markdown: '**1889**' })],
    ['a part of the type "constructor" with "title"', said({ type: 'constructor', title: 'Tower' })],
    ['a part of the type "text" with "content"', said({ type: 'text', content: 'In 1889.' })],
    ['a part with "inlineData"', said({ inlineData: { data: 'x' } })],
    ['a part that is a number', said(1889)],
    ['content with "answer"', [{ role: 'assistant', content: { answer: 'In 1889.' } }]],
    ['an error with "code"', { error: { code: 5 } }],
    ['a text under "answer"', { text: '', answer: 'In 1889.' }],
    ['a text under "answer"', { messages: [], answer: 'In 1889.' }],
  ])('%s', (named, output) => expect(unreadContentIn(output)).toBe(named))
})

test.each<[unknown]>([
  [[]],
  [''],
  [[{ role: 'narrator', content: '' }]],
  [[{ role: 'user', content: 'Hello?' }]],
  [{ text: '', finishReason: 'stop', response: { id: 'r1' } }],
  [[{ role: 'assistant', content: { format: 2, parts: [], metadata: { from: 'memory' } } }]],
  [said({ type: 'step-start', createdAt: 5 })],
  [said({ type: 'reasoning', details: [{ type: 'redacted', data: 'x' }] })],
  [said({ type: 'thinking', thinking: 'Hm.', signature: 'x' })],
  [said({ type: 'source-url', url: 'https://example.org' })],
  [said({ type: 'data-status', data: { text: 'Looking.' } })],
  [said({ type: 'text', text: '' })],
  [said({ type: 'tool-invocation', toolInvocation: { state: 'partial-call', toolName: 'look' } })],
])('nothing is unread in %j', (output) => expect(unreadContentIn(output)).toBeUndefined())
