import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import type { Observation } from '../detectors/observation.ts'
import type { Asker } from './users.ts'

const duration = z.number().positive()

export const conversationsOptions = z.strictObject({
  /** A conversation ends when it has had no score for this long. Default 30 minutes. */
  idleInMs: duration.default(30 * 60_000),
  /** The most scores of a conversation; later ones are ignored. Default 100. */
  mostScores: z.int().min(1).default(100),
  /** The longest time to observe a conversation; later scores are ignored. Default 6 hours. */
  longestInMs: duration.default(6 * 60 * 60_000),
  /** The most open conversations; beyond that, the oldest is closed. Default 10,000. */
  mostOpen: z.int().min(1).default(10_000),
})

const conversationState = z.strictObject({
  /** Absent for a score without a conversation. */
  id: z.string().optional(),
  count: z.int().min(1),
  sum: z.number(),
  weight: z.number().positive(),
  /** Times of the first and the latest score. */
  began: z.number(),
  time: z.number(),
  isClosed: z.boolean(),
  /** Scores beyond the most, or the longest time, begin another. */
  isEndless: z.boolean().optional(),
})

/** Conversations as JSON: seven values for each that waits. */
export const conversationsState = z.strictObject({
  options: conversationsOptions,
  /** The latest time seen; absent before the first. */
  now: z.number().optional(),
  /** Conversations not observed yet, in the order of first scores. */
  waiting: z.array(conversationState),
  /** Ids of continuing but no longer observed conversations, with the latest score's time, in that order. */
  over: z.array(z.tuple([z.string(), z.number()])),
})
type Conversation = z.output<typeof conversationState>

/** A score of a conversation, or a separate observation if it has none. */
export type ConversationScore = Observation & Asker

/** The mean of a conversation's scores, with their mean weight and the time of the first. */
export interface ConversationObservation extends Required<Observation> {
  readonly conversation?: string
  readonly scores: number
}

/**
 * Groups scores by conversation, since they are correlated: a user who asks for what the agent cannot do gets ten low
 * scores for one reason. The mean of a conversation is one observation, and the monitor watches the mean over
 * conversations. Time comes from the scores, not from a clock, so the same scores give the same observations whenever
 * they are read.
 *
 * Observations come in the order of first scores: each waits for all that began before it. In the order of their ends,
 * short conversations would come first and long ones late, and if long ones are worse, that would look like a drop.
 * Scores of a long conversation beyond the most scores, or the longest time, are left out, because they would form an
 * observation correlated with the first. Those of an endless conversation form the next one, because it never ends by itself.
 *
 * Scores that follow an idle period form another observation, which may be correlated with the first. A long `idleInMs`
 * makes this rare, and delays alarms by as much.
 */
export class Conversations {
  readonly #options: z.output<typeof conversationsState>['options']
  /** In the order of their first scores. */
  readonly #waiting: Set<Conversation>
  /** The waiting conversations that may continue, in the order of their latest scores. */
  readonly #open = new Map<string, Conversation>()
  readonly #over: Map<string, number>
  #now: number | undefined

  constructor({ options, waiting, over, now }: z.output<typeof conversationsState>) {
    this.#options = options
    this.#waiting = new Set(waiting)
    const open = [...this.#waiting].filter(({ isClosed }) => !isClosed)
    for (const one of open.sort((before, after) => before.time - after.time))
      if (one.id !== undefined) this.#open.set(one.id, one)
    this.#over = new Map(over)
    this.#now = now
  }

  /**
   * Adds a score, and returns the observations that it completes, in the order of first scores.
   *
   * @throws RangeError if value or time is not a number, or if the weight is not above 0.
   */
  add({
    conversation: id,
    isEndless,
    value,
    weight = 1,
    time,
  }: ConversationScore): ConversationObservation[] {
    if (!(Number.isFinite(value) && Number.isFinite(time) && weight > 0))
      throw new RangeError(
        `a score must have a number, a time and a weight above 0, not ${value}, ${time}, ${weight}`,
      )
    const observed = this.closeAt(time)
    const now = this.#now ?? time
    if (id !== undefined && this.#over.delete(id) && !isEndless) {
      this.#over.set(id, now)
      return observed
    }
    const conversation =
      (id === undefined ? undefined : this.#open.get(id)) ?? this.#begin(id, id === undefined ? time : now)
    conversation.count += 1
    conversation.sum += value
    conversation.weight += weight
    conversation.time = now
    if (isEndless) conversation.isEndless = true
    if (id !== undefined) {
      this.#open.delete(id)
      this.#open.set(id, conversation)
    }
    const { mostScores, mostOpen } = this.#options
    if (conversation.count >= mostScores) this.#end(conversation)
    const [first] = this.#waiting
    if (first && this.#waiting.size > mostOpen) this.#end(first)
    return [...observed, ...this.#observe()]
  }

  /** Advances the time, and returns the observations that are now complete. `Infinity` closes all. */
  closeAt(time: number): ConversationObservation[] {
    const now = Math.max(time, this.#now ?? time)
    // Infinity marks the end of reading; it is not a time.
    if (Number.isFinite(now)) this.#now = now
    const { idleInMs, longestInMs } = this.#options
    for (const conversation of this.#open.values()) {
      if (now - conversation.time < idleInMs) break
      this.#close(conversation)
    }
    for (const [id, latest] of this.#over) {
      if (now - latest < idleInMs) break
      this.#over.delete(id)
    }
    for (const conversation of this.#waiting) {
      if (now - conversation.began < longestInMs) break
      this.#end(conversation)
    }
    return this.#observe()
  }

  /** Number of conversations not observed yet. */
  get open(): number {
    return this.#waiting.size
  }

  state(): z.output<typeof conversationsState> {
    return {
      options: { ...this.#options },
      waiting: Array.from(this.#waiting, (conversation) => ({ ...conversation })),
      over: [...this.#over],
      ...(this.#now === undefined ? {} : { now: this.#now }),
    }
  }

  /** One object per conversation: a new one per score would dominate memory when reading millions. */
  #begin(id: string | undefined, began: number): Conversation {
    const begun = { count: 0, sum: 0, weight: 0, began, time: began, isClosed: id === undefined }
    const conversation = id === undefined ? begun : { id, ...begun }
    this.#waiting.add(conversation)
    return conversation
  }

  #close(conversation: Conversation): void {
    conversation.isClosed = true
    if (conversation.id !== undefined) this.#open.delete(conversation.id)
  }

  /** Closes a conversation that may continue; its further scores are ignored, unless it is endless. */
  #end(conversation: Conversation): void {
    const { id, isClosed, isEndless, time } = conversation
    this.#close(conversation)
    if (id === undefined || isClosed || isEndless) return
    this.#over.set(id, time)
    const [longest] = this.#over.keys()
    if (longest !== undefined && this.#over.size > this.#options.mostOpen) this.#over.delete(longest)
  }

  /** Returns closed conversations with no older one open. */
  #observe(): ConversationObservation[] {
    const observed: ConversationObservation[] = []
    for (const conversation of this.#waiting) {
      if (!conversation.isClosed) break
      this.#waiting.delete(conversation)
      const { id, count, sum, weight, began } = conversation
      const observation = { value: sum / count, weight: weight / count, time: began, scores: count }
      observed.push(id === undefined ? observation : { conversation: id, ...observation })
    }
    return observed
  }
}

/** @throws TypeError for options that are out of range. */
export function createConversations(options: z.input<typeof conversationsOptions> = {}): Conversations {
  const read = readOptions('createConversations', conversationsOptions, options)
  return new Conversations({ options: read, waiting: [], over: [] })
}
