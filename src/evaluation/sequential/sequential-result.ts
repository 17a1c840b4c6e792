import type { Interval } from '../../statistics/resampling.ts'

/** What can be said of one scorer, whenever one looks and stops. */
export interface SequentialResult {
  /** Clusters that were fed. */
  readonly values: number
  /**
   * What the scores are against those of the baseline, once that is decided, on the way or by all at the end: then the
   * interval lies wholly on that side.
   */
  readonly decided?: 'higher' | 'lower'
  /** Clusters that it took on the way; absent where nothing was decided there. */
  readonly decidedAfter?: number
  /** 1 ∕ evidence is a p-value of this scorer alone. */
  readonly evidence: number
  /** The interval of the mean difference over groups, which count alike, at the joint level; absent without a value. */
  readonly interval?: Interval
  /** The level of the test of all differences at the end, if nothing was decided before; absent for a run that stopped. */
  readonly levelAtEnd?: number
}
