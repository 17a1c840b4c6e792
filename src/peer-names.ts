import type { ExpectedStep, Trajectory, TrajectoryComparisonOptions } from '@mastra/core/evals'
import { compareSteps, type TrajectoryComparison } from './scorers/trajectory/compare-trajectories.ts'
import { toExpected } from './scorers/trajectory/expected-trajectory.ts'
import { liftSteps } from './scorers/trajectory/trajectory-steps.ts'
import { readConversation } from './transcript/question.ts'
import { readToolResults, type ToolResult } from './transcript/tools.ts'

// The names of `@mastra/evals` for what is called otherwise here: moving over is to be a change of one import.

export type { BiasOptions as BiasMetricOptions } from './scorers/bias.ts'
export type { ContextPrecisionOptions as ContextPrecisionMetricOptions } from './scorers/context-precision.ts'
export type { ContextRecallOptions as ContextRecallMetricOptions } from './scorers/context-recall.ts'
export type { FaithfulnessOptions as FaithfulnessMetricOptions } from './scorers/faithfulness.ts'
export type { HallucinationOptions as HallucinationMetricOptions } from './scorers/hallucination.ts'
export type {
  ContextRun as GetContextRun,
  GetContextFn,
  GetContextParams,
} from './scorers/material/context.ts'
export type { SummarizationOptions as SummarizationMetricOptions } from './scorers/summarization.ts'
export type { ToolCallAccuracyConfig as ToolCallAccuracyOptions } from './scorers/tool-call-accuracy-llm.ts'
export type { ToxicityOptions as ToxicityMetricOptions } from './scorers/toxicity.ts'
export type { TrajectoryBlacklist as TrajectoryBlacklistResult } from './scorers/trajectory/blacklist.ts'
export type { TrajectoryComparison as TrajectoryComparisonResult } from './scorers/trajectory/compare-trajectories.ts'
export type { TrajectoryEfficiency as TrajectoryEfficiencyResult } from './scorers/trajectory/efficiency.ts'
export type {
  EvaluatedTrajectory as TrajectoryScoreResult,
  NestedTrajectory as NestedEvaluationResult,
  TrajectoryWeights as TrajectoryScoreWeights,
} from './scorers/trajectory/evaluate-trajectory.ts'
export type {
  RetryPattern as ToolFailurePattern,
  ToolFailures as ToolFailureAnalysisResult,
} from './scorers/trajectory/tool-failures.ts'
export type { TrajectoryAccuracyLLMConfig as TrajectoryAccuracyLLMOptions } from './scorers/trajectory-accuracy-llm.ts'
export type { TrajectoryCodeConfig as TrajectoryScorerCodeOptions } from './scorers/trajectory-code.ts'
export { extractTrajectory } from './shared/core-evals.ts'
export { readQuestion as getUserMessageFromRunInput } from './transcript/question.ts'
export type { ToolResult as ToolResultInfo } from './transcript/tools.ts'

/** Compares a trajectory with an expected one, as the trajectory scorers in code do: see `compareSteps`. */
export function compareTrajectories(
  { steps: actual }: Trajectory,
  { steps: expected }: { readonly steps: readonly ExpectedStep[] } | Trajectory,
  options: TrajectoryComparisonOptions = {},
): TrajectoryComparison {
  const steps = toExpected(expected as readonly ExpectedStep[])
  return compareSteps(liftSteps(actual, steps), steps, options)
}

/** Returns the results of a run's tools without errors; {@link readToolResults} has those, too. */
export function extractToolResults(runOutput: unknown): ToolResult[] {
  return readToolResults(runOutput).filter(({ isError }) => !isError)
}

/**
 * Returns the conversation before the question as one text, a line a message: 'user: Hello'.
 *
 * @param options `maxMessages`: how many of the last messages. Default 10.
 * @returns undefined where there is nothing, or nothing is asked for.
 */
export function getConversationHistoryFromRunInput(
  runInput?: unknown,
  { maxMessages = 10 }: { readonly maxMessages?: number } = {},
): string | undefined {
  if (maxMessages <= 0) return undefined
  const lines = readConversation(runInput).map(({ role, text }) => `${role}: ${text.trim()}`)
  return lines.slice(-maxMessages).join('\n') || undefined
}
