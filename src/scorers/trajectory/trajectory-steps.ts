import type { ExpectedStep, Trajectory, TrajectoryStep } from '@mastra/core/evals'
import { isObject } from '../../transcript/as-record.ts'
import { isFailedResult } from '../../transcript/failed-result.ts'
import { readToolCalls } from '../../transcript/tools.ts'

export const isTrajectory = (value: unknown): value is Trajectory =>
  typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps)

/** Steps that the framework takes, not the agent; in a trace, tool calls are under them. */
const machinery: ReadonlySet<string> = new Set(['model_generation', 'processor_run'])

/** Returns whether the framework took a step, not the agent or the workflow. */
export function isFrameworkStep({ stepType }: TrajectoryStep): boolean {
  return machinery.has(stepType)
}

/**
 * Returns the steps of a run in order. The steps under the framework's own steps (model generations and processors)
 * replace these, so that a run reads the same with and without traces.
 *
 * @param output A trajectory, or messages whose tool calls are the steps.
 * @param expected Keeps a framework step if it may be one of these.
 */
export function readSteps(output: unknown, expected: readonly ExpectedStep[] = []): TrajectoryStep[] {
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

/** Wraps a value that is not an object as `value`, as Mastra does in the trajectories that it extracts. */
function asFields(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined
  return isObject(value) ? value : { value }
}

function mayBe(step: TrajectoryStep, { stepType, name }: ExpectedStep): boolean {
  return stepType === undefined ? name === step.name : stepType === step.stepType
}

/**
 * Replaces the framework's own steps by the steps under them, unless they are expected. A tool that returned a failure
 * has failed, although Mastra's trajectory may call it a success.
 */
export function liftSteps(
  steps: readonly TrajectoryStep[],
  expected: readonly ExpectedStep[] = [],
): TrajectoryStep[] {
  return steps.flatMap((step) => {
    if (isToolStep(step) && isFailedResult(step.toolResult)) return [{ ...step, success: false }]
    if (!isFrameworkStep(step)) return [step]
    const below = liftSteps(step.children ?? [], expected)
    return expected.some((wanted) => mayBe(step, wanted)) ? [step, ...below] : below
  })
}

const toolTypes: ReadonlySet<string> = new Set(['tool_call', 'mcp_tool_call', 'provider_tool_call'])

/** Returns whether a step calls a tool, wherever the tool runs. */
export function isToolStep(step: TrajectoryStep): step is Extract<TrajectoryStep, { toolArgs?: unknown }> {
  return toolTypes.has(step.stepType)
}

export function allSteps(steps: readonly TrajectoryStep[]): TrajectoryStep[] {
  return steps.flatMap((step) => [step, ...allSteps(step.children ?? [])])
}
