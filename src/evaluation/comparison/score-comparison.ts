import type { Interval } from '../../statistics/resampling.ts'
import type { MeasureDifference } from './scorer-differences.ts'

/** An item whose score changed, with its mean score in both runs. */
export interface MovedItem {
  readonly itemId: string
  readonly before: number
  readonly after: number
  /** after − before. Positive means a higher score, even if lower is better for the scorer. */
  readonly difference: number
}

/** The part of the differences that is due to chance within each item, over items repeated in both runs. */
export interface RepeatedPairs {
  /** The fewest repeats of an item. */
  readonly repeats: number
  /** The variance of an item's difference with one repeat in both runs. */
  readonly ofOne: number
  /** Its variance with the actual repeats. */
  readonly ofMean: number
}

/** One scorer over two runs of the same items. */
export interface ScoreComparison {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  /** Items scored in both runs. */
  readonly pairs: number
  /** The number of groups of pairs; an item without a group counts as one. */
  readonly clusters: number
  /** Items in both runs that only one of them scored; the comparison leaves them out. */
  readonly unpaired: number
  /**
   * Items scored in both runs but left out, because in one of them the judge gave no usable share and verdicts count;
   * absent if there are none.
   */
  readonly readOtherwise?: number
  /** The number of pairs whose score rose, and of those whose score fell, whichever is better. */
  readonly rose: number
  readonly fell: number
  /** Means over the pairs. If the run could stop, they and the difference are over equally weighted clusters. */
  readonly before?: number
  readonly after?: number
  /** after − before. */
  readonly difference?: number
  /**
   * The same difference, with the worst score in place of each missing one of an item scored in one run only; absent if
   * there is no such item, or if the worst score is not known.
   */
  readonly differenceIfWorst?: number
  /** The standard error of that difference, over clusters; absent like it, and if there is only one cluster. */
  readonly standardErrorIfWorst?: number
  /** Standard error of the difference, over clusters. */
  readonly standardError?: number
  /**
   * The interval of the difference: the means that a permutation test over groups does not reject, longer on the side
   * to which differences are skewed. Its level lets the intervals of all comparisons hold together: 0.95 for one, up to
   * 0.99 for five. Absent for fewer than six groups, and if `note` says why.
   */
  readonly interval?: Interval
  /** The number of comparisons decided together, and their joint level; absent if none could be decided. */
  readonly together?: { readonly comparisons: number; readonly level: number }
  /** Cohen's d for paired values: the mean difference over the standard deviation of the differences. */
  readonly effectSize?: number
  /**
   * A true difference that about four of five comparisons with as many clusters would show, if they vary like these:
   * the interval's arm towards 0, at least Student's, plus Student's t(0.8) times the standard error. If at most half of
   * the items moved, more of them must move for it. It may exceed the scale. Absent if it is too uncertain: for fewer
   * than 20 clusters, skewed differences, and groups of which few items moved.
   */
  readonly detectableDifference?: number
  /**
   * The sources of the variance of the items' differences, in squared units of the score; absent if no item was
   * repeated in both runs.
   */
  readonly spread?: RepeatedPairs & {
    /** The variance that endless repeats would leave. A small one may be estimated below 0. */
    readonly ofItems: number
  }
  /**
   * 'better' or 'worse' if the steps of `decideTogether` decide it, which can happen with an interval that reaches 0
   * once other comparisons are decided; 'same' if no item changed and every item has a
   * score in both runs; otherwise 'cannot tell'.
   */
  readonly verdict: 'better' | 'worse' | 'same' | 'cannot tell'
  /**
   * Differences in what the scores depend on, other than the answers, such as another judge. The verdict is then
   * 'cannot tell', and a difference is given only if judges were compared on purpose. Absent if there are none.
   */
  readonly measure?: readonly MeasureDifference[]
  /**
   * For a run that could stop once decided: whether it did. Interval and verdict then hold at whichever look it stopped,
   * and a difference that stopped it is too large on average. There is no effect size.
   */
  readonly sequential?: { readonly stoppedEarly: boolean }
  /** A sentence on the interval, or on why there is none. */
  readonly note?: string
  /** The items that changed most, largest absolute difference first. */
  readonly moved: readonly MovedItem[]
}
