import type { Interval } from '../../statistics/resampling.ts'

/** The result for one scorer, which is valid whenever one checks and stops. */
export interface SequentialResult {
  /** The number of clusters fed. */
  readonly values: number
  /**
   * The direction of the difference from the baseline, once decided along the way or by all values at the end; the
   * interval then lies wholly on that side.
   */
  readonly decided?: 'higher' | 'lower'
  /** The number of clusters until the decision; absent if nothing was decided along the way. */
  readonly decidedAfter?: number
  /** 1 ∕ evidence is a p-value of this scorer alone. */
  readonly evidence: number
  /** Joint-level interval of the mean difference over equally weighted groups; absent without a value. */
  readonly interval?: Interval
  /** The level of the final test of all differences, if undecided before; absent for a run that stopped. */
  readonly levelAtEnd?: number
}
