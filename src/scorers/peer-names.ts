import type { ExpectedStep, Trajectory, TrajectoryComparisonOptions } from '@mastra/core/evals'
import { compareSteps, type TrajectoryComparison } from './trajectory/compare-trajectories.ts'
import { toExpected } from './trajectory/expected-trajectory.ts'
import { liftSteps } from './trajectory/trajectory-steps.ts'

// The names of `@mastra/evals` for what is called otherwise here: moving over is to be a change of one import.

export { extractTrajectory } from '@mastra/core/evals'
export type { BiasOptions as BiasMetricOptions } from './bias.ts'
export type { ContextPrecisionOptions as ContextPrecisionMetricOptions } from './context-precision.ts'
export type { ContextRecallOptions as ContextRecallMetricOptions } from './context-recall.ts'
export type { FaithfulnessOptions as FaithfulnessMetricOptions } from './faithfulness.ts'
export type { HallucinationOptions as HallucinationMetricOptions } from './hallucination.ts'
export type { ContextRun as GetContextRun } from './material/context.ts'
export type { SummarizationOptions as SummarizationMetricOptions } from './summarization.ts'
export type { ToolCallAccuracyConfig as ToolCallAccuracyOptions } from './tool-call-accuracy-llm.ts'
export type { ToxicityOptions as ToxicityMetricOptions } from './toxicity.ts'
export type { TrajectoryBlacklist as TrajectoryBlacklistResult } from './trajectory/blacklist.ts'
export type { TrajectoryComparison as TrajectoryComparisonResult } from './trajectory/compare-trajectories.ts'
export type { TrajectoryEfficiency as TrajectoryEfficiencyResult } from './trajectory/efficiency.ts'
export type {
  EvaluatedTrajectory as TrajectoryScoreResult,
  NestedTrajectory as NestedEvaluationResult,
  TrajectoryWeights as TrajectoryScoreWeights,
} from './trajectory/evaluate-trajectory.ts'
export type {
  RetryPattern as ToolFailurePattern,
  ToolFailures as ToolFailureAnalysisResult,
} from './trajectory/tool-failures.ts'
export type { TrajectoryAccuracyLLMConfig as TrajectoryAccuracyLLMOptions } from './trajectory-accuracy-llm.ts'
export type { TrajectoryCodeConfig as TrajectoryScorerCodeOptions } from './trajectory-code.ts'

/**
 * Compares a trajectory with an expected one, as the trajectory scorers in code do: see `compareSteps`.
 */
export function compareTrajectories(
  { steps: actual }: Trajectory,
  { steps: expected }: { readonly steps: readonly ExpectedStep[] } | Trajectory,
  options: TrajectoryComparisonOptions = {},
): TrajectoryComparison {
  const steps = toExpected(expected as readonly ExpectedStep[])
  return compareSteps(liftSteps(actual, steps), steps, options)
}
