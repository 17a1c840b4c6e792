import type { PredictionPoweredDifference } from '../statistics/prediction-powered/difference.ts'
import type { PredictionPoweredMean } from '../statistics/prediction-powered/mean.ts'
import type { Interval } from '../statistics/resampling.ts'

/** A scorer's mean over a group of items as people would score it, estimated from the labels in the group. */
export interface PeopleOfGroup extends PredictionPoweredMean {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  /** Whether people chose for themselves which answers to label: no interval is valid for such labels. */
  readonly selfSelected: boolean
}

/** A scorer's mean as people would score it, estimated from their labels of some answers. */
export interface PeopleSummary extends PeopleOfGroup {
  /** Sentences on how labels and run differ, and on what is unknown about the choice of answers. */
  readonly warnings: readonly string[]
}

/** A group's change against the baseline as people would score it, estimated from the labels in it. */
export interface PeopleChangeOfGroup
  extends PredictionPoweredDifference,
    Pick<PeopleOfGroup, 'scorerId' | 'lowerIsBetter' | 'selfSelected'> {}

/**
 * The change of a run against its baseline as people would score it. The interval has the level of Holm's first step, so
 * that the intervals of all scorers hold together; later steps may still decide a verdict.
 */
export interface PeopleComparison extends PeopleChangeOfGroup {
  /** 'better' or 'worse' if Holm's steps decide it. */
  readonly verdict: 'better' | 'worse' | 'cannot tell'
  /** Absent if the labels allow no interval, or if people chose for themselves what to label. */
  readonly together?: {
    readonly comparisons: number
    /** The joint level of all comparisons. */
    readonly level: number
    /** The probability that any of the comparisons exceeds an end is at most 0.2. */
    readonly likely?: Interval
    /** Each end is exceeded with a probability of 0.2. */
    readonly sure?: Interval
  }
  readonly warnings: readonly string[]
}

/** Two variants as people would score them; a positive difference means that `second` scores higher. */
export interface PeoplePair extends PeopleComparison {
  readonly first: string
  readonly second: string
}
