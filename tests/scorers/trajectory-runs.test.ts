import { extractTrajectory, type TrajectoryExpectation } from '@mastra/core/evals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSteps } from '../../src/scorers/trajectory/trajectory-steps.ts'
import { createTrajectoryAccuracyScorerCode } from '../../src/scorers/trajectory-accuracy-code.ts'
import { createTrajectoryAccuracyScorerLLM } from '../../src/scorers/trajectory-accuracy-llm.ts'
import { judgeById } from '../support/fake-judge.ts'
import { runs } from '../support/random-runs.ts'

describe('the steps of messages', () => {
  const value = fc.oneof(
    fc.constantFrom(undefined, null, 'text', 7),
    fc.array(fc.integer(), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), fc.integer(), { maxKeys: 2 }),
  )
  const invocation = fc.record({
    toolName: fc.constantFrom('look', 'save'),
    args: value,
    state: fc.constantFrom('result', 'call', 'output-error'),
    result: value,
    isError: fc.constantFrom(undefined, true, false),
    inParts: fc.boolean(),
    inLegacy: fc.boolean(),
  })
  const messages = fc.array(fc.array(invocation, { maxLength: 4 }), { maxLength: 3 }).map((turns) =>
    turns.map((turn, message) => {
      const numbered = turn.map((call, index) => ({ ...call, toolCallId: `${message}-${index}` }))
      return {
        id: `m${message}`,
        role: 'assistant',
        createdAt: new Date(0),
        content: {
          format: 2,
          parts: numbered
            .filter(({ inParts }) => inParts)
            .map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
          toolInvocations: numbered.filter(({ inLegacy }) => inLegacy),
        },
      }
    }),
  )

  it('are those that Mastra extracts', () => {
    fc.assert(
      fc.property(messages, (output) => {
        expect(readSteps(output)).toEqual(extractTrajectory(output as never).steps)
      }),
      { numRuns: runs(500) },
    )
  })
})

const turn = (id: string, text: string) => ({
  id,
  role: 'assistant',
  threadId: 'thread',
  createdAt: new Date(0),
  content: { format: 2, parts: [{ type: 'text', text }] },
})
const steps = [{ stepType: 'tool_call', name: 'a' }]
const judged = () => {
  const model = judgeById({ s1: 'no', 's1-order': 'yes' })
  return { model, scorer: createTrajectoryAccuracyScorerLLM({ model }) }
}

describe('the request of a trajectory', () => {
  const question = [{ role: 'user', content: 'First?' }]
  it.each<[unknown]>([['First?'], [question], [{ messages: question }], [{ data: 1 }]])(
    '%j is not paired with the answers of two turns',
    async (input) => {
      const { model, scorer } = judged()
      const output = { steps, rawOutput: [turn('1', 'A.'), turn('2', 'B.')] }
      const result = await scorer.run({ input, output } as never)
      expect(result.notScorable?.reason).toContain('answers for 2 turns')
      expect(model.requests).toHaveLength(0)
    },
  )

  it.each<[unknown]>([[[{ role: 'system', content: 'Be brief.' }]], [{ prompt: '' }], [{}], ['']])(
    '%j is none',
    async (input) => {
      const result = await judged().scorer.run({ input, output: { steps } } as never)
      expect(result.notScorable?.reason).toBe('there is no question')
    },
  )

  it('of a workflow is its input', async () => {
    const { model, scorer } = judged()
    await scorer.run({ input: { city: 'Paris' }, output: { steps } } as never)
    expect(model.requests[0]?.state.request).toBe('{"city":"Paris"}')
  })
})

it('steps that are not necessary are extra', async () => {
  const { analyzeStepResult } = await judged().scorer.run({ input: 'Why?', output: { steps } } as never)
  expect(analyzeStepResult?.extraSteps).toEqual(['a'])
})

it.each<[unknown]>([[{ answer: 'Yes.' }], [42], [[null]], [[{ role: 'assistant', content: null }]]])(
  'of the output %j nobody knows the steps',
  async (output) => {
    const code = createTrajectoryAccuracyScorerCode({ expectedTrajectory: [{ name: 'a' }] })
    for (const scorer of [code, judged().scorer]) {
      const result = await scorer.run({ input: 'Why?', output } as never)
      expect(result.notScorable?.reason).toContain('no answer can be read from the output')
    }
  },
)

describe('an expected trajectory of a run', () => {
  const scoreWith = (expectedTrajectory: unknown) =>
    createTrajectoryAccuracyScorerCode().run({
      input: 'Why?',
      output: { steps },
      expectedTrajectory: expectedTrajectory as TrajectoryExpectation,
    } as never)

  it('may be a list, or a trajectory as it was recorded', async () => {
    expect((await scoreWith([{ name: 'a' }])).score).toBe(1)
    const recorded = { steps: [{ ...steps[0], durationMs: 5, metadata: {}, children: [] }], rawOutput: [] }
    expect((await scoreWith(recorded)).score).toBe(1)
  })

  it.each<[unknown, RegExp]>([
    [{ steps: 'x' }, /the run's expectedTrajectory\.steps/],
    [{ steps: [{ title: 'a' }] }, /the run's expectedTrajectory\.steps\.0\.name/],
    [[{ name: 'a', children: { maxStep: 1 } }], /the run's expectedTrajectory\.0\.children.*maxStep/],
    [{ steps: [{ name: 'a' }], ordering: 'loose' }, /the run's expectedTrajectory\.ordering/],
    [{ step: [] }, /the run's expectedTrajectory.*"step"/],
    ['a', /the run's expectedTrajectory: must be/],
  ])('that is %j is an error that names it', async (expected, message) => {
    await expect(scoreWith(expected)).rejects.toThrow(message)
  })
})

describe('what the factories do not take', () => {
  const model = judgeById({})
  const expectedTrajectory = [{ name: 'a' }]
  it.each<[string, () => unknown, RegExp]>([
    [
      'options.expectedTrajectory',
      () => createTrajectoryAccuracyScorerLLM({ model, options: { expectedTrajectory } as object }),
      /LLM: options: .*"expectedTrajectory"/,
    ],
    [
      'a wrong expectedTrajectory',
      () => createTrajectoryAccuracyScorerLLM({ model, expectedTrajectory: [{}] as never }),
      /LLM: expectedTrajectory\.0\.name/,
    ],
    [
      'an unknown name, judged',
      () => createTrajectoryAccuracyScorerLLM({ model, expected: [] } as never),
      /LLM: .*"expected"/,
    ],
    [
      'an unknown name, by code',
      () => createTrajectoryAccuracyScorerCode({ expectedTrajectry: [] } as never),
      /Code: .*"expectedTrajectry"/,
    ],
  ])('%s is a TypeError that names it', (_, create, message) => {
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })
})
