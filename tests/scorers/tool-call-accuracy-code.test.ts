import { createTestMessage, createToolInvocation } from '@mastra/evals/scorers/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolCallAccuracyScorerCode } from '../../src/scorers/index.ts'
import type { ToolCallAccuracyCodeConfig } from '../../src/scorers/tool-call-accuracy-code.ts'
import { runs } from '../support/random-runs.ts'

const called = (...names: string[]) => [
  createTestMessage({
    id: 'a',
    role: 'assistant',
    content: '',
    toolInvocations: names.map((toolName, index) =>
      createToolInvocation({ toolCallId: `${index}`, toolName, args: {}, result: {}, state: 'result' }),
    ),
  }),
]
const scoreOf = async (config: ToolCallAccuracyCodeConfig, ...names: string[]) =>
  (await createToolCallAccuracyScorerCode(config).run({ input: 'Do it', output: called(...names) })).score

describe('an expected tool', () => {
  it.each<[string[], number, number]>([
    [['search'], 1, 1],
    [['fetch', 'search'], 1, 0],
    [['search', 'search'], 1, 0],
    [['fetch'], 0, 0],
    [[], 0, 0],
  ])('with the calls %j scores %d, strictly %d', async (names, lenient, strict) => {
    expect(await scoreOf({ expectedTool: 'search' }, ...names)).toBe(lenient)
    expect(await scoreOf({ expectedTool: 'search', strictMode: true }, ...names)).toBe(strict)
  })
})

describe('a stored trace that does not tell the calls', () => {
  it.each<[string, unknown]>([
    ['as its output', { text: 'Done.', files: [] }],
    [
      'as a message',
      [{ id: '', role: 'assistant', content: { format: 2, content: 'Done.', toolInvocations: [] } }],
    ],
  ])('%s is not scorable: nobody knows whether there were any', async (_, output) => {
    const result = await createToolCallAccuracyScorerCode({ expectedTool: 'search' }).run({
      input: 'Do it',
      output,
    })
    expect(result.notScorable?.reason).toContain('readTrace(trace)')
  })
})

describe('an expected order', () => {
  const expectedToolOrder = ['a', 'b', 'a']

  it.each<[string[], number, number]>([
    [['a', 'b', 'a'], 1, 1],
    [['a', 'x', 'b', 'a'], 1, 0],
    [['a', 'a', 'b', 'b', 'a', 'b'], 1, 0],
    [['b', 'a', 'b', 'a'], 0, 0],
    [['a', 'b'], 0, 0],
    [['a', 'a', 'b'], 0, 0],
    [[], 0, 0],
  ])('with the calls %j scores %d, strictly %d', async (names, lenient, strict) => {
    expect(await scoreOf({ expectedToolOrder }, ...names)).toBe(lenient)
    expect(await scoreOf({ expectedToolOrder, strictMode: true }, ...names)).toBe(strict)
  })

  it('is followed if no call comes before its turn and each has its turn', async () => {
    const names = (maxLength: number) =>
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength, size: 'max' })
    await fc.assert(
      fc.asyncProperty(names(4), names(12), async (expected, actual) => {
        // With k expected calls made, any name may follow but those that only appear after the next one.
        const stages = expected.map((name, k) => {
          const early = new Set(
            expected.slice(k + 1).filter((one) => !expected.slice(0, k + 1).includes(one)),
          )
          return `[^${[...early, name].join('')}]*${name}`
        })
        const score = await scoreOf({ expectedToolOrder: expected }, ...actual)
        expect(score).toBe(new RegExp(`^${stages.join('')}`).test(actual.join('')) ? 1 : 0)
      }),
      { numRuns: runs(200) },
    )
  })

  it.each<[string[], string]>([
    [
      ['refund', 'verify', 'refund'],
      'Expected verify, then refund; the calls were refund, verify, refund; out of order: refund was called when verify was expected: score 0.',
    ],
    [['verify', 'search'], 'Expected verify, then refund; the calls were verify, search: score 0.'],
    [['verify', 'refund'], 'Expected verify, then refund; the calls were verify, refund: score 1.'],
  ])('with the calls %j is explained', async (names, reason) => {
    const scorer = createToolCallAccuracyScorerCode({ expectedToolOrder: ['verify', 'refund'] })
    expect((await scorer.run({ input: 'Do it', output: called(...names) })).reason).toBe(reason)
  })

  it('comes before an expected tool', async () => {
    expect(await scoreOf({ expectedTool: 'z', expectedToolOrder }, 'a', 'b', 'a')).toBe(1)
  })
})

describe('a call counts once', () => {
  const part = { type: 'tool-call', toolCallId: '1', toolName: 'search', input: { q: 1 } }
  const invocation = { toolCallId: '1', toolName: 'search', args: { q: 1 }, state: 'result', result: {} }

  it.each<[string, unknown]>([
    ['in ModelMessage content', [{ role: 'assistant', content: [part] }]],
    [
      'with its result in another message',
      [
        { role: 'assistant', content: [part] },
        { role: 'tool', content: [{ ...part, type: 'tool-result', output: { type: 'text', value: 'ok' } }] },
      ],
    ],
    ['in toolInvocations', [{ role: 'assistant', content: '', toolInvocations: [invocation] }]],
    [
      'in both lists',
      [
        {
          role: 'assistant',
          content: {
            format: 2,
            parts: [{ type: 'tool-invocation', toolInvocation: invocation }],
            toolInvocations: [invocation],
          },
        },
      ],
    ],
  ])('%s', async (_, output) => {
    const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'search', strictMode: true })
    const result = await scorer.run({ input: 'Find it', output })
    expect(result.score).toBe(1)
    expect(result.preprocessStepResult).toMatchObject({
      expectedTool: 'search',
      actualTools: ['search'],
      strictMode: true,
      hasToolCalls: true,
      correctToolCalled: true,
      correctOrderCalled: null,
    })
    expect(result.reason).toMatchInlineSnapshot(
      `"Expected search and nothing else; the calls were search: score 1."`,
    )
  })
})

it('cannot score an output without a form, and says so', async () => {
  const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'search' })
  const { notScorable } = await scorer.run({ input: 'Find it', output: { tools: ['search'] } })
  expect(notScorable?.reason).toMatch(/no answer can be read/)
})

it.each<[object, RegExp]>([
  [{}, /needs expectedTool or expectedToolOrder/],
  [{ expectedTool: '' }, /expectedTool/],
  [{ expectedToolOrder: [] }, /expectedToolOrder/],
  [{ expectedTool: 'a', strict: true }, /strict/],
])('%j is a TypeError', (config, message) => {
  expect(() => createToolCallAccuracyScorerCode(config)).toThrow(TypeError)
  expect(() => createToolCallAccuracyScorerCode(config)).toThrow(message)
})
