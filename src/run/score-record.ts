import type { Evidence, Usage } from '../judge/contract.ts'
import type { JudgeErrorReason } from '../judge/errors.ts'
import type { Readings } from '../scorers/units/readings.ts'

/** An error in a form that can be stored: no stack, no keys. */
export interface FailureRecord {
  readonly name: string
  readonly message: string
  /** The number of attempts, 1 or more. */
  readonly attempts: number
  /** The reason why a judge gave no decision; absent if no judge is to blame. */
  readonly reason?: JudgeErrorReason
  /** The HTTP status of the response; absent if there was none. */
  readonly statusCode?: number
}

/** Calls, tokens and money. */
export interface Cost {
  /** Calls to a model, retries included. */
  readonly calls: number
  readonly usage: Usage
  /** US dollars; absent if the price of a model is unknown. */
  readonly money?: number
}

/** A unit of an answer with its verdict, as a report shows it. */
export interface VerdictRecord {
  readonly unit: string
  readonly verdict: string
  readonly reason?: string
  /** The piece of the score's `context` that the verdict rests on, if the judge names one: 'c2'. */
  readonly restsOn?: string
  /** 0 to 1. */
  readonly share?: number
  /** How good the unit is, 0 to 1: 1 − its credit if lower scores are better. Absent if the scorer does not give it. */
  readonly credit?: number
  /** Start of the unit in its source text, in UTF-16 code units; for statements, the source is the answer. */
  readonly start?: number
  /** Its end, exclusive. */
  readonly end?: number
}

/** Returns all verdicts of a score, those last that do not count in it; undefined if there are none. */
export function allVerdicts({
  verdicts,
  notCounted = [],
}: ScoreRecord): readonly VerdictRecord[] | undefined {
  return notCounted.length === 0
    ? verdicts
    : [...(verdicts ?? []), ...notCounted.map(({ credit: _, ...verdict }) => verdict)]
}

/** The outcome of one scorer on one answer. */
export type ScoreRecord = (
  | {
      readonly outcome: 'scored'
      readonly score: number
      /** The scores by verdict and by share, one of which counts; absent if any unit has no share. */
      readonly readings?: Readings
      /** The number of verdicts without a usable share, so that verdicts count; absent for none. */
      readonly lostShares?: number
      readonly reason?: string
      /** The turn at which the goal was reached, from 1; absent if it is not reached at the end. */
      readonly reachedAtTurn?: number
      /** Scores of further judgements of the answer; all other fields except the cost are of the first. */
      readonly again?: readonly number[]
      /** The reasons why further judgements gave no score. */
      readonly againFailed?: readonly string[]
    }
  | { readonly outcome: 'not scorable'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly failure: FailureRecord }
) & {
  readonly verdicts?: readonly VerdictRecord[]
  /** Units that the judge assessed but that do not count in the score; absent if there are none. */
  readonly notCounted?: readonly VerdictRecord[]
  /** The pieces of context that the judge saw; reasons call the first c1. Absent if the scorer reads no context. */
  readonly context?: readonly string[]
  /** The evidence of each decision, extraction or text; prompts and replies only if requested. */
  readonly evidence?: readonly Evidence[]
  readonly cost: Cost
  readonly durationInMs: number
  /** The score of each turn of a conversation, in order; absent if the conversation was scored as a whole. */
  readonly turns?: readonly ScoreRecord[]
}
