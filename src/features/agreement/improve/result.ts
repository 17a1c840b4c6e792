import type { Improvement } from '../../../judge/composed/improved/improvement.ts'
import type { Cost } from '../../../run/record.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { AgreementResult } from '../result.ts'

/** Estimated cost, as far as it is known before any request. */
export interface CostForecast {
  readonly name: string
  /** Requests to the judge. Replies that must be repeated, and composed judges, take more calls. */
  readonly requests: number
  /** In US dollars, from the length of the input; absent if a price is missing. */
  readonly money?: number
}

/** The plan of `improveJudge`, known before any request. */
export interface ImprovementPlan {
  /** Labelled rows in each part. */
  readonly rows: { readonly made: number; readonly chosen: number; readonly tested: number }
  /** First the current judge, on the rows for creating and selecting candidates; then each candidate. */
  readonly candidates: readonly CostForecast[]
  /** The most that the test of the best candidate and the current judge costs. */
  readonly test: CostForecast
  readonly total: CostForecast
  /** True if the requests depend on what the judge lists first, so that their number is approximate. */
  readonly isEstimate: boolean
  /** Changes that are not tried, and why. */
  readonly without: readonly { readonly name: string; readonly reason: string }[]
}

/** A candidate compared with the current judge, over the rows of the selection part that both scored. */
export interface CandidateResult {
  readonly name: string
  readonly scored: number
  readonly cost: Cost
  /** Agreement in `figure`. */
  readonly agreement: Estimate
  /** The paired gain in `figure` over the current judge. Absent for the current judge. */
  readonly gain?: Estimate
}

/** The best candidate compared with the current judge, on rows that neither created nor selected it. */
export interface ImprovementTest {
  readonly name: string
  readonly rows: number
  readonly groups: number
  readonly before: Estimate
  readonly after: Estimate
  readonly gain: Estimate
  /** For no difference, two-sided, by exchanging both judges' scores group by group. */
  readonly pValue: number
  /** Mean squared distance from the labels, after less before; absent for grades. */
  readonly squaredError?: Estimate
}

/** The result of improving a judge with labels. Plain JSON. */
export interface ImprovementResult
  extends Pick<AgreementResult, 'name' | 'scorer' | 'judges' | 'cost' | 'end' | 'warnings'> {
  readonly kind: 'judge improvement'
  /** The version of this format. */
  readonly version: 1
  readonly rows: ImprovementPlan['rows']
  /** The area under the curve for two kinds of labels, otherwise Spearman's ρ: higher is better. */
  readonly figure: 'areaUnderCurve' | 'spearman'
  readonly level: number
  /** The current judge first. Figures come from the rows that selected the best one, so they flatter it. */
  readonly candidates: readonly CandidateResult[]
  readonly without: ImprovementPlan['without']
  /** Absent if nothing was worth a test. */
  readonly tested?: ImprovementTest
  /** Input of `improvedJudge`; absent if the judge should stay as it is. */
  readonly improvement?: Improvement
  /** Recommendation, as sentences. */
  readonly conclusion: string
  /** Total labelled rows needed to detect a gain like the one found, with 80 % probability. */
  readonly labelsNeeded?: number
}
