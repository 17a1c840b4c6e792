import { Agent } from '@mastra/core/agent'
import { EntityType } from '@mastra/core/observability'
import { type AnyWorkflow, Workflow, type WorkflowRunStartOptions } from '@mastra/core/workflows'
import { hashJson, hashOfList } from '../../run/to-json.ts'
import { copyData } from '../../shared/copy-data.ts'
import { extractWorkflowTrajectory } from '../../shared/core-evals.ts'
import { type EvaluationDataset, nameOfItem } from '../dataset/dataset.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { DatasetError } from '../dataset/row.ts'
import { isSimulated } from '../dataset/scenario-fields.ts'
import { type AgentSurroundings, type AgentTargetOptions, agentAnswerer } from './agent.ts'
import { hashOptions } from './hash-options.ts'
import { type Answerer, noUsage, toRequestContext } from './target-answer.ts'

/** The target of an evaluation. 'recorded' scores the answers in the items' `output`. */
export type Target = Agent | AnyWorkflow | TargetFunction | 'recorded'

export type TargetOptions = AgentTargetOptions | WorkflowRunStartOptions

const isAgent = (target: object): target is Agent =>
  target instanceof Agent || ('generate' in target && 'getModel' in target)
const isWorkflow = (target: object): target is AnyWorkflow =>
  target instanceof Workflow || 'createRun' in target

/** @throws TypeError for anything that is not a target; DatasetError for an item without a recorded answer. */
export async function toAnswerer(
  target: Target,
  options: TargetOptions | undefined,
  { items, name }: EvaluationDataset,
  surroundings: AgentSurroundings = {},
): Promise<Answerer> {
  if (target === 'recorded') {
    const missing = items.flatMap(({ output }, index) => (output === undefined ? index : []))
    const [first] = missing
    if (first === undefined) return recordedAnswerer(items)
    const named = `${nameOfItem(items[first] as DatasetItem)} (number ${first + 1} of ${items.length})`
    const have = missing.length === 1 ? 'has' : `and ${missing.length - 1} more have`
    const message = `${named} ${have} no recorded answer to score: give each an output, or set a target that answers (on the command line, with --config)`
    throw new DatasetError({ source: name, field: 'output', message })
  }
  const isAnAgent = typeof target === 'object' && target !== null && isAgent(target)
  const conversation = items.find(({ user }) => user !== undefined)
  if (conversation !== undefined) checkConversations(conversation, name, isAnAgent, options)
  if (typeof target === 'function') return functionAnswerer(target)
  if (typeof target === 'object' && target !== null) {
    if (isAnAgent) {
      requireSimulator(surroundings, items, name)
      return agentAnswerer(target, options as AgentTargetOptions, surroundings)
    }
    if (isWorkflow(target)) return workflowAnswerer(target, options as WorkflowRunStartOptions)
  }
  throw new TypeError("target must be an agent, a workflow, a function, or 'recorded'")
}

/** @throws DatasetError if the target cannot hold a conversation; TypeError if all would share a thread. */
function checkConversations(
  item: DatasetItem,
  source: string,
  isAnAgent: boolean,
  options: TargetOptions = {},
): void {
  if (!isAnAgent) {
    const message = `${nameOfItem(item)} is a conversation, which only an agent can hold: set an agent as the target`
    throw new DatasetError({ source, field: 'user', message })
  }
  if ((options as AgentTargetOptions).memory?.thread !== undefined)
    throw new TypeError(
      'targetOptions.memory.thread would put all conversations into one thread: leave it out, and each has its own',
    )
}

/** @throws DatasetError if a user is to be simulated without a simulator. */
function requireSimulator(
  { simulator }: AgentSurroundings,
  items: readonly DatasetItem[],
  source: string,
): void {
  const item = items.find(({ user }) => isSimulated(user))
  if (item === undefined || simulator !== undefined) return
  const message = `${nameOfItem(item)} has a simulated user: set simulator to a model or an agent, or list what the user says`
  throw new DatasetError({ source, field: 'user', message })
}

/** Any function that answers: it gets the item's input, and returns a text or one or more messages. */
export type TargetFunction = (
  // biome-ignore lint/suspicious/noExplicitAny: a dataset has inputs of any type, which the function knows
  input: any,
  context: { readonly item: DatasetItem; readonly signal: AbortSignal },
) => unknown

function functionAnswerer(target: TargetFunction): Answerer {
  return {
    record: { kind: 'function', id: target.name || 'function' },
    async answer(item, signal) {
      const input = item.inputs ?? item.input
      // It may change what it is given, such as a list of messages to which it adds its own.
      const output: unknown = await target(copyData(input), { item: copyData(item), signal })
      signal.throwIfAborted()
      if (output === undefined || output === null) throw new TypeError(`the function answered ${output}`)
      return { input, output, ...noUsage }
    },
  }
}

export function recordedAnswerer(items: readonly DatasetItem[]): Answerer {
  // Hashes only, since the answers of a large dataset stay in its file, in another order than that of the ids.
  const answers = items.map(({ id, output }) => [id, hashJson(output)] as const)
  answers.sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    record: { kind: 'recorded', id: 'recorded', answers: hashOfList(answers) },
    async answer(item) {
      return { input: item.inputs ?? item.input, output: item.output, ...noUsage }
    },
  }
}

/** Makes an answerer of a workflow: the item's input is its input data, its result the output. */
function workflowAnswerer(workflow: AnyWorkflow, options: WorkflowRunStartOptions = {}): Answerer {
  return {
    record: { kind: 'workflow', id: workflow.id, options: hashOptions(options) },
    async answer(item, signal) {
      if (item.inputs !== undefined) throw new TypeError('inputs are for agents: give a workflow one input')
      const run = await workflow.createRun({ disableScorers: true })
      // Even if the workflow cannot be cancelled, the item ends with the signal's reason.
      const cancel = () => void run.cancel().catch(() => undefined)
      signal.addEventListener('abort', cancel, { once: true })
      try {
        const result = await run.start({
          ...options,
          ...item.startOptions,
          inputData: copyData(item.input),
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
