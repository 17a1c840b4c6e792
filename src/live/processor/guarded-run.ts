import type { MessageList } from '@mastra/core/agent'
import type { Chunk, HeldStep } from './held-step.ts'
import type { Finding } from './score-step.ts'

/** What a scorer found of an answer: the metadata of a tripwire, and of an answer that was let out with a mark. */
export interface AnswerMark {
  readonly scorerId: string
  /** In the scorer's scale; absent where there is no score. */
  readonly score?: number
  /** The reason of the score; absent if the scorer gives none. */
  readonly reason?: string
  /** Why there is no score. */
  readonly failure?: string
}

/** What a processor remembers of one run of an agent. */
export interface GuardedRun {
  /** What the model says, while it says it. */
  step?: HeldStep
  /** What the scorer found of the step, before it was let out. */
  finding?: Finding
  /** Why the answer was not let out, until another one comes. */
  refused?: { readonly reason: string; readonly mark: AnswerMark }
  /** Whether the last step has text beside calls of tools: the answer, where nothing follows it. */
  hasUnscoredText?: boolean
  /** What was kept and leaves now, chunk by chunk. */
  leaving?: readonly Chunk[]
  /** How often the model was asked again. */
  asked: number
}

/** By its messages, the one thing that all hooks of a processor have in common wherever it runs. */
export function guardedRuns(): (messageList: MessageList) => GuardedRun {
  const runs = new WeakMap<MessageList, GuardedRun>()
  return (messageList) => {
    const known = runs.get(messageList) ?? { asked: 0 }
    runs.set(messageList, known)
    return known
  }
}

/** Mastra says nothing where `maxSteps` is used up before the model could be asked again. */
export const stoppedBecause = (reason: string, finishReason: string) =>
  finishReason === 'retry' ? `${reason} No step was left for a retry.` : reason

export const isRetryOf = (id: string, step: object) => {
  const { tripwire } = step as {
    readonly tripwire?: { readonly retry?: boolean; readonly processorId?: string }
  }
  return tripwire?.retry === true && tripwire.processorId === id
}

/** Takes what was said last out of what memory stores and later steps read. */
export function takeOutLast(messageList: MessageList): void {
  const last = messageList.get.response.db().at(-1)
  if (!last) return
  last.content.parts = last.content.parts.filter(({ type }) => type !== 'text')
  delete last.content.content
}
