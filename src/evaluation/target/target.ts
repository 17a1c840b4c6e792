import { Agent } from '@mastra/core/agent'
import type { AnyWorkflow, WorkflowRunStartOptions } from '@mastra/core/workflows'
import { Workflow } from '@mastra/core/workflows'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import { DatasetError } from '../dataset/dataset-error.ts'
import { type AgentTargetOptions, agentAnswerer } from './agent.ts'
import type { Answerer } from './answer.ts'
import { functionAnswerer, recordedAnswerer, type TargetFunction } from './plain.ts'
import { workflowAnswerer } from './workflow.ts'

/** What is evaluated. 'recorded' scores the answers that the items carry as their `output`. */
export type Target = Agent | AnyWorkflow | TargetFunction | 'recorded'

export type TargetOptions = AgentTargetOptions | WorkflowRunStartOptions

const isAgent = (target: object): target is Agent =>
  target instanceof Agent || ('generate' in target && 'getModel' in target)
const isWorkflow = (target: object): target is AnyWorkflow =>
  target instanceof Workflow || 'createRun' in target

/** @throws TypeError for what is no target; DatasetError for an item without a recorded answer. */
export async function toAnswerer(
  target: Target,
  options: TargetOptions | undefined,
  { items, name }: EvaluationDataset,
): Promise<Answerer> {
  if (target === 'recorded') {
    const missing = items.find(({ output }) => output === undefined)
    if (missing === undefined) return recordedAnswerer(items)
    const message = `item ${missing.id} has no recorded answer to score: give it an output, or set a target that answers`
    throw new DatasetError({ source: name, field: 'output', message })
  }
  if (typeof target === 'function') return functionAnswerer(target)
  if (typeof target === 'object' && target !== null) {
    if (isAgent(target)) return agentAnswerer(target, options as AgentTargetOptions)
    if (isWorkflow(target)) return workflowAnswerer(target, options as WorkflowRunStartOptions)
  }
  throw new TypeError("target must be an agent, a workflow, a function, or 'recorded'")
}
