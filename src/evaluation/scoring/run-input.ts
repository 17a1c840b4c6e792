import { randomUUID } from 'node:crypto'
import type { DatasetItem } from '../dataset/item.ts'
import type { TargetAnswer } from '../target/answer.ts'
import { toRequestContext } from '../target/request-context.ts'
import type { AnyScorer } from './scorers.ts'

const message = (role: 'user' | 'assistant', text: string) => ({
  id: randomUUID(),
  role,
  createdAt: new Date(),
  content: { format: 2, parts: [{ type: 'text', text }], content: text },
})

const toAgentInput = (text: string) => ({
  inputMessages: [message('user', text)],
  rememberedMessages: [],
  systemMessages: [],
  taggedSystemMessages: {},
})

/** A scorer of agents reads messages: for it, a text in or out becomes one. */
function asMessages({ input, output }: Pick<TargetAnswer, 'input' | 'output'>) {
  return {
    input: typeof input === 'string' ? toAgentInput(input) : input,
    output: typeof output === 'string' ? [message('assistant', output)] : output,
  }
}

/**
 * What a scorer's `run` gets: for agents and workflows the same as from `runEvals`; for functions and recorded
 * answers, what came in and out.
 */
export function runInputFor({ type }: AnyScorer, item: DatasetItem, answer: TargetAnswer) {
  const { entityType, traceId, spanId, trajectory } = answer
  const isPlain = entityType === undefined
  const { input, output } =
    isPlain && (type === 'agent' || type === 'trajectory') ? asMessages(answer) : answer
  const readsTrajectory = type === 'trajectory' && trajectory !== undefined
  return {
    input,
    output: readsTrajectory ? trajectory : output,
    groundTruth: item.groundTruth,
    ...(type === 'trajectory' ? { expectedTrajectory: item.expectedTrajectory } : {}),
    requestContext: toRequestContext(item.requestContext),
    scoreSource: 'experiment',
    targetScope: readsTrajectory ? 'trajectory' : 'span',
    targetEntityType: entityType,
    targetTraceId: traceId,
    targetSpanId: spanId,
  }
}
