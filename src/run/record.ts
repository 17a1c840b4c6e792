/** What a run file holds, one JSON object a line: a header first, then one record an item and repeat. */
import type { ToolMockReport, UnmockedToolPolicy } from '@mastra/core/datasets'
import type { JsonValue } from '../judge/contract.ts'
import type { ScorerQuestion } from '../scorers/common/finish-scorer.ts'
import type { ScoreBasis } from '../scorers/common/score-basis.ts'
import type { Cost, FailureRecord, ScoreRecord } from './score-record.ts'

export type { ScoreBasis } from '../scorers/common/score-basis.ts'
export type { Readings } from '../scorers/units/readings.ts'
export type { Cost, FailureRecord, ScoreRecord, VerdictRecord } from './score-record.ts'

/** What answered: enough to see that two runs can be compared. */
export interface TargetRecord {
  readonly kind: 'agent' | 'workflow' | 'function' | 'recorded'
  readonly id: string
  /** As 'provider/model', where the target says. */
  readonly model?: string
  /** A hash of the agent's instructions, if it gives them before it runs. */
  readonly instructions?: string
  /** Their text, where it is one and has at most 20,000 characters. */
  readonly instructionsText?: string
  /** 'deny' where tools without a mock fail an item that says nothing of them; else absent. */
  readonly unmockedToolPolicy?: UnmockedToolPolicy
  /** Who plays users: agent, model, and the version of what it is told. */
  readonly simulator?: { readonly id: string; readonly model?: string; readonly prompt: string }
  /** SHA-256 over recorded answers: a run resumes with the same answers only. */
  readonly answers?: string
}

export interface ScorerRecord {
  readonly id: string
  readonly name: string
  /** The highest possible score; absent where the scorer does not say. */
  readonly scale?: number
  /** Whether a lower score is the better one, as for bias or hallucination. */
  readonly lowerIsBetter: boolean
  /** What it was told to score of conversations; absent where that was left to the scorer. */
  readonly over?: 'turns' | 'conversation'
  /** True for a scorer that judged only once although answers are judged several times, since its score is always the same. */
  readonly deterministic?: boolean
  /**
   * A hash of what its scores depend on beside the answer (task, judge, options): `Measure.version`. Absent where
   * the scorer does not say, and in runs that were made before it was kept.
   */
  readonly version?: string
  /** The same, part by part. */
  readonly basis?: ScoreBasis
  /** What is to be known of its judge, as that a part of it is missing, in a sentence. */
  readonly notice?: string
  /** What its judge is asked about every unit; absent where the scorer does not say, or asks several things. */
  readonly question?: ScorerQuestion
}

export interface RunHeader {
  readonly kind: 'run'
  /** The version of this format. */
  readonly version: 1
  readonly id: string
  readonly name: string
  /** The name that the target has among others it is compared with. */
  readonly variant?: string
  /** The commit of the code that ran, as git abbreviates it, with '-dirty' behind it where files were changed. */
  readonly commit?: string
  /** Which of the items were chosen, in words, where that was not all of them. */
  readonly selection?: string
  /** The id of the run whose answers were scored again. */
  readonly rescored?: string
  /** The ids of the two runs whose answers were held against each other, pair by pair. */
  readonly pairs?: { readonly baseline: string; readonly candidate: string }
  /** ISO 8601, as all times. */
  readonly startedAt: string
  readonly target: TargetRecord
  readonly dataset: {
    readonly name: string
    /** The version of a dataset in Mastra's storage, and its id there. */
    readonly version?: number
    readonly storedId?: string
    readonly items: number
    /** SHA-256 over the items' ids, inputs, ground truths, expected trajectories, contexts and tool mocks: a run resumes and compares on the same data only. */
    readonly hash: string
  }
  readonly scorers: readonly ScorerRecord[]
  /** How often each item is answered, 1 or more. */
  readonly repeats: number
  /** How often each answer is judged; absent where once. */
  readonly judgings?: number
  /** For a run that may stop when it is decided against a baseline: its items are answered in an order of this seed. */
  readonly sequential?: {
    readonly level: number
    readonly seed: number
    /** The id of that run. */
    readonly baseline: string
  }
}

/** What scorers of the answer were given, messages with their tool calls: so that it can be scored again. */
export interface ExchangeRecord {
  readonly input: JsonValue
  readonly output: JsonValue
  readonly trajectory?: JsonValue
  /** What kind of thing answered, in Mastra's word. */
  readonly entityType?: string
}

/** How one thing that an item expects came off. */
export interface ExpectationRecord {
  /** In words: 'tone at least 0.8', 'includes "Paris"'. */
  readonly what: string
  readonly met: boolean
  /** In words: the score, the answer, the tools that were called, or why nothing could be held against it. */
  readonly found: string
  /** The scorer, if it is about a score. */
  readonly scorerId?: string
}

export interface ItemRecord {
  readonly kind: 'item'
  readonly itemId: string
  /** 1 to `repeats`. */
  readonly repeat: number
  /** Of the item in the dataset, from 0, since records come as they are made; absent in files of earlier versions. */
  readonly place?: number
  /** Items of one group (a document, a user) are not independent: errors are clustered by it. */
  readonly group?: string
  readonly input: JsonValue
  readonly groundTruth?: JsonValue
  readonly expectedTrajectory?: JsonValue
  readonly metadata?: JsonValue
  /** What the answer should rest on, as the dataset has it. */
  readonly context?: readonly string[]
  /** What the item expects, as the dataset has it. */
  readonly expect?: JsonValue
  /** What the user must have at the end, as the dataset has it. */
  readonly until?: string
  /** As the dataset has them. */
  readonly toolMocks?: JsonValue
  readonly unmockedToolPolicy?: UnmockedToolPolicy
  /** What became of them, as Mastra tells it; absent where the target was no agent, or failed otherwise. */
  readonly toolMockReport?: ToolMockReport
  /** The answer as text; absent where there is none because `failure` says why. */
  readonly answer?: string
  /** Absent where question and answer as texts are all that scorers got. */
  readonly exchange?: ExchangeRecord
  /** Absent where the item is none. */
  readonly conversation?: ConversationRecord
  /** The trace of the answer, if the target says it: feedback of users is found by it. */
  readonly traceId?: string
  /** The span of the agent's or workflow's run within that trace. */
  readonly spanId?: string
  /** The id of the model's last response, as its provider calls it. */
  readonly responseId?: string
  /** Why there is no answer. Then no scorer ran, and `scores` is empty. */
  readonly failure?: FailureRecord
  /** What the answer cost, without its scores. */
  readonly cost: Cost
  /** What a simulated user cost; absent if there is none. */
  readonly simulatorCost?: Cost
  readonly startedAt: string
  /** How long the answer took, failed tries included; each score has a duration of its own. */
  readonly durationInMs: number
  /** Scorer id to outcome. */
  readonly scores: Readonly<Record<string, ScoreRecord>>
  /** Absent where the item expects nothing. */
  readonly expectations?: readonly ExpectationRecord[]
}

/** Written when a run stops before its end, and when it is complete. */
export interface RunEnd {
  readonly kind: 'end'
  readonly at: string
  /** 'complete', or why it stopped: the budget, a signal, or that the comparison was decided. */
  readonly status: 'complete' | 'budget' | 'cancelled' | 'decided'
  readonly reason?: string
}

/** A whole run, as it is read from a file or returned by `evaluate`. */
export interface EvaluationRun {
  readonly header: RunHeader
  /** One an item and repeat, in the order of the dataset. */
  readonly items: readonly ItemRecord[]
  /** How the last session ended; absent if the run was killed. */
  readonly end?: RunEnd
  /** Records that failed and were taken the place of by a repeat. They count for the cost only. */
  readonly superseded?: readonly ItemRecord[]
  /** What was odd and did no harm: duplicates in the data, a line dropped, a store that was down. */
  readonly warnings?: readonly string[]
}

/** Tells one answer of a run from all others. */
export const keyOf = ({ itemId, repeat }: Pick<ItemRecord, 'itemId' | 'repeat'>) =>
  JSON.stringify([itemId, repeat])

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
