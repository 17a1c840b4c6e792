import type { Trajectory, TrajectoryExpectation } from '@mastra/core/evals'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { computeMean, computeWeightedMean } from '../../statistics/mean.ts'
import { checkBlacklist, type TrajectoryBlacklist } from './blacklist.ts'
import { compareSteps, pairSteps, type TrajectoryComparison } from './compare-trajectories.ts'
import { measureEfficiency, type TrajectoryEfficiency, unmeasuredLimits } from './efficiency.ts'
import { analyzeToolFailures, type ToolFailures } from './tool-failures.ts'
import { liftSteps } from './trajectory-steps.ts'

export interface TrajectoryWeights {
  readonly accuracy: number
  readonly efficiency: number
  readonly toolFailures: number
  readonly blacklist: number
}

/** A trajectory compared with its expectations; dimensions without an expectation are absent. */
export interface EvaluatedTrajectory {
  /** 0 to 1. */
  readonly score: number
  readonly accuracy?: TrajectoryComparison
  readonly efficiency?: TrajectoryEfficiency
  readonly blacklist?: TrajectoryBlacklist
  /** Always reported; counts if `maxRetriesPerTool` is set. */
  readonly toolFailures: ToolFailures
  /** One for each expected step with expectations for the steps under it. */
  readonly nested: readonly NestedTrajectory[]
}

export interface NestedTrajectory extends EvaluatedTrajectory {
  readonly stepName: string
  /** Whether the run took the step at all; if not, the score is 0. */
  readonly wasTaken: boolean
}

const nestedPart = 0.3

/** Says why an expectation cannot be scored. */
export class UnscorableTrajectory extends Error {}

function evaluateNested(
  { steps }: Trajectory,
  { steps: expected = [] }: TrajectoryExpectation,
  weights: TrajectoryWeights,
): NestedTrajectory[] {
  const taken = liftSteps(steps, expected)
  // The accuracy of the level above covers their order.
  const pairs = pairSteps(taken, expected, 'unordered')
  return expected.flatMap((step, index): NestedTrajectory[] => {
    if (step.children === undefined || !expectsAnything(step.children)) return []
    const actual = taken[pairs.get(index) ?? -1]
    const inside: Trajectory = {
      steps: actual?.children ?? [],
      ...(actual?.durationMs === undefined ? {} : { totalDurationMs: actual.durationMs }),
    }
    const evaluated =
      actual === undefined
        ? { score: 0, toolFailures: analyzeToolFailures([], {}), nested: [] }
        : evaluateTrajectory(inside, step.children, weights)
    return [{ ...evaluated, stepName: step.name, wasTaken: actual !== undefined }]
  })
}

/** Returns whether the run did anything forbidden, here or in a step below. */
export function isForbidden({ blacklist, nested }: EvaluatedTrajectory): boolean {
  return blacklist?.score === 0 || nested.some(isForbidden)
}

/** Returns whether any dimension counts under an expectation. */
function expectsAnything(expectation: TrajectoryExpectation): boolean {
  const { steps, maxSteps, maxTotalTokens, maxTotalDurationMs, noRedundantCalls } = expectation
  const { maxRetriesPerTool, blacklistedTools = [], blacklistedSequences = [] } = expectation
  return (
    [steps, maxSteps, maxTotalTokens, maxTotalDurationMs, maxRetriesPerTool].some(
      (value) => value !== undefined,
    ) ||
    noRedundantCalls === true ||
    blacklistedTools.length + blacklistedSequences.length > 0
  )
}

/**
 * Evaluates a trajectory in up to four dimensions. The expectations alone decide which of them count, never the run: a
 * run must not gain a good dimension by retrying after a failure.
 *
 * @throws UnscorableTrajectory if nothing is expected, or a limit has no measurement.
 */
export function evaluateTrajectory(
  trajectory: Trajectory,
  expectation: TrajectoryExpectation,
  weights: TrajectoryWeights,
): EvaluatedTrajectory {
  if (!expectsAnything(expectation)) throw new UnscorableTrajectory('nothing is expected of the trajectory')
  const { steps: expected, ordering, allowRepeatedSteps, maxRetriesPerTool } = expectation
  const unmeasured = unmeasuredLimits(trajectory, expectation)
  if (unmeasured.length > 0)
    throw new UnscorableTrajectory(`the trajectory has no measurements for ${unmeasured.join(' and ')}`)
  const { steps } = trajectory
  const accuracy =
    expected && compareSteps(liftSteps(steps, expected), expected, { ordering, allowRepeatedSteps })
  const efficiency = measureEfficiency(trajectory, expectation)
  const blacklist = checkBlacklist(steps, expectation)
  const toolFailures = analyzeToolFailures(steps, expectation)
  const counted: Partial<Record<keyof TrajectoryWeights, { readonly score: number } | undefined>> = {
    accuracy,
    efficiency,
    blacklist,
    ...(maxRetriesPerTool === undefined ? {} : { toolFailures }),
  }
  const nested = evaluateNested(trajectory, expectation, weights)
  const evaluated = { ...withoutUndefined({ accuracy, efficiency, blacklist }), toolFailures, nested }
  const here = weigh(counted, weights)
  const all =
    nested.length === 0
      ? here
      : here * (1 - nestedPart) + nestedPart * computeMean(nested.map(({ score }) => score))
  return { ...evaluated, score: isForbidden({ ...evaluated, score: all }) ? 0 : all }
}

function weigh(
  counted: Partial<Record<keyof TrajectoryWeights, { readonly score: number } | undefined>>,
  weights: TrajectoryWeights,
): number {
  const parts = (Object.keys(weights) as (keyof TrajectoryWeights)[]).flatMap((dimension) => {
    const result = counted[dimension]
    return result === undefined ? [] : [{ weight: weights[dimension], value: result.score }]
  })
  if (parts.every(({ weight }) => weight === 0))
    throw new UnscorableTrajectory('everything expected of the trajectory has the weight 0')
  return Math.min(1, computeWeightedMean(parts))
}
