import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import type { Observation } from './observation.ts'

export interface ConversationsOptions {
  /** A conversation is over when it has had no score for so long. Default 30 minutes. */
  idleInMs?: number
  /** At so many scores what there is of a conversation is an observation, though it may go on. Default 100. */
  mostScores?: number
  /** So many are kept open; beyond that the one is closed that has been idle the longest. Default 10,000. */
  mostOpen?: number
}

const conversationsOptions = z.strictObject({
  idleInMs: z
    .number()
    .positive()
    .default(30 * 60_000),
  mostScores: z.int().min(1).default(100),
  mostOpen: z.int().min(1).default(10_000),
})

const conversationsState = z.strictObject({
  options: conversationsOptions,
  /** The latest time there was; absent before the first. */
  now: z.number().optional(),
  /** From the one idle the longest to the one with the latest score. */
  open: z.array(
    z.strictObject({
      id: z.string(),
      count: z.int().min(1),
      sum: z.number(),
      weight: z.number().positive(),
      time: z.number(),
    }),
  ),
})

/** Conversations as JSON: five values for each that is open. */
export type ConversationsState = z.output<typeof conversationsState>
type Conversation = ConversationsState['open'][number]

/** A score of a conversation; without one it is an observation of its own. */
export interface ConversationScore extends Observation {
  readonly conversation?: string
}

/** The mean of a conversation's scores, with the mean of their weights and the time of the last. */
export interface ConversationObservation extends Required<Observation> {
  readonly conversation?: string
  /** How many. */
  readonly scores: number
}

export interface Conversations {
  /**
   * One more score, and the observations that are complete with it, in the order in which they became so.
   *
   * @throws RangeError for a value or time that is no number, or a weight that is not above 0.
   */
  add(score: ConversationScore): ConversationObservation[]
  /** Time has come so far: what is complete by now. `Infinity` closes all. */
  closeAt(time: number): ConversationObservation[]
  readonly open: number
  /** A copy, from which conversations can be resumed. */
  state(): ConversationsState
}

/**
 * Scores of one conversation hang together: a user who asks for what the agent cannot do gets ten low scores for one
 * reason. Their mean is one observation, and what is watched is the mean over conversations. Time is that of the
 * scores and not of a clock, so that the same scores give the same observations whenever they are read.
 *
 * What comes to a conversation after it was closed is another observation, which may hang together with the first. A
 * long `idleInMs` makes that rare, and alarms later by as much.
 *
 * @throws TypeError for options that are out of range.
 */
export function createConversations(options: ConversationsOptions = {}): Conversations {
  const read = readOptions('createConversations', conversationsOptions, options)
  return new OpenConversations(read, [], undefined)
}

/**
 * The conversations that had this state.
 *
 * @throws TypeError for what is no state.
 */
export function resumeConversations(state: ConversationsState): Conversations {
  const { options, open, now } = readOptions('resumeConversations', conversationsState, state)
  return new OpenConversations(options, open, now)
}

class OpenConversations implements Conversations {
  readonly #options: z.output<typeof conversationsOptions>
  /** In the order of their latest scores. */
  readonly #open: Map<string, Conversation>
  #now: number | undefined

  constructor(
    options: z.output<typeof conversationsOptions>,
    open: readonly Conversation[],
    now: number | undefined,
  ) {
    this.#options = options
    this.#open = new Map(open.map((conversation) => [conversation.id, { ...conversation }]))
    this.#now = now
  }

  add({ conversation: id, value, weight = 1, time }: ConversationScore): ConversationObservation[] {
    if (!(Number.isFinite(value) && Number.isFinite(time) && weight > 0))
      throw new RangeError(
        `a score has a number, a time and a weight above 0, not ${value}, ${time}, ${weight}`,
      )
    const closed = this.closeAt(time)
    if (id === undefined) return [...closed, { value, weight, time, scores: 1 }]
    // One object a conversation: a new one a score is what memory grows by where millions are read.
    const conversation = this.#open.get(id) ?? { id, count: 0, sum: 0, weight: 0, time }
    conversation.count += 1
    conversation.sum += value
    conversation.weight += weight
    conversation.time = this.#now ?? time
    this.#open.delete(id)
    this.#open.set(id, conversation)
    if (conversation.count >= this.#options.mostScores) closed.push(this.#close(conversation))
    const [longest] = this.#open.values()
    if (longest && this.#open.size > this.#options.mostOpen) closed.push(this.#close(longest))
    return closed
  }

  closeAt(time: number): ConversationObservation[] {
    const now = Math.max(time, this.#now ?? time)
    // Infinity is the end of reading and not a time.
    if (Number.isFinite(now)) this.#now = now
    const closed: ConversationObservation[] = []
    for (const conversation of this.#open.values()) {
      if (now - conversation.time < this.#options.idleInMs) break
      closed.push(this.#close(conversation))
    }
    return closed
  }

  get open() {
    return this.#open.size
  }

  state() {
    const open = Array.from(this.#open.values(), (conversation) => ({ ...conversation }))
    return { options: { ...this.#options }, open, ...(this.#now === undefined ? {} : { now: this.#now }) }
  }

  #close({ id, count, sum, weight, time }: Conversation): ConversationObservation {
    this.#open.delete(id)
    return { conversation: id, value: sum / count, weight: weight / count, time, scores: count }
  }
}
