import { extractWorkflowTrajectory } from '@mastra/core/evals'
import { EntityType } from '@mastra/core/observability'
import type { AnyWorkflow, WorkflowRunStartOptions } from '@mastra/core/workflows'
import { type Answerer, noUsage } from './answer.ts'
import { toRequestContext } from './request-context.ts'

/** Answers with a workflow: its input data is the item's input, its result the output. */
export function workflowAnswerer(workflow: AnyWorkflow, options: WorkflowRunStartOptions = {}): Answerer {
  return {
    record: { kind: 'workflow', id: workflow.id },
    async answer(item, signal) {
      if (item.inputs !== undefined) throw new TypeError('inputs are for agents: give a workflow one input')
      const run = await workflow.createRun({ disableScorers: true })
      // Whether it can be cancelled or not, the item ends with the reason of the signal.
      const cancel = () => void run.cancel().catch(() => undefined)
      signal.addEventListener('abort', cancel, { once: true })
      try {
        const result = await run.start({
          ...options,
          ...item.startOptions,
          inputData: item.input,
          requestContext: toRequestContext(item.requestContext),
        })
        signal.throwIfAborted()
        if (result.status === 'failed') throw result.error
        if (result.status !== 'success')
          throw new Error(`the workflow ended as "${result.status}", without a result`)
        return {
          input: item.input,
          output: result.result,
          trajectory: extractWorkflowTrajectory(result.steps, result.stepExecutionPath),
          entityType: EntityType.WORKFLOW_RUN,
          traceId: result.traceId,
          spanId: result.spanId,
          ...noUsage,
        }
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    },
  }
}
