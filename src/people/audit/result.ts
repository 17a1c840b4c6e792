import type { PeopleSummary } from '../../run/by-people.ts'
import type { Cost, RunEnd, ScorerRecord } from '../../run/record.ts'
import type { Estimate } from '../../statistics/estimate.ts'
import type { Effect } from './effects.ts'

/** What one probe found. Numbers are in units of the score, unless they are shares of answers. */
export interface ProbeResult {
  readonly name: string
  readonly title: string
  /** What was done, as a sentence. */
  readonly what: string
  /**
   * 'found': there at the stated level, and at least as large as the tolerance. 'not found' is no proof that there
   * is none: see `direction.detectable`. 'not looked at': fewer than 6 answers could be compared.
   */
  readonly result: 'found' | 'too small to matter' | 'not found' | 'not looked at'
  /** What was found, as a clause after 'the judge'. */
  readonly finding?: string
  /** Which of the two numbers below it is about. */
  readonly found?: 'direction' | 'movement'
  /** Answers that were compared, could be written so, and of those were left out: not scored, or of other units. */
  readonly answers: number
  readonly written: number
  readonly leftOut: number
  /** The share of answers whose score moved by more than the tolerance. */
  readonly moved?: number
  /** True where all scores are the same with the probe and without; else absent. */
  readonly unchanged?: true
  /** How much higher or lower: would be 0 of a fair judge. For order it is of a unit's credit, 0 to 1. */
  readonly direction: Effect
  /** How much more scores moved, either way, than when the same was asked again. */
  readonly movement: Effect
}

/** A group of labelled answers, and how much more the judge is off there than elsewhere. */
export interface SliceResult {
  /** A field of the items, or what is known of the answer: 'length', 'form', 'language'. */
  readonly field: string
  readonly group: string
  readonly answers: number
  /** Mean score less mean label, in the group and in all other labelled answers. */
  readonly error: number
  readonly errorElsewhere: number
  /** The one less the other. */
  readonly difference: Effect
  readonly found: boolean
}

/** How far a judge can be trusted on these data. Plain JSON. */
export interface AuditResult {
  readonly kind: 'audit'
  /** The version of this format. */
  readonly version: 1
  readonly run: { readonly id: string; readonly name: string; readonly dataset: string }
  readonly scorer: ScorerRecord
  /** Ids of the judges that answered. */
  readonly judges: readonly string[]
  /** Answers with a text in the run, and of those that were drawn. */
  readonly answers: { readonly total: number; readonly drawn: number }
  /** The level of intervals and tests: at most 1 − level of all audits of fair judges find anything. */
  readonly level: number
  /** Effects below it do not matter. */
  readonly tolerance: number
  /** How scores change when the judge is asked the same again. */
  readonly again: {
    /** Answers that were judged twice; 0 where the scorer always gives the same score. */
    readonly answers: number
    readonly isDeterministic: boolean
    /** The share of answers whose score moved by more than the tolerance. */
    readonly moved?: Estimate
    /** The mean distance of the two scores, over the answers of all verdicts. */
    readonly distance?: Estimate
  }
  readonly probes: readonly ProbeResult[]
  /** How far scores agree with labels. Absent without labels. */
  readonly people?: {
    /** Labelled answers that the run has scores of. */
    readonly answers: number
    /** Beyond chance, scores and labels above half of the scale being yes; 0 is chance. */
    readonly kappa: Estimate
    readonly ranking: { readonly figure: 'areaUnderCurve' | 'spearman'; readonly estimate: Estimate }
    /** Mean score less mean label: above 0, the judge is too high. */
    readonly meanError: Estimate
    readonly people?: PeopleSummary
    readonly warnings: readonly string[]
  }
  /** Empty without labels. */
  readonly slices: readonly SliceResult[]
  readonly cost: Cost
  /** How the work ended. */
  readonly end: Omit<RunEnd, 'kind'>
  /** What to know before any of it is believed, in sentences. */
  readonly warnings: readonly string[]
}
