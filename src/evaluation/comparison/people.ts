import type { ReadingsBesidePeople } from '../../statistics/compare-readings.ts'
import type { PredictionPoweredDifference } from '../../statistics/prediction-powered/difference.ts'
import type { PredictionPoweredMean } from '../../statistics/prediction-powered/mean.ts'

/** What a scorer's mean over a group of items would be if people had scored, from the labels in it. */
export interface PeopleOfGroup extends PredictionPoweredMean {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  /** Whether people chose by themselves which answers to label: no interval is right for such labels. */
  readonly selfSelected: boolean
}

/** What a scorer's mean would be if people had scored, known from their labels of some answers. */
export interface PeopleSummary extends PeopleOfGroup {
  /** Which of verdict and share agrees better with the labels; absent where answers lack one of them. */
  readonly readings?: ReadingsBesidePeople
  /** Where labels and run differ, and what is not known of how answers were chosen, in sentences. */
  readonly warnings: readonly string[]
}

/** By how much people would find a group of items better or worse than in the baseline, from the labels in it. */
export interface PeopleChangeOfGroup extends PredictionPoweredDifference {
  readonly scorerId: string
  readonly lowerIsBetter: boolean
  readonly selfSelected: boolean
}

/** By how much people would find a run better or worse than its baseline. */
export interface PeopleComparison extends PeopleChangeOfGroup {
  readonly warnings: readonly string[]
}

/** Two variants as people would score them; a positive difference is a higher score of `second`. */
export interface PeoplePair extends PeopleComparison {
  readonly first: string
  readonly second: string
}
