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

/**
 * What a scorer's `run` gets: for agents and workflows the same as from `runEvals`. A scorer of agents reads
 * messages, so a text in or out, as functions and recorded answers have it, becomes a message for it.
 */
export function runInputFor(scorer: AnyScorer, item: DatasetItem, answer: TargetAnswer) {
  const { entityType, traceId, spanId, trajectory } = answer
  const readsMessages = scorer.type === 'agent'
  const readsTrajectory = scorer.type === 'trajectory' && trajectory !== undefined
  const { input, output } = answer
  return {
    input: typeof input === 'string' && scorer.type !== undefined ? toAgentInput(input) : input,
    output: readsTrajectory
      ? trajectory
      : readsMessages && typeof output === 'string'
        ? [message('assistant', output)]
        : output,
    groundTruth: item.groundTruth,
    ...(scorer.type === 'trajectory' ? { expectedTrajectory: item.expectedTrajectory } : {}),
    requestContext: toRequestContext(item.requestContext),
    scoreSource: 'experiment',
    targetScope: readsTrajectory ? 'trajectory' : 'span',
    targetEntityType: entityType,
    targetTraceId: traceId,
    targetSpanId: spanId,
  }
}
