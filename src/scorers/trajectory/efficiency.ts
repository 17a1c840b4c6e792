import { isDeepStrictEqual } from 'node:util'
import type { Trajectory, TrajectoryExpectation, TrajectoryStep } from '@mastra/core/evals'
import { computeMean } from '../../statistics/mean.ts'
import { allSteps, isToolStep, liftSteps } from './trajectory-steps.ts'

/** The resources that a run used, with the fields of `@mastra/evals`; absent if not measured. */
export interface TrajectoryEfficiency {
  /** 0 to 1. */
  readonly score: number
  readonly totalSteps: number
  readonly overStepBudget: boolean
  readonly totalTokens?: number
  readonly overTokenBudget: boolean
  readonly totalDurationMs?: number
  readonly overDurationBudget: boolean
  /** Calls that repeat the call before them, with their index among the steps, from 0. */
  readonly redundantCalls: readonly { readonly name: string; readonly index: number }[]
}

const redundancyPenalty = 0.2

/** Returns the sum, or undefined if there is nothing to add or a part was not measured. */
function sumMeasured(parts: readonly (number | undefined)[]): number | undefined {
  const isMeasured = parts.every((part): part is number => Number.isFinite(part))
  return isMeasured && parts.length > 0 ? parts.reduce((sum, part) => sum + part, 0) : undefined
}

function countTokens(steps: readonly TrajectoryStep[]): number | undefined {
  return sumMeasured(
    allSteps(steps).flatMap((step) =>
      step.stepType === 'model_generation' ? [step.promptTokens, step.completionTokens] : [],
    ),
  )
}

/** Returns calls of a tool with the arguments of the call before it, unless that call failed. */
function redundantCallsIn(steps: readonly TrajectoryStep[]) {
  return steps.flatMap((step, index) => {
    const before = steps[index - 1]
    const isRedundant =
      before !== undefined &&
      isToolStep(step) &&
      isToolStep(before) &&
      before.success !== false &&
      before.name === step.name &&
      before.stepType === step.stepType &&
      isDeepStrictEqual(before.toolArgs, step.toolArgs)
    return isRedundant ? [{ name: step.name, index }] : []
  })
}

/** Returns 1 within the budget; above it 1 − excess / budget, down to 0. */
function budgetScore(used: number, budget: number): number {
  return used <= budget ? 1 : Math.max(0, 1 - (used - budget) / budget)
}

export function unmeasuredLimits(
  { steps, totalDurationMs }: Trajectory,
  { maxTotalTokens, maxTotalDurationMs }: TrajectoryExpectation,
): string[] {
  const duration = totalDurationMs ?? sumMeasured(steps.map((step) => step.durationMs))
  return [
    ...(maxTotalTokens !== undefined && countTokens(steps) === undefined ? ['maxTotalTokens'] : []),
    ...(maxTotalDurationMs !== undefined && duration === undefined ? ['maxTotalDurationMs'] : []),
  ]
}

/**
 * Compares the resources that a trajectory used with its limits. The score is the mean of the scores for each limit
 * that is set, and of 1 − 0.2 · redundant calls, at least 0, unless `noRedundantCalls` is false.
 */
export function measureEfficiency(
  { steps, totalDurationMs }: Trajectory,
  expectation: TrajectoryExpectation,
): TrajectoryEfficiency | undefined {
  const { maxSteps, maxTotalTokens, maxTotalDurationMs, noRedundantCalls } = expectation
  const limits = [maxSteps, maxTotalTokens, maxTotalDurationMs]
  const isLimited = limits.some((limit) => limit !== undefined)
  if (!isLimited && noRedundantCalls !== true) return undefined
  const taken = liftSteps(steps)
  const tokens = countTokens(steps)
  const duration = totalDurationMs ?? sumMeasured(steps.map((step) => step.durationMs))
  const redundantCalls = noRedundantCalls === false ? [] : redundantCallsIn(taken)
  const used = [taken.length, tokens, duration]
  const parts = limits.flatMap((limit, index) =>
    limit === undefined ? [] : [budgetScore(used[index] ?? Number.NaN, limit)],
  )
  if (noRedundantCalls !== false) parts.push(Math.max(0, 1 - redundancyPenalty * redundantCalls.length))
  const isOver = (value: number | undefined, limit: number | undefined) =>
    value !== undefined && limit !== undefined && value > limit
  return {
    score: computeMean(parts),
    totalSteps: taken.length,
    overStepBudget: isOver(taken.length, maxSteps),
    ...(tokens === undefined ? {} : { totalTokens: tokens }),
    overTokenBudget: isOver(tokens, maxTotalTokens),
    ...(duration === undefined ? {} : { totalDurationMs: duration }),
    overDurationBudget: isOver(duration, maxTotalDurationMs),
    redundantCalls,
  }
}
