import type { Interval } from '../../statistics/resampling.ts'
import type { SequentialResult } from '../sequential/sequential-result.ts'
import type { MeasureDifference } from './measure-differences.ts'

/** What the statistics say about one run, and about two. */

/** One scorer over one run. */
export interface ScoreSummary {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  /** Answers scored, not scorable, and failed: by the scorer, or because there was no answer. */
  readonly scored: number
  readonly notScorable: number
  readonly failed: number
  /** Scored answers that count by verdict because the judge gave no usable share; absent for none. */
  readonly lostShares?: number
  /** Items with at least one score: what the mean is over. */
  readonly items: number
  /** Groups of items, each item without a group being one. */
  readonly clusters: number
  /** Over items, repeats averaged first; absent where nothing was scored. */
  readonly mean?: number
  /** Clustered by group, else by item; absent below two clusters. */
  readonly standardError?: number
  /**
   * For bounded values over groups, exact for yes and no (`boundedInterval`); absent if nothing honest can be said, and
   * `note` says why.
   */
  readonly interval?: Interval
  /** What to know about the interval, or why there is none, in a sentence. */
  readonly note?: string
}

/** An item that moved: its mean score in both runs. */
export interface MovedItem {
  readonly itemId: string
  readonly before: number
  readonly after: number
  /** after − before; for a scorer where lower is better, a positive difference is still a higher score. */
  readonly difference: number
}

/** What differences of items owe to chance within each item, over those that were repeated in both runs. */
export interface RepeatedPairs {
  /** The fewest repeats of an item. */
  readonly repeats: number
  /** The variance that an item's difference would have with one repeat in both runs. */
  readonly ofOne: number
  /** That it has with the repeats as they are. */
  readonly ofMean: number
}

/** Variances of the difference of one item, in squared units of the score, and how often items were repeated at least. */
export interface DifferenceSpread extends RepeatedPairs {
  /** What would be left with endless repeats. It may be below 0 where that is small. */
  readonly ofItems: number
}

export type Verdict = 'better' | 'worse' | 'same' | 'cannot tell'

/** One scorer over two runs of the same items. */
export interface ScoreComparison {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  /** Items scored in both runs. */
  readonly pairs: number
  /** Groups of pairs, each item without a group being one. */
  readonly clusters: number
  /** Items that both asked and that are scored in one of them only; the comparison leaves them out. */
  readonly unpaired: number
  /**
   * Items scored in both runs that are left out, because in one of them the judge gave no usable share and verdicts
   * count; absent for none.
   */
  readonly readOtherwise?: number
  /** Pairs whose score is higher in the second run, whether or not that is better, and lower. */
  readonly rose: number
  readonly fell: number
  /** Means over the pairs; where the run could stop, they and the difference are over clusters, which count alike. */
  readonly before?: number
  readonly after?: number
  /** after − before. */
  readonly difference?: number
  /**
   * The same, had each item that is scored in one run only the worst score in the other; absent where none is, and where
   * the worst score is not known.
   */
  readonly differenceIfWorst?: number
  /** Standard error of the difference, over clusters. */
  readonly standardError?: number
  /**
   * The interval of the difference, by which the verdict was decided: at each end the wider of the paired bootstrap and of the
   * permutation test turned round, both over groups. Its level is that of the step for the comparisons that are decided
   * together (`jointLevel`): 0.95 for one, up to 0.99 for the first of five. Absent below six groups, and where `note`
   * says why.
   */
  readonly interval?: Interval
  /** How many comparisons were decided together, and the level of all of them; absent where none could be. */
  readonly together?: { readonly comparisons: number; readonly level: number }
  /** Cohen's d for paired values: mean difference over the standard deviation of the differences. */
  readonly effectSize?: number
  /**
   * A true difference that about four of five comparisons of so many clusters show, where they vary as these do: the
   * longer arm of the interval, and Student's t(0.8) times the standard error. It may be beyond the scale.
   */
  readonly detectableDifference?: number
  /** What the differences of items come from; absent if no item was repeated in both runs. */
  readonly spread?: DifferenceSpread
  /**
   * 'better' or 'worse' where the interval lies wholly on one side of 0; 'same' where no item changed and none is
   * scored in one run only; else 'cannot tell'.
   */
  readonly verdict: Verdict
  /**
   * What the scores depend on beside the answers and is not the same in both runs, as another judge. Then the verdict
   * is 'cannot tell', and there is a difference only where judges were compared on purpose. Absent where nothing is.
   */
  readonly measure?: readonly MeasureDifference[]
  /**
   * What the test says of a run that could stop when it was decided, in place of the effect size. The
   * interval is then one that holds whenever one stops, and the verdict that of the test.
   */
  readonly sequential?: SequentialResult
  /** What to know about the interval, or why there is none, in a sentence. */
  readonly note?: string
  /** Those that moved most, largest absolute difference first. */
  readonly moved: readonly MovedItem[]
}
