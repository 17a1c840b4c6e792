import type { Improvement } from '../../../judge/composed/improved/improvement.ts'
import type { Cost, RunEnd, ScorerRecord } from '../../../run/record.ts'
import type { Estimate } from '../../../statistics/estimate.ts'

/** What something would take, as far as can be known before anything is asked. */
export interface Planned {
  readonly name: string
  /** To the judge; a reply that has to be asked for again, and a judge made of judges, take more calls. */
  readonly requests: number
  /** In US dollars, from the length of what is sent; absent where a price is missing. */
  readonly money?: number
}

/** What `improveJudge` would do, known before anything is asked. */
export interface ImprovementPlan {
  /** Labelled rows in each part. */
  readonly rows: { readonly made: number; readonly chosen: number; readonly tested: number }
  /** The judge as it is set first, on the rows that candidates are made of and chosen by; then each candidate. */
  readonly candidates: readonly Planned[]
  /** The test, at most, of the best one and the judge as it is set. */
  readonly test: Planned
  readonly total: Planned
  /** Whether the requests hang on what the judge lists first, so that they are about as many. */
  readonly isEstimate: boolean
  /** What is not tried, and why. */
  readonly without: readonly { readonly name: string; readonly reason: string }[]
}

/** A candidate beside the judge as it is set, over the rows that it is chosen by and that have a score by both. */
export interface CandidateResult {
  readonly name: string
  readonly scored: number
  readonly cost: Cost
  /** The agreement by `figure`. */
  readonly agreement: Estimate
  /** The gain in `figure` of this candidate over the judge as it is set, paired. Absent for the latter. */
  readonly gain?: Estimate
}

/** The best candidate beside the judge as it is set, on rows that had no part in making or choosing it. */
export interface ImprovementTest {
  readonly name: string
  readonly rows: number
  readonly groups: number
  readonly before: Estimate
  readonly after: Estimate
  readonly gain: Estimate
  /** For no gain and no loss, two-sided, by exchanging both judges' scores group by group. */
  readonly pValue: number
  /** Mean squared distance from the labels, after less before; absent for grades. */
  readonly squaredError?: Estimate
}

/** Whether labels make a judge better, and how. Plain JSON. */
export interface ImprovementResult {
  readonly kind: 'judge improvement'
  /** The version of this format. */
  readonly version: 1
  readonly name: string
  readonly scorer: ScorerRecord
  readonly judges: readonly string[]
  readonly rows: ImprovementPlan['rows']
  /** The area under the curve where labels are of two kinds, else Spearman's ρ: higher is better. */
  readonly figure: 'areaUnderCurve' | 'spearman'
  readonly level: number
  /** The judge as it is set first. Their figures are of rows that they were chosen by: too good for the best. */
  readonly candidates: readonly CandidateResult[]
  readonly without: ImprovementPlan['without']
  /** Absent where nothing was worth a test. */
  readonly tested?: ImprovementTest
  /** What to serve with `improvedJudge`; absent where the judge should stay as it is. */
  readonly improvement?: Improvement
  /** What to do, as sentences. */
  readonly conclusion: string
  /** Labelled rows in all with which a gain like the one that was seen would be told from chance, 8 times of 10. */
  readonly labelsNeeded?: number
  readonly cost: Cost
  readonly end: Omit<RunEnd, 'kind'>
  readonly warnings: readonly string[]
}
