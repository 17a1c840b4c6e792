import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractToolCalls, readToolResults } from '../../src/transcript/index.ts'
import { readToolCalls } from '../../src/transcript/tools.ts'

const made = (toolCallId: string | undefined, input: unknown, toolName = 'look') => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolName, input, ...(toolCallId === undefined ? {} : { toolCallId }) }],
})
const answered = (toolCallId: string | undefined, value: unknown, toolName = 'look') => ({
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolName,
      output: { type: 'json', value },
      ...(toolCallId === undefined ? {} : { toolCallId }),
    },
  ],
})
const read = (output: unknown) => readToolCalls(output).map(({ args, result }) => [args, result])

describe('an answer belongs to', () => {
  it('the call of its id that waits, where the id is used again', () => {
    const output = [made('1', 'a'), answered('1', 'A'), made('1', 'b'), answered('1', 'B')]
    expect(read(output)).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
    expect(readToolResults(output).map(({ result }) => result)).toEqual(['A', 'B'])
  })

  it('the oldest call that waits, where calls with one id are made at once', () => {
    const output = [made('1', 'a'), made('1', 'b'), answered('1', 'A'), answered('1', 'B')]
    expect(read(output)).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
  })

  it('its call by id, in whatever order answers come', () => {
    const output = [made('1', 'a'), made('2', 'b'), answered('2', 'B'), answered('1', 'A')]
    expect(read(output)).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
  })

  it('the oldest call of its name, where it has no id, so that a call counts once', () => {
    const output = [
      made(undefined, 'a'),
      made(undefined, 'b'),
      made(undefined, 'c', 'other'),
      answered(undefined, 'A'),
    ]
    expect(read(output)).toEqual([
      ['a', 'A'],
      ['b', undefined],
      ['c', undefined],
    ])
    expect(extractToolCalls([made(undefined, 'a'), answered(undefined, 'A')]).tools).toEqual(['look'])
  })

  it('no call that was denied', () => {
    const denied = {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: '1', toolName: 'look', output: { type: 'execution-denied' } },
      ],
    }
    const output = [made('1', 'a'), denied, made('1', 'b'), answered('1', 'B')]
    expect(readToolCalls(output).map(({ args, state, result }) => [args, state, result])).toEqual([
      ['a', 'denied', undefined],
      ['b', 'returned', 'B'],
    ])
  })
})

describe('over random runs', () => {
  const id = fc.constantFrom(undefined, '1', '2')
  const calls = fc
    .array(fc.record({ id, args: fc.constantFrom('a', 'b') }), { maxLength: 6 })
    .map((list) => list.map((call, index) => ({ ...call, result: `result ${index}` })))

  it('calls made one after another keep their arguments and results, whatever their ids', () => {
    fc.assert(
      fc.property(calls, (list) => {
        const output = list.flatMap(({ id, args, result }) => [made(id, args), answered(id, result)])
        expect(read(output)).toEqual(list.map(({ args, result }) => [args, result]))
      }),
    )
  })

  it('messages with ids that are repeated change nothing', () => {
    fc.assert(
      fc.property(calls, (list) => {
        const output = list.flatMap(({ id, args, result }) => [
          made(id ?? '3', args),
          answered(id ?? '3', result),
        ])
        expect(read([...output, ...output])).toEqual(read(output))
      }),
    )
  })
})

describe('messages of chat completions', () => {
  const call = { id: '1', type: 'function', function: { name: 'look', arguments: '{"at":"sky"}' } }
  const calling = { role: 'assistant', content: null, tool_calls: [call] }

  it('have their calls in a list of their own, and the answer by the id of the call', () => {
    const output = [calling, { role: 'tool', tool_call_id: '1', content: 'blue' }]
    expect(readToolResults(output)).toEqual([
      { toolName: 'look', toolCallId: '1', args: { at: 'sky' }, result: 'blue', isError: false },
    ])
    expect(extractToolCalls([calling]).tools).toEqual(['look'])
  })

  it('keep arguments that are no JSON as text', () => {
    const broken = { ...call, function: { name: 'look', arguments: '{"at":' } }
    expect(readToolCalls([{ ...calling, tool_calls: [broken] }])[0]?.args).toBe('{"at":')
  })
})
