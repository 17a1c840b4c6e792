/** The content of a run file, one JSON object per line: a header, then one record per item and repeat. */
import type { ToolMockReport, UnmockedToolPolicy } from '@mastra/core/datasets'
import type { JsonValue } from '../judge/contract.ts'
import type { ScorerQuestion } from '../scorers/common/finish-scorer.ts'
import type { ScoreBasis } from '../scorers/common/score-basis.ts'
import type { Cost, FailureRecord, ScoreRecord } from './score-record.ts'

export type { ScoreBasis } from '../scorers/common/score-basis.ts'
export type { Readings } from '../scorers/units/readings.ts'
export type { Cost, FailureRecord, ScoreRecord, VerdictRecord } from './score-record.ts'

/** The target: enough to see whether two runs can be compared. */
export interface TargetRecord {
  readonly kind: 'agent' | 'workflow' | 'function' | 'recorded'
  readonly id: string
  /** As 'provider/model', if known. */
  readonly model?: string
  /** A hash of the agent's instructions, if they are known before it runs. */
  readonly instructions?: string
  /** The text of the instructions, if they are a text of at most 20,000 characters. */
  readonly instructionsText?: string
  /** 'deny' if tools without a mock fail an item that has no policy of its own; otherwise absent. */
  readonly unmockedToolPolicy?: UnmockedToolPolicy
  /** The simulator of users: agent, model, and the version of its prompt. */
  readonly simulator?: { readonly id: string; readonly model?: string; readonly prompt: string }
  /** SHA-256 of recorded answers: a run resumes only with the same answers. */
  readonly answers?: string
}

export interface ScorerRecord {
  readonly id: string
  readonly name: string
  /** The highest possible score; absent if unknown. */
  readonly scale?: number
  /** Whether a lower score is better, as for bias or hallucination. */
  readonly lowerIsBetter: boolean
  /** The configured way to score conversations; absent if it is left to the scorer. */
  readonly over?: 'turns' | 'conversation'
  /** True if it judged only once although answers are judged several times, since its score never changes. */
  readonly deterministic?: boolean
  /**
   * A hash of what its scores depend on other than the answer (task, judge, options): `Measure.version`. Absent if the
   * scorer does not give it, and in runs from before it was kept.
   */
  readonly version?: string
  /** The parts of that version. */
  readonly basis?: ScoreBasis
  /** A sentence on its judge, for example that a part of it is missing. */
  readonly notice?: string
  /** The judge's question about every unit; absent if the scorer does not give it, or asks several. */
  readonly question?: ScorerQuestion
}

export interface RunHeader {
  readonly kind: 'run'
  /** The version of this format. */
  readonly version: 1
  readonly id: string
  readonly name: string
  /** The target's name among others that it is compared with. */
  readonly variant?: string
  /** The abbreviated git commit of the code under test, with '-dirty' appended if files were changed. */
  readonly commit?: string
  /** The branch of that commit. */
  readonly branch?: string
  /** The selection of items, in words; absent if all were used. */
  readonly selection?: string
  /** The id of the run whose answers were rescored. */
  readonly rescored?: string
  /** The ids of the two runs whose answers were compared, pair by pair. */
  readonly pairs?: { readonly baseline: string; readonly candidate: string }
  /** ISO 8601, like all times. */
  readonly startedAt: string
  readonly target: TargetRecord
  readonly dataset: {
    readonly name: string
    /** The version of a dataset in Mastra's storage, and its id there. */
    readonly version?: number
    readonly storedId?: string
    readonly items: number
    /**
     * SHA-256 of the items' ids, inputs, ground truths, expected trajectories, contexts and tool mocks: a run resumes
     * and compares only with the same data.
     */
    readonly hash: string
  }
  readonly scorers: readonly ScorerRecord[]
  /** The number of answers per item, 1 or more. */
  readonly repeats: number
  /** The number of judgements per answer; absent for one. */
  readonly judgings?: number
  /** For a run that may stop once decided against a baseline: this seed determines the order of its items. */
  readonly sequential?: {
    readonly level: number
    readonly seed: number
    /** The id of the baseline. */
    readonly baseline: string
    /** The groups, and items without a group, that can be compared; absent in runs of an older rule. */
    readonly clusters?: number
  }
}

/** The input of the scorers, messages with their tool calls, so that the answer can be rescored. */
export interface ExchangeRecord {
  readonly input: JsonValue
  readonly output: JsonValue
  readonly trajectory?: JsonValue
  /** The kind of target, in Mastra's terms. */
  readonly entityType?: string
}

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
  /** The answer as text; absent if `failure` says why there is none. */
  readonly answer?: string
  /** Absent if the texts of question and answer are all that scorers got. */
  readonly exchange?: ExchangeRecord
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

/** Written when a run is complete, or stops early. */
export interface RunEnd {
  readonly kind: 'end'
  readonly at: string
  /** 'complete', or the reason for stopping: the budget, a signal, or a decided comparison. */
  readonly status: 'complete' | 'budget' | 'cancelled' | 'decided'
  readonly reason?: string
}

/** Appended by `verdict run` and `verdict rescore` once they have checked the gates of a finished run. */
export interface OutcomeRecord {
  readonly kind: 'outcome'
  readonly at: string
  /** 'passed' where the command ended with 0, 'failed' with 1, 'cannot tell' with 3. */
  readonly result: 'passed' | 'failed' | 'cannot tell'
  /** Whether a gate compared it with a baseline. */
  readonly isCompared: boolean
  /** Whether a gate was about the quality of the answers; absent in older files. */
  readonly isOfQuality?: boolean
}

/** A whole run, as read from a file or returned by `evaluate`. */
export interface EvaluationRun {
  readonly header: RunHeader
  /** One per item and repeat, in the order of the dataset. */
  readonly items: readonly ItemRecord[]
  /** The end of the last session; absent if the run was killed. */
  readonly end?: RunEnd
  /** Absent if its gates were not checked: `evaluate` checks none, and earlier versions of the command kept no outcome. */
  readonly outcome?: OutcomeRecord
  /** Failed records that a repeat replaced. They only count for the cost. */
  readonly superseded?: readonly ItemRecord[]
  /** Harmless oddities: duplicates in the data, a dropped line, a store that was down. */
  readonly warnings?: readonly string[]
}

/** Returns a unique key for an answer of a run. */
export const toAnswerKey = ({ itemId, repeat }: Pick<ItemRecord, 'itemId' | 'repeat'>) =>
  JSON.stringify([itemId, repeat])

/** A user's message and its answer. */
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

/** A conversation as it went. */
export interface ConversationRecord {
  /** The answered turns, in order. If the item failed, it failed at the next one. */
  readonly turns: readonly TurnRecord[]
  /** The script was over, or the simulated user's view of its goal; absent if the item failed. */
  readonly end?: 'script' | 'goal met' | 'given up' | 'out of turns'
}
