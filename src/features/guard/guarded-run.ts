import type { MessageList } from '@mastra/core/agent'
import type { ProcessOutputStreamArgs } from '@mastra/core/processors'
import type { BufferedStep, Chunk } from './buffered-step.ts'
import type { Finding } from './score-step.ts'

/** A scorer's finding about an answer: metadata of a tripwire, or of an answer released with a mark. */
export interface AnswerMark {
  readonly scorerId: string
  /** On the scorer's scale; absent without a score. */
  readonly score?: number
  /** Reason of the score; absent if the scorer gives none, and from tripwires, because it quotes the answer. */
  readonly reason?: string
  /** Why there is no score, in fixed words: the details are logged, because they may quote the answer. */
  readonly failure?: string
}

/** State of a processor for one run of an agent. */
export interface GuardedRun {
  /** The model's current output. */
  step?: BufferedStep
  /** The scorer's finding about the step before its release. */
  finding?: Finding
  /** Why the answer was refused, until another one comes. The reason may be shown: it quotes nothing of the answer. */
  refused?: { readonly reason: string; readonly toModel?: string; readonly mark: AnswerMark }
  /** The run's text when it was last scored: processors and later steps may change it. */
  scored?: string
  /** Held chunks on their way out, one at a time. */
  leaving?: readonly Chunk[]
  /** What a durable agent's reader gets only once the run has ended, and the way to the reader. */
  delayed?: Pick<ProcessOutputStreamArgs, 'writer' | 'state'> & { readonly chunks: Chunk[] }
  /** Number of retries. */
  asked: number
}

/** Looks runs up by message list, the only thing that all hooks share wherever a processor runs. */
export function guardedRuns(): (messageList: MessageList) => GuardedRun {
  const runs = new WeakMap<MessageList, GuardedRun>()
  return (messageList) => {
    const known = runs.get(messageList) ?? { asked: 0 }
    runs.set(messageList, known)
    return known
  }
}

/** Adds that no step was left for a retry: Mastra is silent if `maxSteps` runs out first. */
export const stoppedBecause = (reason: string, finishReason: string) =>
  finishReason === 'retry' ? `${reason} No step was left for a retry.` : reason

export const isRetry = (id: string, step: object) => {
  const { tripwire } = step as {
    readonly tripwire?: { readonly retry?: boolean; readonly processorId?: string }
  }
  return tripwire?.retry === true && tripwire.processorId === id
}

const refusalKey = (id: string) => `verdict-stopped:${id}`

/** Keeps a refusal in a message, which survives the suspension of a run. */
export function keepRefusal(messageList: MessageList, id: string, refused: GuardedRun['refused']): void {
  const content = messageList.get.response.db().at(-1)?.content
  const shown = refused && { reason: refused.reason, mark: refused.mark }
  if (content) content.metadata = { ...content.metadata, [refusalKey(id)]: shown }
}

/** Returns the refusal with which a run was suspended: approval of its call does not take it back. */
export const keptRefusal = (messageList: MessageList, id: string): GuardedRun['refused'] =>
  messageList.get.response
    .db()
    .map(({ content }) => content.metadata?.[refusalKey(id)] as GuardedRun['refused'])
    .find(Boolean)

/** Mastra's tag of the system messages that ask a model again, with the reason. */
export const retryFeedback = 'processor-retry-feedback'

/** True once a model was asked again: requests quote the refused answer from then on. */
export const quotesRefused = (messageList: MessageList): boolean =>
  messageList.getSystemMessages(retryFeedback).length > 0

/** True in the agent that decides for a `network()`: Mastra gives processors no other sign of it. */
export const isRouting = (messageList: MessageList): boolean =>
  JSON.stringify(messageList.getSystemMessages()).includes(
    'You are a router in a network of specialized AI agents.',
  )

/** Explains why an answer is refused that Mastra gives out before it can be scored. */
export const noHold = (id: string) =>
  `${id}: Mastra gives this answer out before processors see it, so it is refused: use generate() or stream() in place of generateLegacy() and streamLegacy(), and for network() guard the agents that it calls`
