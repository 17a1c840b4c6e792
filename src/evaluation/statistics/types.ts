/** What the statistics say about one run, and about two. */

/** A confidence interval; `level` is its coverage, 0.95 for 95 %. */
export interface Interval {
  readonly low: number
  readonly high: number
  readonly level: number
}

/** One scorer over one run. */
export interface ScoreSummary {
  readonly scorerId: string
  /** Answers scored, not scorable, and failed: by the scorer, or because there was no answer. */
  readonly scored: number
  readonly notScorable: number
  readonly failed: number
  /** Over items, repeats averaged first; absent where nothing was scored. */
  readonly mean?: number
  /** Clustered by group, or by item where there are repeats; absent below two clusters. */
  readonly standardError?: number
  /** Bias-corrected bootstrap over clusters; absent below two clusters. */
  readonly interval?: Interval
}

/** An item that moved: its mean score in both runs. */
export interface MovedItem {
  readonly itemId: string
  readonly before: number
  readonly after: number
  /** after − before; for a scorer where lower is better, a positive difference is still a higher score. */
  readonly difference: number
}

/** One scorer over two runs of the same items. */
export interface ScoreComparison {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  /** Items scored in both runs. */
  readonly pairs: number
  /** Items scored in one of them only, which the comparison leaves out. */
  readonly unpaired: number
  readonly before?: number
  readonly after?: number
  /** after − before, over the pairs. */
  readonly difference?: number
  /** Paired bootstrap, over clusters. */
  readonly interval?: Interval
  /** Paired permutation test, two-sided, over clusters. */
  readonly pValue?: number
  /** Holm's correction over the scorers of the comparison. */
  readonly adjustedPValue?: number
  /** Cohen's d for paired values: mean difference over the standard deviation of the differences. */
  readonly effectSize?: number
  /** The smallest true difference that this many pairs, varying as they do, show with a power of 0.8. */
  readonly detectableDifference?: number
  /** 'better' or 'worse' where the interval lies wholly on one side of 0; else 'cannot tell'. */
  readonly verdict: 'better' | 'worse' | 'cannot tell'
  /** Those that moved most, largest absolute difference first. */
  readonly moved: readonly MovedItem[]
}
