import { describe, expect, it } from 'vitest'
import { readTools } from '../../src/scorers/material/available-tools.ts'
import { jsonText } from '../../src/scorers/material/json-text.ts'
import { describeCall, listToolCalls } from '../../src/scorers/material/tool-calls.ts'
import { createToolCallAccuracyScorerLLM } from '../../src/scorers/tool-call-accuracy-llm.ts'
import { judgeById } from '../support/fake-judge.ts'

const call = { toolCallId: '1', toolName: 'save', args: { n: 1 } }
const invoked = (rest: object) => [
  {
    role: 'assistant',
    content: { format: 2, parts: [{ type: 'tool-invocation', toolInvocation: { ...call, ...rest } }] },
  },
]

describe('the outcome of a call', () => {
  it.each<[object, string]>([
    [{ state: 'result' }, 'answered'],
    [{ state: 'result', result: null }, 'answered'],
    [{ state: 'result', result: 'x', isError: true }, 'failed'],
    [{ state: 'output-error' }, 'failed'],
    [{ state: 'output-error', errorText: 'full' }, 'failed'],
    [{ state: 'call' }, 'no result'],
    [{ state: 'output-denied' }, 'no result'],
  ])('%j is %s', (rest, outcome) => {
    expect(listToolCalls(invoked(rest))).toMatchObject([{ toolName: 'save', args: { n: 1 }, outcome }])
  })
})

describe('a value as text', () => {
  it('has a word for what JSON has none for', () => {
    const self: Record<string, unknown> = { a: 1 }
    self.self = self
    expect(jsonText({ n: 12345678901234567890n })).toBe('{"n":"12345678901234567890"}')
    expect(jsonText([Symbol('s'), () => 1, Number.NaN, new TypeError('no')])).toBe(
      '["Symbol(s)","[function ]","NaN","TypeError: no"]',
    )
    expect(jsonText(new Map([['a', new Set([1n])]]))).toBe('[["a",["1"]]]')
    expect(jsonText(self)).toBe('{"a":1,"self":"[circular]"}')
    const twice = { x: 1 }
    expect(jsonText([twice, twice])).toBe('[{"x":1},{"x":1}]')
    expect(jsonText(undefined)).toBe('')
  })

  it('reaches a judge where a tool returns it', () => {
    expect(describeCall({ toolName: 'count', args: { to: 10n }, outcome: 'answered', result: 7n })).toEqual({
      tool: 'count',
      arguments: '{"to":"10"}',
      result: '"7"',
    })
  })
})

describe('available tools', () => {
  it('of one name, however it is written, are one tool', () => {
    const names = ['a', 'b-x', 'bX', 'b-x'].map((name) => ({ name }))
    expect(readTools('tools', names).map(({ name }) => name)).toEqual(['a', 'b-x'])
  })

  it('are named in the error where the function that gives them fails', async () => {
    const scorer = createToolCallAccuracyScorerLLM({
      model: judgeById({}),
      availableTools: () => {
        throw new Error('db down')
      },
    })
    await expect(scorer.run({ input: 'Why?', output: 'Yes.' })).rejects.toThrow(
      /availableTools failed: db down/,
    )
  })

  it('under a name that is not theirs are a TypeError', () => {
    const config = { model: judgeById({}), availableTools: [{ name: 'a' }], tools: [] }
    expect(() => createToolCallAccuracyScorerLLM(config)).toThrow(
      /createToolCallAccuracyScorerLLM: .*"tools"/,
    )
  })
})

it('tells where the calls are', async () => {
  const scorer = createToolCallAccuracyScorerLLM({
    model: judgeById({ t1: 'yes' }),
    availableTools: [{ name: 'save' }],
  })
  const { preprocessStepResult } = await scorer.run({ input: 'Save.', output: invoked({ state: 'result' }) })
  expect(preprocessStepResult?.toolCallInfos).toEqual([
    { toolName: 'save', toolCallId: '1', messageIndex: 0, invocationIndex: 0 },
  ])
})
