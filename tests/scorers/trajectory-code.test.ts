import type { Trajectory, TrajectoryExpectation, TrajectoryStep } from '@mastra/core/evals'
import { createTrajectoryScorerCode as createPeer } from '@mastra/evals/scorers/prebuilt'
import { createTrajectoryTestRun } from '@mastra/evals/scorers/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTrajectoryScorerCode, type TrajectoryCodeConfig } from '../../src/scorers/trajectory-code.ts'
import { runs } from '../support/random-runs.ts'

type ToolFields = { toolArgs?: Record<string, unknown>; success?: boolean; children?: TrajectoryStep[] }
const call = (name: string, fields: ToolFields = {}): TrajectoryStep => ({
  stepType: 'tool_call',
  name,
  ...fields,
})
/** A capital letter is a call that failed; each call has arguments of its own. */
const calls = (letters: string) =>
  [...letters].map((letter, index) =>
    call(letter.toLowerCase(), { success: letter === letter.toLowerCase(), toolArgs: { index } }),
  )
const generation = (tokens: number | undefined, children: TrajectoryStep[] = []): TrajectoryStep => ({
  stepType: 'model_generation',
  name: 'model',
  children,
  ...(tokens === undefined ? {} : { promptTokens: tokens - 1, completionTokens: 1 }),
})

const run = (
  trajectory: Trajectory | TrajectoryStep[],
  defaults?: TrajectoryExpectation,
  { weights, expected }: Pick<TrajectoryCodeConfig, 'weights'> & { expected?: TrajectoryExpectation } = {},
) =>
  createTrajectoryScorerCode({ defaults, weights }).run(
    createTrajectoryTestRun({
      trajectory: Array.isArray(trajectory) ? { steps: trajectory } : trajectory,
      ...(expected === undefined ? {} : { expectedTrajectory: expected }),
    }),
  )
const named = (letters: string) => [...letters].map((name) => ({ name }))

describe('the dimensions', () => {
  it('accuracy is that of the comparison', async () => {
    expect((await run(calls('ac'), { steps: named('ab') })).score).toBe(0.5)
    expect((await run(calls('ba'), { steps: named('ab'), ordering: 'unordered' })).score).toBe(1)
  })

  it.each<[string, TrajectoryExpectation, number]>([
    ['abcd', { maxSteps: 4 }, 1],
    ['abcdef', { maxSteps: 4 }, (0.5 + 1) / 2],
    ['abcdef', { maxSteps: 4, noRedundantCalls: false }, 0.5],
    ['abc', { maxSteps: 0, noRedundantCalls: false }, 0],
  ])('efficiency of %s under %j is %d', async (letters, expectation, expected) => {
    expect((await run(calls(letters), expectation)).score).toBeCloseTo(expected, 12)
  })

  it('a call again with the same arguments is redundant, unless the one before had failed', async () => {
    const same = (success: boolean) => call('a', { success, toolArgs: { x: 1, y: 2 } })
    const turned = call('a', { success: true, toolArgs: { y: 2, x: 1 } })
    const efficient: TrajectoryExpectation = { noRedundantCalls: true }
    expect((await run([same(true), turned], efficient)).score).toBeCloseTo(0.8, 12)
    expect((await run([same(false), turned], efficient)).score).toBe(1)
  })

  it('counts tokens and time of all depths, and steps without those of the framework', async () => {
    const nested = [generation(60, [call('a', { children: [generation(40)] }), call('b')])]
    const limits = (rest: TrajectoryExpectation) => ({ ...rest, noRedundantCalls: false })
    expect((await run(nested, limits({ maxSteps: 2 }))).score).toBe(1)
    expect((await run(nested, limits({ maxTotalTokens: 100 }))).score).toBe(1)
    expect((await run(nested, limits({ maxTotalTokens: 80 }))).score).toBeCloseTo(0.75, 12)
    const timed = { steps: nested, totalDurationMs: 150 }
    expect((await run(timed, limits({ maxTotalDurationMs: 100 }))).score).toBe(0.5)
  })

  it.each<[string, number, number]>([
    ['Aa', 2, 1],
    ['AAAa', 2, 0.8],
    ['AAAAb', 1, 0.6],
    ['Aa', 0, 0.8],
    ['aa', 0, 1],
  ])('tool failures of %s with %d retries allowed are %d', async (letters, maxRetriesPerTool, expected) => {
    expect((await run(calls(letters), { maxRetriesPerTool })).score).toBeCloseTo(expected, 12)
  })

  it('tells of a tool that took the place of one that failed', async () => {
    const { preprocessStepResult } = await run(calls('AAb'), { maxRetriesPerTool: 2 })
    expect(preprocessStepResult?.toolFailures?.patterns).toEqual([
      {
        toolName: 'a',
        retryCount: 1,
        eventuallySucceeded: false,
        fellBackToAlternative: true,
        alternativeTool: 'b',
      },
    ])
  })

  it.each<[TrajectoryStep[]]>([
    [[call('delete-all')]],
    [[call('deleteAll')]],
    [[generation(1, [call('delete-all')])]],
    [[call('helper', { children: [generation(1, [call('delete-all')])] })]],
  ])('what is forbidden is 0, however it is written and however deep', async (steps) => {
    const expected = { blacklistedTools: ['delete-all'], steps: [{ name: steps[0]?.name ?? '' }] }
    expect((await run(steps, expected)).score).toBe(0)
    expect((await run(calls('ab'), { blacklistedTools: ['delete-all'] })).score).toBe(1)
  })

  it('a forbidden sequence is one without a gap', async () => {
    const forbidden = { blacklistedSequences: [['a', 'b']] }
    expect((await run(calls('cab'), forbidden)).score).toBe(0)
    expect((await run(calls('acb'), forbidden)).score).toBe(1)
    expect((await run([generation(1, [call('a')]), generation(1, [call('b')])], forbidden)).score).toBe(0)
    expect((await run([call('a', { children: [call('b')] })], forbidden)).score).toBe(0)
  })
})

describe('the score', () => {
  it('weighs the dimensions of which something is expected', async () => {
    const expectation = { steps: named('ab'), maxSteps: 1, noRedundantCalls: false }
    // Accuracy 1, efficiency 0: 0.4 / 0.7.
    expect((await run(calls('ab'), expectation)).score).toBeCloseTo(4 / 7, 12)
    const weights = { accuracy: 1, efficiency: 3 }
    expect((await run(calls('ab'), expectation, { weights })).score).toBeCloseTo(1 / 4, 12)
  })

  it('is 0.7 of a level and 0.3 of what is expected inside', async () => {
    const steps = [{ name: 'agent', children: { steps: named('ab') } }, { name: 'end' }]
    const inside = (letters: string) => [call('agent', { children: calls(letters) }), call('end')]
    expect((await run(inside('ab'), { steps })).score).toBe(1)
    expect((await run(inside('a'), { steps })).score).toBeCloseTo(0.7 + 0.3 * 0.5, 12)
    expect((await run([call('end')], { steps })).score).toBeCloseTo(0.7 * 0.5, 12)
    const forbidding = [{ name: 'agent', children: { blacklistedTools: ['b'] } }]
    expect((await run(inside('ab'), { steps: forbidding })).score).toBe(0)
  })

  it('takes the run’s own expectation before the defaults, field by field', async () => {
    const expected = { steps: named('b'), maxSteps: undefined }
    const result = await run(calls('b'), { steps: named('a'), maxSteps: 1 }, { expected })
    expect(result.score).toBe(1)
    expect(result.preprocessStepResult?.config).toEqual({ steps: named('b'), maxSteps: 1 })
  })

  it('lies between 0 and 1 and never rises with a failure in place of a success', async () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(letters, fc.nat(5), fc.nat(2), async (list, place, maxRetriesPerTool) => {
        const expectation = { steps: named('abc'), maxRetriesPerTool, maxSteps: 2 }
        const failed = list.map((letter, index) =>
          index === place % list.length ? letter.toUpperCase() : letter,
        )
        const before = (await run(calls(list.join('')), expectation)).score ?? Number.NaN
        const after = (await run(calls(failed.join('')), expectation)).score ?? Number.NaN
        expect(before >= 0 && before <= 1).toBe(true)
        expect(after).toBeLessThanOrEqual(before)
      }),
      { numRuns: runs(30) },
    )
  })
})

describe('outcomes', () => {
  it.each<[TrajectoryExpectation, RegExp]>([
    [{}, /nothing is expected/],
    [{ noRedundantCalls: false }, /nothing is expected/],
    [{ maxTotalTokens: 10 }, /no measurements for maxTotalTokens/],
    [{ maxTotalDurationMs: 10 }, /no measurements for maxTotalDurationMs/],
  ])('%j is not scorable', async (expectation, reason) => {
    expect((await run(calls('ab'), expectation)).notScorable?.reason).toMatch(reason)
  })

  it('is not scorable where all weights are 0, or the output has no steps', async () => {
    const weights = { accuracy: 0 }
    expect((await run([], { steps: [] }, { weights })).notScorable?.reason).toContain('the weight 0')
    const scorer = createTrajectoryScorerCode({ defaults: { maxSteps: 1 } })
    const result = await scorer.run({ input: 'Why?', output: { answer: 'Yes.' } } as never)
    expect(result.notScorable?.reason).toContain('no answer can be read')
  })

  it.each<[object, RegExp]>([
    [{ weights: { accuracy: -1 } }, /weights\.accuracy/],
    [{ weights: { speed: 1 } }, /weights: .*"speed"/],
    [{ defaults: { maxStep: 1 } }, /defaults: .*"maxStep"/],
    [{ defaults: { maxSteps: Number.NaN } }, /defaults\.maxSteps/],
    [{ default: {} }, /"default"/],
  ])('%j is a TypeError that names it', (config, message) => {
    expect(() => createTrajectoryScorerCode(config)).toThrow(TypeError)
    expect(() => createTrajectoryScorerCode(config)).toThrow(message)
  })
})

describe('the reason', () => {
  it('has each dimension with what cost points', async () => {
    const expectation = { steps: named('ab'), maxSteps: 2, blacklistedTools: ['x'], maxRetriesPerTool: 0 }
    expect((await run(calls('Aac'), expectation)).reason).toBe(
      'Score 0.685: accuracy 0.5 (1 of 2 expected steps were taken; missing: b; not expected: c; repeated: a); ' +
        'efficiency 0.75 (too many steps, 3); ' +
        'tool failures 0.8 (called again after a failure: 1, too many of a); nothing forbidden was done.',
    )
  })

  it('names what is forbidden', async () => {
    expect((await run(calls('ab'), { blacklistedSequences: [['a', 'b']] })).reason).toBe(
      'Score 0: forbidden steps were taken: a then b.',
    )
  })
})

describe('beside @mastra/evals', () => {
  const both = async (steps: TrajectoryStep[], expectation: TrajectoryExpectation) => {
    const testRun = createTrajectoryTestRun({ trajectory: { steps } })
    const peer = await createPeer({ defaults: expectation }).run(testRun as never)
    return [(await run(steps, expectation)).score, peer.score]
  }

  const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 }).map((list) => list.join(''))
  // The peer rounds each dimension and the score to two decimals.
  const rounding = 0.0101

  it('a run of calls that succeed has the same score, and a higher one where the peer gives up in order', async () => {
    const orderings = fc.constantFrom('strict', 'relaxed', 'unordered')
    const expectations = fc.record(
      { maxSteps: fc.integer({ min: 1, max: 4 }), allowRepeatedSteps: fc.boolean(), ordering: orderings },
      { requiredKeys: ['ordering'] },
    )
    const wanted = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })
    const inside = fc.dictionary(fc.constantFrom('a', 'b', 'c'), letters)
    await fc.assert(
      fc.asyncProperty(letters, wanted, inside, expectations, async (taken, names, children, expectation) => {
        const run = calls(taken).map((step, index) => ({ ...step, children: calls(taken.slice(index)) }))
        const steps = names.map((name) =>
          children[name] ? { name, children: { steps: named(children[name]) } } : { name },
        )
        const [ours = Number.NaN, peer] = await both(run, { ...expectation, steps })
        const gain = ours - (peer ?? Number.NaN)
        expect(gain).toBeGreaterThanOrEqual(-rounding)
        const inOrder = expectation.ordering === 'relaxed' || Object.keys(children).length > 0
        if (!inOrder && expectation.allowRepeatedSteps !== false) expect(gain).toBeLessThanOrEqual(rounding)
      }),
      { numRuns: runs(150) },
    )
  })

  it('what is expected under a step is looked for under it, wherever it was taken', async () => {
    const under = (name: string, inner: string) => call(name, { children: calls(inner) })
    const steps = [
      { name: 'a', children: { steps: named('x') } },
      { name: 'b', children: { steps: named('y') } },
    ]
    for (const ordering of ['strict', 'relaxed', 'unordered'] as const) {
      const [ours, peer] = await both([under('b', 'y'), under('a', 'x')], { steps, ordering })
      expect(ours).toBeCloseTo(peer ?? Number.NaN, 12)
    }
  })

  it('a retry raises the score there, and not here', async () => {
    const expectation = { steps: named('ab') }
    expect(await both(calls('a'), expectation)).toEqual([0.5, 0.5])
    expect(await both(calls('Aa'), expectation)).toEqual([0.5, 0.67])
  })

  it('a forbidden tool under a model generation goes unseen there', async () => {
    const expectation = { blacklistedTools: ['x'] }
    expect(await both([generation(1, [call('x')])], expectation)).toEqual([0, 1])
  })
})
