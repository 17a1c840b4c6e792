import type { ToolMockReport, UnmockedToolPolicy } from '@mastra/core/datasets'
import type { JsonValue } from '../judge/contract.ts'
import type { Cost, FailureRecord, ScoreRecord } from './score-record.ts'

/** The result of one expectation of an item. */
export interface ExpectationRecord {
  /** In words: 'tone at least 0.8', 'includes "Paris"'. */
  readonly what: string
  readonly met: boolean
  /** In words: the score, the answer, the tools called, or why it could not be checked. */
  readonly found: string
  /** The scorer, if the expectation is about a score. */
  readonly scorerId?: string
}

/** An answer within its run. */
export type AnswerPlace = Pick<ItemRecord, 'itemId' | 'repeat'>

export interface ItemRecord {
  readonly kind: 'item'
  readonly itemId: string
  /** 1 to `repeats`. */
  readonly repeat: number
  /** The position of the item in the dataset, from 0; absent in files of earlier versions. */
  readonly place?: number
  /** Items of one group (a document, a user) are not independent: errors are clustered by it. */
  readonly group?: string
  readonly input: JsonValue
  readonly groundTruth?: JsonValue
  readonly expectedTrajectory?: JsonValue
  readonly metadata?: JsonValue
  /** The basis for the answer, from the dataset. */
  readonly context?: readonly string[]
  /** The item's expectations, from the dataset. */
  readonly expect?: JsonValue
  /** The outcome that the user must have at the end, from the dataset. */
  readonly until?: string
  /** From the dataset. */
  readonly toolMocks?: JsonValue
  readonly unmockedToolPolicy?: UnmockedToolPolicy
  /** Mastra's report on the mocks; absent if the target was not an agent, or failed for another reason. */
  readonly toolMockReport?: ToolMockReport
  /**
   * How long the agent waited for each call that a tool answered, by the call's id: with what else this process did
   * meanwhile, for other items and scores. Absent if no tool answered, or if nobody measured it.
   */
  readonly toolDurationsInMs?: Readonly<Record<string, number>>
  /** The answer as text; absent if `failure` says why there is none. */
  readonly answer?: string
  /**
   * The input of the scorers, messages with their tool calls, so that the answer can be rescored. Absent if the texts of
   * question and answer are all that they got.
   */
  readonly exchange?: {
    readonly input: JsonValue
    readonly output: JsonValue
    readonly trajectory?: JsonValue
    /** The kind of target, in Mastra's terms. */
    readonly entityType?: string
  }
  /** Absent if the item is not a conversation. */
  readonly conversation?: ConversationRecord
  /** The trace of the answer, if known: it leads to the feedback of users. */
  readonly traceId?: string
  /** The span of the agent's or workflow's run within that trace. */
  readonly spanId?: string
  /** The provider's id of the model's last response. */
  readonly responseId?: string
  /** The reason why there is no answer. No scorer ran then, and `scores` is empty. */
  readonly failure?: FailureRecord
  /** The cost of the answer, without its scores. */
  readonly cost: Cost
  /** The cost of a simulated user; absent if there is none. */
  readonly simulatorCost?: Cost
  readonly startedAt: string
  /** The duration of the answer, failed attempts included; each score has a duration of its own. */
  readonly durationInMs: number
  /** Outcomes by scorer id. */
  readonly scores: Readonly<Record<string, ScoreRecord>>
  /** Absent if the item has no expectations. */
  readonly expectations?: readonly ExpectationRecord[]
}

export interface TurnRecord {
  readonly user: string
  /** As text. */
  readonly answer: string
  /** The input of the scorers for this turn, in addition to its messages. */
  readonly input: JsonValue
  /** The number of this turn's messages in the exchange's output, after those of earlier turns. */
  readonly messages: number
  readonly durationInMs: number
  /**
   * Apparent facts in a simulated user's message (numbers, names, dates, identifiers) that appear neither in its item
   * nor in the agent's words; absent if there are none.
   */
  readonly invented?: readonly string[]
}

export interface ConversationRecord {
  /** The answered turns, in order. If the item failed, it failed at the next one. */
  readonly turns: readonly TurnRecord[]
  /** The script was over, or the simulated user's view of its goal; absent if the item failed. */
  readonly end?: 'script' | 'goal met' | 'given up' | 'out of turns'
}
