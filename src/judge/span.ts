import type { ObservabilityContext } from '@mastra/core/observability'
import { SpanType } from '@mastra/core/observability'
import { callSurroundings, surroundCalls } from './call/surroundings.ts'
import type { Evidence, Judge, Task } from './contract.ts'

/** Where a judge's work is recorded: the step context of a Mastra scorer has it. */
export type Tracing = Partial<Pick<ObservabilityContext, 'tracingContext'>>

/** Runs a piece of a judge's work as a child span of the scorer's span. Without tracing it just runs it. */
export async function withJudgeSpan<Result extends { readonly evidence: Evidence }>(
  { tracingContext }: Tracing,
  judge: Judge,
  task: Task,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracingContext?.currentSpan?.createChildSpan({
    type: judge.model === undefined ? SpanType.GENERIC : SpanType.MODEL_GENERATION,
    name: `judge: ${judge.id} on ${task.name}/${task.version}`,
    ...(judge.model === undefined ? {} : { attributes: { model: judge.model } }),
  })
  const { onEvidence, ...surroundings } = callSurroundings()
  try {
    // What the judges within this one give is part of its evidence already.
    const result = await surroundCalls(surroundings, work)
    onEvidence?.(result.evidence, judge.model ?? judge.id)
    const { prompts, usage, calls, cached, warnings, toolCalls } = result.evidence
    span?.update({
      input: { prompts },
      metadata: { calls, cached, warnings, ...(toolCalls === undefined ? {} : { toolCalls }) },
      ...(judge.model === undefined ? {} : { attributes: { model: judge.model, usage } }),
    })
    span?.end({ output: 'answers' in result ? result.answers : result })
    return result
  } catch (error) {
    span?.error({ error: error instanceof Error ? error : new Error(String(error)), endSpan: true })
    throw error
  }
}
