import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import type { Observation } from '../../../statistics/monitoring/observation.ts'

const conversationsOptions = z.strictObject({
  /** A conversation is over when it has had no score for so long. Default 30 minutes. */
  idleInMs: z
    .number()
    .positive()
    .default(30 * 60_000),
  /** A conversation is observed by so many scores at most: later ones are part of nothing. Default 100. */
  mostScores: z.int().min(1).default(100),
  /** It is observed for so long at most: later scores are part of nothing. Default 6 hours. */
  longestInMs: z
    .number()
    .positive()
    .default(6 * 60 * 60_000),
  /** So many are kept; beyond that the one is closed that began first. Default 10,000. */
  mostOpen: z.int().min(1).default(10_000),
})

export type ConversationsOptions = z.input<typeof conversationsOptions>

const conversationState = z.strictObject({
  /** Absent of a score that belongs to none. */
  id: z.string().optional(),
  count: z.int().min(1),
  sum: z.number(),
  weight: z.number().positive(),
  /** The times of the first score and of the latest. */
  began: z.number(),
  time: z.number(),
  isClosed: z.boolean(),
})

/** Conversations as JSON: seven values for each that waits. */
const conversationsState = z.strictObject({
  options: conversationsOptions,
  /** The latest time there was; absent before the first. */
  now: z.number().optional(),
  /** What was not observed yet, in the order of first scores. */
  waiting: z.array(conversationState),
  /** Ids of conversations that go on and are observed no more, with the time of the latest score, in that order. */
  over: z.array(z.tuple([z.string(), z.number()])),
})
type Conversation = z.output<typeof conversationState>

/** A score of a conversation; without one it is an observation of its own. */
export interface ConversationScore extends Observation {
  readonly conversation?: string
}

/** The mean of a conversation's scores, with the mean of their weights and the time of the first. */
export interface ConversationObservation extends Required<Observation> {
  readonly conversation?: string
  /** How many. */
  readonly scores: number
}

export interface Conversations {
  /**
   * One more score, and the observations that are complete with it, in the order of the first scores.
   *
   * @throws RangeError for a value or time that is no number, or a weight that is not above 0.
   */
  add(score: ConversationScore): ConversationObservation[]
  /** Time has come so far: what is complete by now. `Infinity` closes all. */
  closeAt(time: number): ConversationObservation[]
  /** Those that were not observed yet. */
  readonly open: number
  /** A copy, from which conversations can be resumed. */
  state(): z.output<typeof conversationsState>
}

/**
 * Scores of one conversation hang together: a user who asks for what the agent cannot do gets ten low scores for one
 * reason. Their mean is one observation, and what is watched is the mean over conversations. Time is that of the
 * scores and not of a clock, so that the same scores give the same observations whenever they are read.
 *
 * Observations come in the order of first scores: one waits for all that began before it. In the order in which they
 * end, short ones come first at the beginning and long ones late, and where these are worse that is a drop that never
 * was. What a long one has beyond the most scores, or the longest time, is left out, since it would be an observation
 * that hangs together with the first.
 *
 * What comes to a conversation after it was idle is another observation, which may hang together with the first. A long
 * `idleInMs` makes that rare, and alarms later by as much.
 *
 * @throws TypeError for options that are out of range.
 */
export function createConversations(options: ConversationsOptions = {}): Conversations {
  const read = readOptions('createConversations', conversationsOptions, options)
  return new OpenConversations({ options: read, waiting: [], over: [] })
}

/**
 * The conversations that had this state.
 *
 * @throws TypeError for what is no state.
 */
export function resumeConversations(state: z.output<typeof conversationsState>): Conversations {
  return new OpenConversations(readOptions('resumeConversations', conversationsState, state))
}

class OpenConversations implements Conversations {
  readonly #options: z.output<typeof conversationsState>['options']
  /** In the order of their first scores. */
  readonly #waiting: Set<Conversation>
  /** Those of them that may go on, in the order of their latest scores. */
  readonly #open = new Map<string, Conversation>()
  readonly #over: Map<string, number>
  #now: number | undefined

  constructor({ options, waiting, over, now }: z.output<typeof conversationsState>) {
    this.#options = options
    this.#waiting = new Set(waiting.map((conversation) => ({ ...conversation })))
    const open = [...this.#waiting].filter(({ isClosed }) => !isClosed)
    for (const one of open.sort((before, after) => before.time - after.time))
      if (one.id !== undefined) this.#open.set(one.id, one)
    this.#over = new Map(over)
    this.#now = now
  }

  add({ conversation: id, value, weight = 1, time }: ConversationScore): ConversationObservation[] {
    if (!(Number.isFinite(value) && Number.isFinite(time) && weight > 0))
      throw new RangeError(
        `a score must have a number, a time and a weight above 0, not ${value}, ${time}, ${weight}`,
      )
    const observed = this.closeAt(time)
    const now = this.#now ?? time
    if (id !== undefined && this.#over.delete(id)) {
      this.#over.set(id, now)
      return observed
    }
    const conversation =
      (id === undefined ? undefined : this.#open.get(id)) ?? this.#begin(id, id === undefined ? time : now)
    conversation.count += 1
    conversation.sum += value
    conversation.weight += weight
    conversation.time = now
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

  closeAt(time: number): ConversationObservation[] {
    const now = Math.max(time, this.#now ?? time)
    // Infinity is the end of reading and not a time.
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

  get open() {
    return this.#waiting.size
  }

  state() {
    return {
      options: { ...this.#options },
      waiting: Array.from(this.#waiting, (conversation) => ({ ...conversation })),
      over: [...this.#over],
      ...(this.#now === undefined ? {} : { now: this.#now }),
    }
  }

  /** One object a conversation: a new one a score is what memory grows by where millions are read. */
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

  /** It may go on, and what comes is part of nothing. */
  #end(conversation: Conversation): void {
    const { id, isClosed, time } = conversation
    this.#close(conversation)
    if (id === undefined || isClosed) return
    this.#over.set(id, time)
    const [longest] = this.#over.keys()
    if (longest !== undefined && this.#over.size > this.#options.mostOpen) this.#over.delete(longest)
  }

  /** Those that nothing that began before them holds up. */
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
