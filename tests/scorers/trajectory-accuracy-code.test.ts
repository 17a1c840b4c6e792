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
import { listSteps } from '../../src/scorers/trajectory/explain-trajectory.ts'
import { readSteps } from '../../src/scorers/trajectory/trajectory-steps.ts'
import {
  createTrajectoryAccuracyScorerCode,
  type TrajectoryAccuracyCodeConfig,
} from '../../src/scorers/trajectory-accuracy-code.ts'
import { createTrajectoryScorerCode } from '../../src/scorers/trajectory-code.ts'
import { eventually } from '../support/eventually.ts'
import { runs } from '../support/random-runs.ts'
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
    ['acb', 'ab', 1 / 2 - 1 / 4, 1, 1],
    ['abc', 'ab', 1 - 1 / 4, 1, 1],
    ['abcd', 'ab', 1 - 2 / 4, 1, 1],
    ['xyab', 'ab', 0, 1, 1],
    ['a', 'ab', 1 / 2, 1 / 2, 1 / 2],
    ['a', 'abc', 1 / 3, 1 / 3, 1 / 3],
    ['ba', 'ab', 0, 1 / 2, 1],
    ['bac', 'abc', 1 / 3, 2 / 3, 1],
    ['bcda', 'abcd', 0, 3 / 4, 1],
    ['', 'ab', 0, 0, 0],
    ['cd', 'ab', 0, 0, 0],
    ['aa', 'aa', 1, 1, 1],
    ['a', 'aa', 1 / 2, 1 / 2, 1 / 2],
    ['ab', '', 0, 0, 0],
    ['', '', 1, 1, 1],
  ])('of %j with %j', (actual, expected, strict, relaxed, unordered) => {
    expect(compare(actual, expected, { ordering: 'strict' }).score).toBeCloseTo(strict, 12)
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
    expect(compare('aab', 'ab', { ...options, ordering: 'strict' }).score).toBeCloseTo(0.15, 12)
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

  it('tells each step once: missing, or taken out of order', () => {
    expect(listSteps(compare('bxax', 'abc'))).toBe(
      'missing: c; taken out of order: a; not expected: x, x; repeated: x',
    )
    expect(listSteps(compare('ba', 'ab', { ordering: 'strict' }))).toBe('taken out of order: a, b')
    // The only a was taken in its place.
    expect(listSteps(compare('a', 'aa'))).toBe('missing: a')
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

  it('takes arguments that differ only in composed characters for the same', () => {
    const [composed, decomposed] = ['Málaga', 'Málaga'.normalize('NFD')]
    const taken = [step('a', { cities: [decomposed], to: { [decomposed]: 1 } })]
    const expected = (city: string) => [{ name: 'a', toolArgs: { to: { [city]: 1 }, cities: [city] } }]
    expect(compareSteps(taken, expected(composed)).score).toBe(1)
    expect(compareSteps(taken, expected('Malaga')).score).toBe(0)
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

  const orderings = fc.constantFrom('strict', 'relaxed', 'unordered')
  const kinds = fc.constantFrom('tool_call', 'workflow_step')

  it('counts as the peer does, and more only where the peer gives up or counts what was expected', () => {
    const taken = fc.record({ name: fc.constantFrom('a', 'b', 'c'), stepType: kinds, success: fc.boolean() })
    const wanted = fc.record(
      { name: fc.constantFrom('a', 'b', 'c'), stepType: kinds, success: fc.boolean() },
      { requiredKeys: ['name', 'stepType'] },
    )
    const bare = wanted.map(({ name }) => ({ name }))
    const steps = fc.array(fc.oneof(wanted, bare), { maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(taken, { maxLength: 8 }),
        steps,
        orderings,
        fc.boolean(),
        (actual, expected, ordering, allowRepeatedSteps) => {
          // The peer compares `success` of calls alone.
          const comparable = expected.map((step) =>
            'success' in step && step.stepType !== 'tool_call' ? { ...step, success: undefined } : step,
          )
          const options = { ordering, allowRepeatedSteps }
          const peer = comparePeer({ steps: actual as never }, { steps: comparable as never }, options)
          const ours = compareSteps(actual as never, comparable as never, options)
          const gain = ours.score - peer.score
          // It rounds to two decimals, takes the first step that fits, and takes off for repeats it was told of.
          const found = ordering === 'strict' || ours.matchedSteps === peer.matchedSteps
          const repeats = allowRepeatedSteps || ours.repeatedSteps.length === peer.repeatedSteps.length
          expect(gain).toBeGreaterThanOrEqual(-0.005 - 1e-9)
          if (found && repeats) expect(gain).toBeLessThanOrEqual(0.005 + 1e-9)
          if (ordering === 'strict') expect(ours.matchedSteps).toBe(peer.matchedSteps)
        },
      ),
      { numRuns: runs(2000) },
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
    const strict = { steps: [{ name: 'a' }, { name: 'b' }], ordering: 'strict' as const }
    expect((await run('acb', {}, strict)).score).toBe(0.25)
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
    const exact = { expectedTrajectory: [{ name: 'a' }], comparisonOptions: { ordering: 'strict' as const } }
    expect((await run('a', exact)).reason).toBe(
      'Score 1: 1 of 1 expected step was taken (compared exactly); the steps were a.',
    )
    const { reason } = await run('ba', { expectedTrajectory: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })
    expect(reason).toMatchInlineSnapshot(
      `"Missing: c; taken out of order: a. Score 0.333: 1 of 3 expected steps were taken (compared in order); the steps were b, a."`,
    )
  })

  it.each<[object, RegExp]>([
    [{ comparisonOptions: { ordering: 'loose' } }, /comparisonOptions\.ordering/],
    [
      { comparisonOptions: { strictOrder: true } },
      /^\w+: \S*comparisonOptions: .*"strictOrder": use ordering: 'strict'$/,
    ],
    [{ comparisonOptions: { strict: true } }, /comparisonOptions: Unrecognized key: "strict"$/],
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
    expect(readSteps(output)).toEqual([
      { stepType: 'tool_call', name: 'search', toolArgs: { q: 1 }, toolResult: {}, success: true },
    ])
  })

  it('of the framework stay where they are expected', () => {
    const generation: TrajectoryStep = {
      stepType: 'model_generation',
      name: 'llm',
      children: [step('search')],
    }
    expect(readSteps({ steps: [generation] }).map(({ name }) => name)).toEqual(['search'])
    const namesWith = (...expected: ExpectedStep[]) =>
      readSteps({ steps: [generation] }, expected).map(({ name }) => name)
    expect(namesWith({ name: 'other', stepType: 'model_generation' })).toEqual(['llm', 'search'])
    expect(namesWith({ name: 'llm' })).toEqual(['llm', 'search'])
    expect(namesWith({ name: 'search' })).toEqual(['search'])
    expect(namesWith({ name: 'llm', stepType: 'processor_run' })).toEqual(['search'])
  })

  it('that are expected by their name alone are of any type', async () => {
    const trajectory: Trajectory = {
      steps: [step('search'), { stepType: 'model_generation', name: 'generate' }],
    }
    const expectedTrajectory = [{ name: 'search' }, { name: 'generate' }]
    for (const ordering of ['strict', 'relaxed', 'unordered'] as const) {
      const config = { expectedTrajectory, comparisonOptions: { ordering } }
      const run = createTrajectoryTestRun({ trajectory })
      expect((await createTrajectoryAccuracyScorerCode(config).run(run)).score).toBe(1)
      const defaults = { steps: expectedTrajectory, ordering }
      expect((await createTrajectoryScorerCode({ defaults }).run(run)).score).toBe(1)
    }
  })

  it.each([true, false])(
    'of an agent are the same with traces (%s) and without, in runEvals',
    async (traces) => {
      const scorer = createTrajectoryAccuracyScorerCode({ comparisonOptions: { ordering: 'strict' } })
      const expectedTrajectory = { steps: [{ name: 'weather' }, { name: 'weather' }] }
      // On a busy machine Mastra may read a trace before all of its spans are written.
      await eventually(async () => {
        const { agent } = stage(scripted(weatherRun), { traces })
        const result = await runEvals({
          target: agent,
          scorers: { trajectory: [scorer] },
          data: [{ input: 'Weather?', expectedTrajectory }],
        })
        expect(result.scores.trajectory).toEqual({ 'trajectory-accuracy-code': 1 })
      })
    },
  )
})
