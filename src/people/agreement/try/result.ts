import type { Cost, RunEnd, ScorerRecord } from '../../../evaluation/record.ts'
import type { Estimate } from '../../../statistics/estimate.ts'

/** What trying settings would take, known before anything is asked. */
export interface TrialPlan {
  readonly rows: number
  /** The scorer as it is set, then each setting that is tried with requests of its own. */
  readonly settings: readonly {
    readonly name: string
    /** To the judge; a reply that has to be asked for again, and a judge made of judges, take more calls. */
    readonly requests: number
  }[]
  /** Settings that need no request, as they read the same replies otherwise. */
  readonly free: readonly string[]
  readonly requests: number
  /** Whether the requests hang on what the judge lists first, so that they are about as many. */
  readonly isEstimate: boolean
  /** Settings that would change nothing, and why. */
  readonly without: readonly { readonly name: string; readonly reason: string }[]
}

/** A setting beside the scorer as it is set, over the rows that have a score by both. */
export interface TriedResult {
  readonly name: string
  /** Rows that have a score by this setting; of those compared see `rows`. */
  readonly scored: number
  readonly cost: Cost
  /** Of `figure`. */
  readonly ranking: Estimate
  /** Rows that have a score by this setting and as it is set. Absent for the scorer as it is set, as all below. */
  readonly rows?: number
  /** Of `figure`, by this setting less as it is set, paired, at `levelOfEach`: above 0 it agrees better. */
  readonly difference?: Estimate
  /** The same of the mean squared distance from labels: below 0 it agrees better. Absent for grades. */
  readonly squaredError?: Estimate
  readonly finding?: 'better' | 'worse' | 'cannot tell'
}

/** What batch size, order of options and reading do to agreement with people. Plain JSON. */
export interface TrialResult {
  readonly kind: 'settings trial'
  /** Of this format. */
  readonly version: 1
  readonly name: string
  readonly scorer: ScorerRecord
  readonly judges: readonly string[]
  readonly rows: number
  /** The area under the curve where labels are of two kinds, else Spearman's ρ: higher is better. */
  readonly figure: 'areaUnderCurve' | 'spearman'
  /** Of all differences together, 0.95 for 95 %. */
  readonly level: number
  /** Of each, so that together they have `level` (Bonferroni). */
  readonly levelOfEach: number
  /** The scorer as it is set first. */
  readonly settings: readonly TriedResult[]
  readonly without: TrialPlan['without']
  /** The setting to take; absent where the scorer should stay as it is set. */
  readonly take?: string
  /** What to take, as a sentence. */
  readonly conclusion: string
  readonly cost: Cost
  readonly end: Omit<RunEnd, 'kind'>
  readonly warnings: readonly string[]
}
