import type { Interval } from '../../statistics/resampling.ts'

/** One scorer over one run. */
export interface ScoreSummary {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  /** The numbers of answers scored, not scorable, and failed: the scorer failed, or there was no answer. */
  readonly scored: number
  readonly notScorable: number
  readonly failed: number
  /** Scored answers that count by verdict because the judge gave no usable share; absent for none. */
  readonly lostShares?: number
  /** Items with at least one score; the mean is over these. */
  readonly items: number
  /** The number of groups; an item without a group counts as one. */
  readonly clusters: number
  /** The mean over items, with repeats averaged first; absent if nothing was scored. */
  readonly mean?: number
  /** Clustered by group, otherwise by item; absent for fewer than two clusters. */
  readonly standardError?: number
  /**
   * For bounded values over groups, exact for yes and no (`boundedInterval`). Absent if no reliable interval exists;
   * `note` then says why.
   */
  readonly interval?: Interval
  /** A sentence on the interval, or on why there is none. */
  readonly note?: string
}
