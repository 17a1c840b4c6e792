import type { Evidence, Usage } from '../judge/contract.ts'
import type { JudgeErrorReason } from '../judge/errors.ts'
import type { Readings } from '../scorers/units/readings.ts'

/** An error as it can be stored: no stack, no keys. */
export interface FailureRecord {
  readonly name: string
  readonly message: string
  /** Times it was tried, 1 or more. */
  readonly attempts: number
  /** Why a judge gave no decision; absent where no judge is to blame. */
  readonly reason?: JudgeErrorReason
  /** HTTP status of the response that it was; absent where there was none. */
  readonly statusCode?: number
}

/** What something cost. */
export interface Cost {
  /** Calls to a model, repeats included. */
  readonly calls: number
  readonly usage: Usage
  /** US dollars; absent where the price of a model is not known. */
  readonly money?: number
}

/** A unit of an answer with its verdict, as a report shows it. */
export interface VerdictRecord {
  readonly unit: string
  readonly verdict: string
  readonly reason?: string
  /** 0 to 1. */
  readonly share?: number
  /** What the unit counted, 0 (bad) to 1 (good); absent where the scorer does not say. */
  readonly credit?: number
  /** Where the unit begins in the text it was taken from, in UTF-16 code units; for statements, the answer. */
  readonly start?: number
  /** Where it ends, exclusive. */
  readonly end?: number
}

/** How one scorer ended on one answer. */
export type ScoreRecord = (
  | {
      readonly outcome: 'scored'
      readonly score: number
      /** By verdict and by share, one of which is the score; absent where the judge gave no share for some unit. */
      readonly readings?: Readings
      /** Verdicts for which the judge gave no usable share, so that the answer counts by verdict; absent for none. */
      readonly lostShares?: number
      readonly reason?: string
      /** The turn from which on a goal is reached, from 1; absent if it is not reached at the end. */
      readonly reachedAtTurn?: number
      /** Scores of the same answer judged again; all else is of the first judging, but for the cost. */
      readonly again?: readonly number[]
      /** Why some of those gave no score. */
      readonly againFailed?: readonly string[]
    }
  | { readonly outcome: 'not scorable'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly failure: FailureRecord }
) & {
  readonly verdicts?: readonly VerdictRecord[]
  /** Units that the judge was asked about and that do not count in the score; absent where there are none. */
  readonly notCounted?: readonly VerdictRecord[]
  /** What the judge was asked and said, for each decision, extraction or text; prompts only if they were asked for. */
  readonly evidence?: readonly Evidence[]
  readonly cost: Cost
  readonly durationInMs: number
  /** The score of each turn of a conversation, in order; absent if the conversation was scored as a whole. */
  readonly turns?: readonly ScoreRecord[]
}
