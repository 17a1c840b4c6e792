import type { JsonValue } from '../judge/contract.ts'

/** A message of a user, and how it was answered. */
export interface TurnRecord {
  readonly user: string
  /** As text. */
  readonly answer: string
  /** What scorers of the turn are given beside its messages. */
  readonly input: JsonValue
  /** How many messages of the exchange's output are of this turn: those behind the turns before it. */
  readonly messages: number
  readonly durationInMs: number
  /**
   * What a simulated user says that looks like a fact (numbers, names, dates, identifiers) and stands neither in its item
   * nor in the agent's words; absent where there is none.
   */
  readonly invented?: readonly string[]
}

/** A conversation as it went. */
export interface ConversationRecord {
  /** Those that were answered, in order. Where the item failed, it failed at the next one. */
  readonly turns: readonly TurnRecord[]
  /** Why it ended: the script was over; or what the simulated user says of its goal. Absent where the item failed. */
  readonly end?: 'script' | 'goal met' | 'given up' | 'out of turns'
}
