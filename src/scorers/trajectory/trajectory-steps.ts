import type { ExpectedStep, Trajectory, TrajectoryStep } from '@mastra/core/evals'
import { isObject } from '../../transcript/record.ts'
import { readToolCalls } from '../../transcript/tools.ts'

export const isTrajectory = (value: unknown): value is Trajectory =>
  typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps)

/** Steps that the framework takes, not the agent; a trace has its tool calls under these. */
const machinery: ReadonlySet<string> = new Set(['model_generation', 'processor_run'])

/** Whether the framework took a step, not the agent or the workflow. */
export function isFrameworkStep({ stepType }: TrajectoryStep): boolean {
  return machinery.has(stepType)
}

/**
 * The steps of a run in order. Steps of the framework's own (model generations and processors) give way to
 * the steps under them, so that a run reads the same with traces and without.
 *
 * @param output A trajectory, or messages whose tool calls are the steps.
 * @param expected Steps of the framework's own that may be one of these stay steps.
 */
export function stepsOf(output: unknown, expected: readonly ExpectedStep[] = []): TrajectoryStep[] {
  if (isTrajectory(output)) return liftSteps(output.steps, expected)
  return readToolCalls(output).map(({ toolName, args, state, result, isError }) => {
    const toolArgs = asFields(args)
    const toolResult = state === 'returned' ? asFields(result) : undefined
    return {
      stepType: 'tool_call',
      name: toolName,
      ...(toolArgs === undefined ? {} : { toolArgs }),
      ...(toolResult === undefined ? {} : { toolResult }),
      success: state === 'returned' && !isError,
    }
  })
}

/** As Mastra has it in the trajectories that it extracts: what is no object stands in one as its `value`. */
function asFields(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined
  return isObject(value) ? value : { value }
}

/** An expected step says which by its type, and without one by its name alone. */
function mayBe(step: TrajectoryStep, { stepType, name }: ExpectedStep): boolean {
  return stepType === undefined ? name === step.name : stepType === step.stepType
}

/** These steps, those of the framework's own that are not expected replaced by the steps under them. */
export function liftSteps(
  steps: readonly TrajectoryStep[],
  expected: readonly ExpectedStep[] = [],
): TrajectoryStep[] {
  return steps.flatMap((step) => {
    if (!isFrameworkStep(step)) return [step]
    const below = liftSteps(step.children ?? [], expected)
    return expected.some((wanted) => mayBe(step, wanted)) ? [step, ...below] : below
  })
}

const toolTypes: ReadonlySet<string> = new Set(['tool_call', 'mcp_tool_call', 'provider_tool_call'])

/** Whether a step calls a tool, wherever the tool runs. */
export function isToolStep(step: TrajectoryStep): step is Extract<TrajectoryStep, { toolArgs?: unknown }> {
  return toolTypes.has(step.stepType)
}

/** These steps and all that were taken under them, in order. */
export function allSteps(steps: readonly TrajectoryStep[]): TrajectoryStep[] {
  return steps.flatMap((step) => [step, ...allSteps(step.children ?? [])])
}
