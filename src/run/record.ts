/** The content of a run file, one JSON object per line: a header, then one record per item and repeat. */
import type { UnmockedToolPolicy } from '@mastra/core/datasets'
import type { ScorerQuestion } from '../scorers/common/measure.ts'
import type { ScoreBasis } from '../scorers/common/score-basis.ts'
import type { AnswerPlace, ItemRecord } from './item-record.ts'

export type { ScoreBasis } from '../scorers/common/score-basis.ts'
export type { Readings } from '../scorers/units/readings.ts'
export type { Cost, FailureRecord, ScoreRecord, VerdictRecord } from './score-record.ts'

/** The target: enough to see whether two runs can be compared. */
export interface TargetRecord {
  readonly kind: 'agent' | 'workflow' | 'function' | 'recorded'
  readonly id: string
  /** As 'provider/model', if known. */
  readonly model?: string
  /** A hash of the agent's instructions, without dates and times, if they are known before it runs. */
  readonly instructions?: string
  /** The text of the instructions, if they are a text of at most 20,000 characters. */
  readonly instructionsText?: string
  /** A hash of `targetOptions`, 'none' without any; absent for functions, and in runs from before it was kept. */
  readonly options?: string
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
  /** The options that set gates of `verdict run`; absent if made by `evaluate` or an earlier version. */
  readonly gates?: readonly string[]
  /** The ids of the two runs whose answers were compared, pair by pair. */
  readonly pairs?: { readonly baseline: string; readonly candidate: string }
  /** ISO 8601, like all times. */
  readonly startedAt: string
  readonly target: TargetRecord
  readonly dataset: {
    readonly name: string
    /** Its file, from the folder of the configuration or command, with '/'. Absent if `verdict run` did not read it. */
    readonly path?: string
    /** The version of a dataset in Mastra's storage, and its id there. */
    readonly version?: number
    readonly storedId?: string
    readonly items: number
    /**
     * SHA-256 of the items' ids, inputs, ground truths, expected trajectories, contexts and tool mocks: a run resumes
     * and compares only with the same data.
     */
    readonly hash: string
    /** SHA-256 of the items' expectations and groups: a run resumes only with the same. Absent in earlier versions. */
    readonly expectationsHash?: string
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
  /** True if that gate could not tell, which `inconclusive: 'pass'` may have allowed. */
  readonly isUndecided?: boolean
  /** Whether a gate was about the quality of the answers; absent in older files. */
  readonly isOfQuality?: boolean
  /** True if a comparison, for a gate or only shown, found it worse. */
  readonly isWorse?: boolean
  /** The id of the run that it was compared with. */
  readonly baseline?: string
  /** The gates that it did not pass, the worst first, each with its finding; absent in older files. */
  readonly causes?: readonly { readonly gate: string; readonly title: string }[]
}

/** A whole run, as read from a file or returned by `evaluate`. */
export interface EvaluationRun {
  readonly header: RunHeader
  /** The name that people gave it with `verdict runs <run> --as`, if it was read by that name. */
  readonly givenName?: string
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

export const toAnswerKey = ({ itemId, repeat }: AnswerPlace) => JSON.stringify([itemId, repeat])
