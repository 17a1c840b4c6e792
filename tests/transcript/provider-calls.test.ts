import { describe, expect, test } from 'vitest'
import { toDataset } from '../../src/evaluation/dataset/dataset.ts'
import { createToolCallAccuracyScorerCode } from '../../src/scorers/tool-call-accuracy-code.ts'
import {
  extractToolCalls,
  getReasoningFromRunOutput,
  readAnswer,
  readQuestion,
  readToolResults,
} from '../../src/transcript/index.ts'

const args = { at: 'sky' }
const words = 'It is blue.'
const json = JSON.stringify(args)

/** A call, its answer and the words after it, as providers and libraries write them down. */
const shapes: Readonly<Record<string, readonly object[]>> = {
  Anthropic: [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'tool_use', id: '1', name: 'look', input: args },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'blue' }] },
    { role: 'assistant', content: [{ type: 'text', text: words }] },
  ],
  'Anthropic, with a result in parts': [
    { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'look', input: args }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'blue' }] }],
    },
    { role: 'assistant', content: words },
  ],
  'Anthropic, called by the server': [
    {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: '1', name: 'look', input: args },
        { type: 'look_tool_result', tool_use_id: '1', content: 'blue' },
        { type: 'text', text: words },
      ],
    },
  ],
  Gemini: [
    { role: 'model', parts: [{ text: 'Hm.', thought: true }, { functionCall: { name: 'look', args } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'look', response: 'blue' } }] },
    { role: 'model', parts: [{ text: words }] },
  ],
  'Gemini, in Python': [
    { role: 'model', parts: [{ function_call: { id: '1', name: 'look', args } }] },
    { role: 'function', parts: [{ function_response: { id: '1', name: 'look', response: 'blue' } }] },
    { role: 'model', parts: [{ text: words }] },
  ],
  Bedrock: [
    { role: 'assistant', content: [{ toolUse: { toolUseId: '1', name: 'look', input: args } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: '1', content: [{ text: 'blue' }] } }] },
    { role: 'assistant', content: [{ text: words }] },
  ],
  "OpenAI's chat completions": [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', type: 'function', function: { name: 'look', arguments: json } }],
    },
    { role: 'tool', tool_call_id: '1', content: 'blue' },
    { role: 'assistant', content: words },
  ],
  "OpenAI's chat completions, once": [
    { role: 'assistant', content: null, function_call: { name: 'look', arguments: json } },
    { role: 'function', name: 'look', content: 'blue' },
    { role: 'assistant', content: words },
  ],
  "OpenAI's responses": [
    { type: 'reasoning', id: 'r', summary: [] },
    { type: 'function_call', id: 'f', call_id: '1', name: 'look', arguments: json, status: 'completed' },
    { type: 'function_call_output', call_id: '1', output: 'blue' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: words }] },
  ],
  "OpenAI's responses, over MCP": [
    { type: 'mcp_call', id: '1', name: 'look', arguments: json, output: 'blue', error: null },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: words }] },
  ],
  Ollama: [
    { role: 'assistant', content: '', tool_calls: [{ function: { name: 'look', arguments: args } }] },
    { role: 'tool', tool_name: 'look', content: 'blue' },
    { role: 'assistant', content: words },
  ],
  'LangChain, over Anthropic': [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: '1', name: 'look', input: args }],
      tool_calls: [{ id: '1', name: 'look', args }],
    },
    { role: 'tool', tool_call_id: '1', content: 'blue' },
    { role: 'assistant', content: words },
  ],
}

describe.each(Object.entries(shapes))('tool calls in the form of %s', (_, output) => {
  test('are read with their arguments and results', () => {
    expect(extractToolCalls(output).tools).toEqual(['look'])
    expect(readToolResults(output)).toMatchObject([
      { toolName: 'look', args, result: 'blue', isError: false },
    ])
    expect(readAnswer(output)).toBe(words)
  })

  test('do not end the turn of the user', async () => {
    const messages = [{ role: 'user', content: 'What colour is it?' }, ...output]
    const [item] = toDataset([{ messages }], { name: 'd', source: 'd' }).items
    expect(readQuestion(item?.input)).toBe('What colour is it?')
    expect(extractToolCalls(item?.output).tools).toEqual(['look'])
    const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'look', strictMode: true })
    expect(await scorer.run({ input: item?.input, output: item?.output } as never)).toMatchObject({
      score: 1,
    })
  })
})

test.each([
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'dark', is_error: true }] },
  { role: 'user', parts: [{ functionResponse: { name: 'look', response: { error: 'dark' } } }] },
  {
    role: 'user',
    content: [{ toolResult: { toolUseId: '1', content: [{ text: 'dark' }], status: 'error' } }],
  },
])('an error of a tool is its result: %j', (answer) => {
  const [call] = shapes.Anthropic ?? []
  expect(readToolResults([call, answer])).toMatchObject([{ toolName: 'look', result: 'dark', isError: true }])
})

test('thoughts beside calls are no answer', () => {
  expect(getReasoningFromRunOutput(shapes.Gemini)).toBe('Hm.')
})

test.each<[string, object]>([
  ['ToolCallRequestEvent', { type: 'ToolCallRequestEvent', content: [{ id: '1', name: 'look' }] }],
  ['tool-call', { kind: 'response', parts: [{ part_kind: 'tool-call', tool_name: 'look', args }] }],
  ['toolRequests', { role: 'assistant', content: '', toolRequests: [{ name: 'look' }] }],
  ['function_call', { role: 'assistant', content: words, function_call: 'look(sky)' }],
  ['tool_calls', { type: 'ai', content: words, additional_kwargs: { tool_calls: [{ id: '1' }] } }],
])('calls in a form that nobody knows are not none: %s', async (form, message) => {
  const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'look' })
  const result = await scorer.run({
    input: [],
    output: [message, { role: 'assistant', content: words }],
  } as never)
  expect(result.score).toBeUndefined()
  expect(JSON.stringify(result)).toContain(`tool calls in a form that is not read (\\"${form}\\")`)
})

test.each([
  { role: 'assistant', content: words, tool_calls: [], function_call: null },
  {
    role: 'assistant',
    parts: [
      { type: 'data-tool-call-approval', data: {} },
      { type: 'text', text: words },
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: 'I use no tool-call.' }] },
])('an answer without calls has none: %j', async (message) => {
  const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'look' })
  expect((await scorer.run({ input: [], output: [message] } as never)).score).toBe(0)
})
