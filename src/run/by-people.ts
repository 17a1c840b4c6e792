import type { PredictionPoweredDifference } from '../statistics/prediction-powered/difference.ts'
import type { PredictionPoweredMean } from '../statistics/prediction-powered/mean.ts'
import type { Interval } from '../statistics/resampling.ts'

/** What a scorer's mean over a group of items would be if people had scored, from the labels in it. */
export interface PeopleOfGroup extends PredictionPoweredMean {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  /** Whether people chose by themselves which answers to label: no interval is right for such labels. */
  readonly selfSelected: boolean
}

/** What a scorer's mean would be if people had scored, known from their labels of some answers. */
export interface PeopleSummary extends PeopleOfGroup {
  /** How labels and run differ, and what is not known about how answers were chosen, in sentences. */
  readonly warnings: readonly string[]
}

/** By how much people would find a group of items better or worse than in the baseline, from the labels in it. */
export interface PeopleChangeOfGroup extends PredictionPoweredDifference {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  readonly selfSelected: boolean
}

/**
 * By how much people would find a run better or worse than its baseline. The interval has the level of Holm's step for
 * the scorers that are decided together.
 */
export interface PeopleComparison extends PeopleChangeOfGroup {
  /** 'better' or 'worse' where the interval lies wholly on one side of 0. */
  readonly verdict: 'better' | 'worse' | 'cannot tell'
  /** Absent where labels allow for no interval, or people chose by themselves what to label. */
  readonly together?: {
    readonly comparisons: number
    /** The level of all comparisons together. */
    readonly level: number
    /** At the level of each where none is decided yet. */
    readonly all?: Interval
    /** The probability that any of all comparisons lies beyond an end is at most 0.2. */
    readonly likely?: Interval
    /** Each end is missed with a probability of 0.2. */
    readonly sure?: Interval
  }
  readonly warnings: readonly string[]
}

/** Two variants as people would score them; a positive difference is a higher score of `second`. */
export interface PeoplePair extends PeopleComparison {
  readonly first: string
  readonly second: string
}
