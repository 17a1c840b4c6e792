import { describe, expect, test } from 'vitest'
import { extractToolCalls, readAnswer, readToolResults } from '../../src/transcript/index.ts'
import { at } from './shapes.ts'

describe('tool calls', () => {
  const call = { toolCallId: '1', toolName: 'look', args: { at: 'sky' } }
  const modelCall = { toolCallId: '1', toolName: 'look', input: { at: 'sky' } }
  const invocation = { ...call, state: 'result', result: 'blue' }
  const stored = (content: object) => [
    { id: '1', role: 'assistant', createdAt: at, content: { format: 2, ...content } },
  ]
  const modelMessages = (result: object) => [
    { role: 'assistant', content: [{ type: 'tool-call', ...modelCall }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: '1', toolName: 'look', ...result }] },
  ]
  const invocationPart = { type: 'tool-invocation', toolInvocation: invocation }

  test.each<[string, unknown]>([
    ['content.parts', stored({ parts: [invocationPart] })],
    ['content.toolInvocations', stored({ parts: [], toolInvocations: [invocation] })],
    ['both', stored({ parts: [invocationPart], toolInvocations: [invocation] })],
    ['a v4 interface message', [{ role: 'assistant', content: '', toolInvocations: [invocation] }]],
    [
      'a v5 tool part',
      [
        {
          role: 'assistant',
          parts: [{ type: 'tool-look', ...modelCall, state: 'output-available', output: 'blue' }],
        },
      ],
    ],
    [
      'a v5 dynamic tool part',
      [
        {
          role: 'assistant',
          parts: [{ type: 'dynamic-tool', ...modelCall, state: 'output-available', output: 'blue' }],
        },
      ],
    ],
    ['model messages', modelMessages({ output: { type: 'text', value: 'blue' } })],
    ['model messages of version 4', modelMessages({ result: 'blue' })],
    ['model messages with a JSON result', modelMessages({ output: { type: 'json', value: 'blue' } })],
    ['two shapes at once', [...stored({ parts: [invocationPart] }), ...modelMessages({ result: 'blue' })]],
  ])('in %s are read once, with the result', (_, output) => {
    expect(readToolResults(output)).toEqual([{ ...call, result: 'blue', isError: false }])
    expect(extractToolCalls(output)).toEqual({
      tools: ['look'],
      toolCallInfos: [{ toolName: 'look', toolCallId: '1', messageIndex: 0, invocationIndex: 0 }],
    })
    expect(readAnswer(output)).toBe('')
  })

  test.each<[string, unknown]>([
    [
      'content.parts',
      stored({
        parts: [
          { type: 'tool-invocation', toolInvocation: { ...call, state: 'output-error', errorText: 'dark' } },
        ],
      }),
    ],
    [
      'a v5 tool part',
      [
        {
          role: 'assistant',
          parts: [{ type: 'tool-look', ...modelCall, state: 'output-error', errorText: 'dark' }],
        },
      ],
    ],
    ['model messages', modelMessages({ output: { type: 'error-text', value: 'dark' } })],
    ['model messages of version 4', modelMessages({ result: 'dark', isError: true })],
    [
      'a tool error',
      [{ role: 'assistant', content: [{ type: 'tool-error', ...modelCall, error: new Error('dark') }] }],
    ],
  ])('that failed, in %s, have the error as their result', (_, output) => {
    expect(readToolResults(output)).toEqual([{ ...call, result: 'dark', isError: true }])
  })

  test.each<[string, unknown]>([
    ['waits', stored({ parts: [{ type: 'tool-invocation', toolInvocation: { ...call, state: 'call' } }] })],
    [
      'waits for approval',
      stored({
        parts: [{ type: 'tool-invocation', toolInvocation: { ...call, state: 'approval-requested' } }],
      }),
    ],
    ['was denied', modelMessages({ output: { type: 'execution-denied' } })],
  ])('whose call %s are calls without a result', (_, output) => {
    expect(extractToolCalls(output).tools).toEqual(['look'])
    expect(readToolResults(output)).toEqual([])
  })

  test('are not made while their arguments still arrive', () => {
    const parts = [{ type: 'tool-invocation', toolInvocation: { ...call, state: 'partial-call' } }]
    expect(extractToolCalls(stored({ parts })).tools).toEqual([])
  })

  test('keep a result of null, which says that nothing was found', () => {
    expect(readToolResults(stored({ toolInvocations: [{ ...invocation, result: null }] }))).toHaveLength(1)
  })

  test('of a legacy list that the parts lack stand before the next call that both have', () => {
    const named = (toolName: string) => ({ ...invocation, toolName, toolCallId: toolName })
    const part = (toolName: string) => ({ type: 'tool-invocation', toolInvocation: named(toolName) })
    const output = stored({
      parts: [part('failed'), part('b'), part('d')],
      toolInvocations: ['a', 'b', 'c', 'd', 'e'].map(named),
    })
    expect(extractToolCalls(output).tools).toEqual(['failed', 'a', 'b', 'c', 'd', 'e'])
  })

  test('that use an id again with other arguments are calls of their own', () => {
    const output = [
      ...stored({ toolInvocations: [invocation] }),
      ...stored({ toolInvocations: [{ ...invocation, args: { at: 'sea' } }] }),
    ]
    expect(extractToolCalls(output).tools).toEqual(['look', 'look'])
  })

  test('that use an id again at another time are calls of their own, as test models do in every turn', () => {
    const made = (createdAt: number) => stored({ parts: [{ ...invocationPart, createdAt }] })
    expect(extractToolCalls([...made(1), ...made(2)]).tools).toEqual(['look', 'look'])
    expect(extractToolCalls([...made(1), ...made(1)]).tools).toEqual(['look'])
  })

  test('without ids are all counted, and named by their place', () => {
    const output = stored({
      toolInvocations: [
        { ...invocation, toolCallId: undefined },
        { ...invocation, toolCallId: '' },
      ],
    })
    expect(extractToolCalls(output).toolCallInfos.map(({ toolCallId }) => toolCallId)).toEqual(['0-0', '0-1'])
  })
})
