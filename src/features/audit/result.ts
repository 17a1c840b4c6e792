import type { PeopleSummary } from '../../run/people-estimates.ts'
import type { Cost, RunEnd, ScorerRecord } from '../../run/record.ts'
import type { Estimate } from '../../statistics/estimate.ts'
import type { Effect } from './effects.ts'

/** The result of one probe. Numbers are in units of the score, unless they are shares of answers. */
export interface ProbeResult {
  readonly name: string
  readonly title: string
  /** The change, as a sentence. */
  readonly what: string
  /**
   * 'found': significant at the stated level, and at least as large as the tolerance. 'not found' does not prove that
   * there is no effect: see `direction.detectable`. 'not looked at': fewer than 6 answers could be compared, or the judge sees no change.
   */
  readonly result: 'found' | 'too small to matter' | 'not found' | 'not looked at'
  /** The finding, as a clause after 'the judge'. */
  readonly finding?: string
  /** The number below that the finding is about. */
  readonly found?: 'direction' | 'movement'
  /**
   * Answers compared; rewritten; of these, not scored because the judge is asked the same as before; and left out
   * because they were not scored or have other units.
   */
  readonly answers: number
  readonly written: number
  readonly unseen: number
  readonly leftOut: number
  /** The share of answers whose score moved by more than the tolerance. */
  readonly moved?: number
  /** True if all scores are the same with and without the probe; otherwise absent. */
  readonly unchanged?: true
  /** Mean difference, which is 0 for a fair judge. For order, it is in units of a unit's credit, 0 to 1. */
  readonly direction: Effect
  /** How much more scores moved, either way, than when the same was asked again. */
  readonly movement: Effect
}

/** A group of labelled answers, and how much larger the judge's error is there than elsewhere. */
export interface SliceResult {
  /** A field of the items, or a property of the answer: 'length', 'form', 'language'. */
  readonly field: string
  readonly group: string
  readonly answers: number
  /** Mean score less mean label, in the group and in all other labelled answers. */
  readonly error: number
  readonly errorElsewhere: number
  /** `error` less `errorElsewhere`. */
  readonly difference: Effect
  readonly found: boolean
}

/** The trustworthiness of a judge on these data. Plain JSON. */
export interface AuditResult {
  readonly kind: 'audit'
  /** The version of this format. */
  readonly version: 1
  readonly run: { readonly id: string; readonly name: string; readonly dataset: string }
  readonly scorer: ScorerRecord
  /** Ids of the judges that answered. */
  readonly judges: readonly string[]
  /** Answers with text in the run, and the number drawn from them. */
  readonly answers: { readonly total: number; readonly drawn: number }
  /** The level of intervals and tests: at most 1 − level of all audits of fair judges find anything. */
  readonly level: number
  /** Smaller effects do not matter. */
  readonly tolerance: number
  /** The change of scores when the judge is asked the same again. */
  readonly again: {
    /** Answers judged twice; 0 if the scorer is deterministic. */
    readonly answers: number
    readonly isDeterministic: boolean
    /** The share of answers whose score moved by more than the tolerance. */
    readonly moved?: Estimate
    /** Mean distance of the two scores, over all answers. */
    readonly distance?: Estimate
  }
  readonly probes: readonly ProbeResult[]
  /** Agreement of scores with labels. Absent without labels. */
  readonly people?: {
    /** Labelled answers with a score in the run. */
    readonly answers: number
    /** Agreement beyond chance, where scores and labels above half of the scale count as yes; 0 is chance. */
    readonly kappa: Estimate
    readonly ranking: { readonly figure: 'areaUnderCurve' | 'spearman'; readonly estimate: Estimate }
    /** Mean score less mean label: above 0, the judge scores too high. */
    readonly meanError: Estimate
    readonly people?: PeopleSummary
    readonly warnings: readonly string[]
  }
  /** Empty without labels. */
  readonly slices: readonly SliceResult[]
  readonly cost: Cost
  /** How the work ended. */
  readonly end: Omit<RunEnd, 'kind'>
  /** Caveats of the results, as sentences. */
  readonly warnings: readonly string[]
}
