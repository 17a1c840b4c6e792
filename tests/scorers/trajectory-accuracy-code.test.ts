import { type ExpectedStep, runEvals, type Trajectory, type TrajectoryStep } from '@mastra/core/evals'
import {
  compareTrajectories as comparePeer,
  createTestMessage,
  createToolInvocation,
  createTrajectoryTestRun,
} from '@mastra/evals/scorers/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSteps } from '../../src/scorers/trajectory/compare-trajectories.ts'
import { stepsOf } from '../../src/scorers/trajectory/trajectory-steps.ts'
import {
  createTrajectoryAccuracyScorerCode,
  type TrajectoryAccuracyCodeConfig,
} from '../../src/scorers/trajectory-accuracy-code.ts'
import { scripted, stage, weatherRun } from '../support/scripted-agent.ts'

const step = (name: string, toolArgs?: Record<string, unknown>): TrajectoryStep => ({
  stepType: 'tool_call',
  name,
  ...(toolArgs ? { toolArgs } : {}),
})
const stepsIn = (letters: string) => [...letters].map((letter) => step(letter))
const compare = (actual: string, expected: string, options = {}) =>
  compareSteps(stepsIn(actual), stepsIn(expected) as ExpectedStep[], options)

describe('the comparison', () => {
  it.each<[string, string, number, number, number]>([
    // actual, expected, strict, relaxed, unordered
    ['ab', 'ab', 1, 1, 1],
    ['acb', 'ab', 0, 1, 1],
    ['abc', 'ab', 0, 1, 1],
    ['a', 'ab', 0, 1 / 2, 1 / 2],
    ['ba', 'ab', 0, 1 / 2, 1],
    ['bac', 'abc', 0, 2 / 3, 1],
    ['bcda', 'abcd', 0, 3 / 4, 1],
    ['', 'ab', 0, 0, 0],
    ['cd', 'ab', 0, 0, 0],
    ['aa', 'aa', 1, 1, 1],
    ['a', 'aa', 0, 1 / 2, 1 / 2],
    ['ab', '', 0, 0, 0],
    ['', '', 1, 1, 1],
  ])('of %j with %j', (actual, expected, strict, relaxed, unordered) => {
    expect(compare(actual, expected, { ordering: 'strict' }).score).toBe(strict)
    expect(compare(actual, expected).score).toBeCloseTo(relaxed, 12)
    expect(compare(actual, expected, { ordering: 'unordered' }).score).toBeCloseTo(unordered, 12)
  })

  it('takes off 0.1 for each name that is repeated beyond what is expected', () => {
    const options = { allowRepeatedSteps: false }
    expect(compare('aab', 'ab', options).score).toBeCloseTo(0.9, 12)
    expect(compare('aabb', 'ab', options).score).toBeCloseTo(0.8, 12)
    expect(compare('accb', 'ab', options).score).toBeCloseTo(0.9, 12)
    expect(compare('aa', 'aa', options).score).toBe(1)
    expect(compare('ccddee', 'ab', options).score).toBe(0)
  })

  it('says what is missing, extra, out of order and repeated', () => {
    expect(compare('bxax', 'abc')).toEqual({
      score: 1 / 3,
      matchedSteps: 1,
      totalExpectedSteps: 3,
      totalActualSteps: 4,
      missingSteps: ['a', 'c'],
      extraSteps: ['x', 'x'],
      outOfOrderSteps: ['a'],
      repeatedSteps: ['x'],
    })
  })

  it('compares the fields that are expected, and no others', () => {
    const actual = [{ ...step('search', { query: 'a', limit: 3 }), success: false }]
    const scoreOf = (expected: ExpectedStep) => compareSteps(actual, [expected]).score
    expect(scoreOf({ name: 'search' })).toBe(1)
    expect(scoreOf({ name: 'search', stepType: 'tool_call' })).toBe(1)
    expect(scoreOf({ name: 'search', stepType: 'mcp_tool_call' })).toBe(0)
    expect(scoreOf({ name: 'search', stepType: 'tool_call', toolArgs: { limit: 3, query: 'a' } })).toBe(1)
    expect(scoreOf({ name: 'search', stepType: 'tool_call', toolArgs: { query: 'a' } })).toBe(0)
    expect(scoreOf({ name: 'search', stepType: 'tool_call', success: true })).toBe(0)
  })

  it('finds a place for the pickier of two expected steps', () => {
    const actual = [step('a', { n: 1 }), step('a', { n: 2 })]
    const expected = [{ name: 'a' }, { name: 'a', stepType: 'tool_call', toolArgs: { n: 1 } }] as const
    expect(compareSteps(actual, expected, { ordering: 'unordered' }).score).toBe(1)
  })

  const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 }).map((list) => list.join(''))

  it('orders the modes, and never falls where an expected step is added to the run', () => {
    fc.assert(
      fc.property(names, names, (actual, expected) => {
        const [strict, relaxed, unordered] = (['strict', 'relaxed', 'unordered'] as const).map(
          (ordering) => compare(actual, expected, { ordering }).score,
        )
        expect(strict).toBeLessThanOrEqual(relaxed ?? Number.NaN)
        expect(relaxed).toBeLessThanOrEqual(unordered ?? Number.NaN)
        if (expected !== '') {
          expect(compare(`${actual}${expected[0]}`, expected).score).toBeGreaterThanOrEqual(relaxed ?? 2)
        }
      }),
    )
  })

  it('counts as the peer does in any order, and at least as much in order', () => {
    fc.assert(
      fc.property(names, names, (actual, expected) => {
        const peer = (ordering: 'relaxed' | 'unordered') =>
          comparePeer({ steps: stepsIn(actual) }, { steps: stepsIn(expected) }, { ordering }).score
        // The peer rounds to two decimals.
        const rounding = 0.005 + 1e-9
        const unordered = compare(actual, expected, { ordering: 'unordered' }).score
        expect(Math.abs(unordered - peer('unordered'))).toBeLessThanOrEqual(rounding)
        expect(compare(actual, expected).score).toBeGreaterThanOrEqual(peer('relaxed') - rounding)
      }),
    )
  })
})

describe('the scorer', () => {
  const run = (
    letters: string,
    config?: TrajectoryAccuracyCodeConfig,
    expectedTrajectory?: { steps?: ExpectedStep[]; ordering?: 'strict' },
  ) =>
    createTrajectoryAccuracyScorerCode(config).run(
      createTrajectoryTestRun({ trajectory: { steps: stepsIn(letters) }, expectedTrajectory }),
    )

  it('takes the expected steps from the run, and its ordering', async () => {
    expect((await run('acb', {}, { steps: [{ name: 'a' }, { name: 'b' }] })).score).toBe(1)
    expect((await run('acb', {}, { steps: [{ name: 'a' }, { name: 'b' }], ordering: 'strict' })).score).toBe(
      0,
    )
  })

  it('prefers those it was made with, as steps or as a trajectory', async () => {
    const steps = { steps: [{ name: 'z' }] }
    expect((await run('a', { expectedTrajectory: [{ name: 'a' }] }, steps)).score).toBe(1)
    const expectedTrajectory: Trajectory = { steps: [{ ...step('a'), durationMs: 5, metadata: { x: 1 } }] }
    expect((await run('a', { expectedTrajectory }, steps)).score).toBe(1)
  })

  it('is not scorable where nothing is expected', async () => {
    expect((await run('a')).notScorable?.reason).toBe('there is no expected trajectory')
    expect((await run('a', {}, {})).notScorable?.reason).toBe('there is no expected trajectory')
  })

  it('tells what it compared', async () => {
    const { reason } = await run('ba', { expectedTrajectory: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })
    expect(reason).toBe(
      'Score 0.333: 1 of 3 expected steps were taken (compared in order); the steps were b, a. ' +
        'Missing: a, c; taken at another place: a.',
    )
  })

  it.each<[object, RegExp]>([
    [{ comparisonOptions: { ordering: 'loose' } }, /comparisonOptions\.ordering/],
    [{ comparisonOptions: { strictOrder: true } }, /strictOrder/],
    [{ expectedTrajectory: [{ title: 'a' }] }, /expectedTrajectory/],
  ])('%j is a TypeError', (config, message) => {
    expect(() => createTrajectoryAccuracyScorerCode(config)).toThrow(TypeError)
    expect(() => createTrajectoryAccuracyScorerCode(config)).toThrow(message)
  })
})

describe('steps', () => {
  it('are the tool calls of a run that came as messages', () => {
    const output = [
      createTestMessage({
        content: '',
        role: 'assistant',
        id: 'a',
        toolInvocations: [
          createToolInvocation({
            toolCallId: '1',
            toolName: 'search',
            args: { q: 1 },
            result: {},
            state: 'result',
          }),
        ],
      }),
    ]
    expect(stepsOf(output)).toEqual([
      { stepType: 'tool_call', name: 'search', toolArgs: { q: 1 }, toolResult: {}, success: true },
    ])
  })

  it('of the framework stay where they are expected', () => {
    const generation: TrajectoryStep = {
      stepType: 'model_generation',
      name: 'llm',
      children: [step('search')],
    }
    expect(stepsOf({ steps: [generation] }).map(({ name }) => name)).toEqual(['search'])
    const kept = stepsOf({ steps: [generation] }, new Set(['model_generation']))
    expect(kept.map(({ name }) => name)).toEqual(['llm', 'search'])
  })

  it.each([true, false])(
    'of an agent are the same with traces (%s) and without, in runEvals',
    async (traces) => {
      const { agent } = stage(scripted(weatherRun), { traces })
      const scorer = createTrajectoryAccuracyScorerCode({ comparisonOptions: { ordering: 'strict' } })
      const expectedTrajectory = { steps: [{ name: 'weather' }, { name: 'weather' }] }
      const result = await runEvals({
        target: agent,
        scorers: { trajectory: [scorer] },
        data: [{ input: 'Weather?', expectedTrajectory }],
      })
      expect(result.scores.trajectory).toEqual({ 'trajectory-accuracy-code': 1 })
    },
  )
})
