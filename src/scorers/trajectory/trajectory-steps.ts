import type { ExpectedStep, Trajectory, TrajectoryStep } from '@mastra/core/evals'
import { toolCallsOf } from '../material/tool-calls.ts'

/**
 * What a run is expected to do: a whole trajectory, or steps to match. A step matches by its name and, where
 * the expected one has them, by its type and the other fields.
 */
export type ExpectedTrajectory = Trajectory | readonly ExpectedStep[]

export const isTrajectory = (value: unknown): value is Trajectory =>
  typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps)

/** The steps themselves. What only measures a step (its duration, its metadata) is expected of none. */
export function expectedStepsOf(expected: ExpectedTrajectory): readonly ExpectedStep[] {
  if (!isTrajectory(expected)) return expected
  return expected.steps.map((step) => {
    const { durationMs: _, metadata: __, children: ___, ...rest } = step
    // The union of expected steps lacks one type of step, 'provider_tool_call', which compares like any other.
    return rest as ExpectedStep
  })
}

/** Steps that the framework takes, not the agent; a trace has its tool calls under these. */
const machinery: ReadonlySet<string> = new Set(['model_generation', 'processor_run'])

/**
 * The steps of a run in order. Steps of the framework's own (model generations and processors) give way to
 * the steps under them, so that a run reads the same with traces and without.
 *
 * @param output A trajectory, or messages whose tool calls are the steps.
 * @param kept Types that are expected and stay steps.
 */
export function stepsOf(
  output: unknown,
  kept: ReadonlySet<string | undefined> = new Set(),
): TrajectoryStep[] {
  if (isTrajectory(output)) return liftSteps(output.steps, kept)
  return toolCallsOf(output).map(({ toolName, args, outcome, result }) => ({
    stepType: 'tool_call',
    name: toolName,
    ...(args === undefined ? {} : { toolArgs: args as Record<string, unknown> }),
    ...(result === undefined ? {} : { toolResult: result as Record<string, unknown> }),
    success: outcome !== 'failed',
  }))
}

function liftSteps(
  steps: readonly TrajectoryStep[],
  kept: ReadonlySet<string | undefined>,
): TrajectoryStep[] {
  return steps.flatMap((step) => {
    if (!machinery.has(step.stepType)) return [step]
    const below = liftSteps(step.children ?? [], kept)
    return kept.has(step.stepType) ? [step, ...below] : below
  })
}
