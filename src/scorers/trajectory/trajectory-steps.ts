import type { Trajectory, TrajectoryStep } from '@mastra/core/evals'
import { isRecord } from '../../transcript/record.ts'
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
 * @param kept Types that are expected and stay steps.
 */
export function stepsOf(
  output: unknown,
  kept: ReadonlySet<string | undefined> = new Set(),
): TrajectoryStep[] {
  if (isTrajectory(output)) return liftSteps(output.steps, kept)
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
  return isRecord(value) ? value : { value }
}

/** These steps, those of the framework's own replaced by the steps under them. */
export function liftSteps(
  steps: readonly TrajectoryStep[],
  kept: ReadonlySet<string | undefined> = new Set(),
): TrajectoryStep[] {
  return steps.flatMap((step) => {
    if (!isFrameworkStep(step)) return [step]
    const below = liftSteps(step.children ?? [], kept)
    return kept.has(step.stepType) ? [step, ...below] : below
  })
}

const toolTypes: ReadonlySet<string> = new Set(['tool_call', 'mcp_tool_call', 'provider_tool_call'])

export type ToolStep = Extract<TrajectoryStep, { toolArgs?: unknown }>

/** Whether a step calls a tool, wherever the tool runs. */
export function isToolStep(step: TrajectoryStep): step is ToolStep {
  return toolTypes.has(step.stepType)
}

/** These steps and all that were taken under them, in order. */
export function allSteps(steps: readonly TrajectoryStep[]): TrajectoryStep[] {
  return steps.flatMap((step) => [step, ...allSteps(step.children ?? [])])
}
