import type { z } from 'zod/v4'
import type { Interval } from '../../../statistics/resampling.ts'
import type { ChangePoint } from './change-point.ts'
import type { changeDetectorState, detectorOptions } from './detector-options.ts'
import type { Observation } from './observation.ts'

/** A detector of changes in the mean of a stream. */
export interface ChangeDetector {
  readonly options: Readonly<z.output<typeof detectorOptions>>
  /**
   * Adds an observation; those of one conversation count as one, their mean.
   *
   * @throws RangeError for a value out of range, or a weight that is not above 0 and up to the greatest.
   */
  add(observation: Observation): void
  /** The number of observations so far, including those of the reference. */
  readonly count: number
  /** The mean to compare with; absent while it is being learned. */
  readonly reference?: number
  /** The mean beyond which there is a change. If no value can be beyond it, no change can be found. */
  readonly limit?: number
  /** From 0. There is an alarm once it reaches the threshold. */
  readonly evidence: number
  readonly threshold: number
  /** Whether there is an alarm now. The guarantee is about the first since the start or the last restart. */
  readonly alarmed: boolean
  /**
   * Estimates when the mean changed, if it did. Absent before the first observation after the reference.
   *
   * @param level The level of the interval. Default 0.95.
   */
  changePoint(level?: number): ChangePoint | undefined
  /**
   * Returns the possible means of the observations since then, valid at any moment one checks: `meanSinceWithin`.
   * Absent like `changePoint`.
   *
   * @param level Default 0.95.
   */
  meanSince(level?: number): Interval | undefined
  /**
   * Compares later observations with another mean, chosen from earlier ones; only in place of a stated mean. The
   * winnings are kept, and so is the guarantee.
   */
  compareWith(mean: number): void
  /**
   * Returns to the state when the reference became known, ready for the next alarm.
   *
   * @param missed Observations of the stream that passed meanwhile; they are counted. Default 0.
   */
  restart(missed?: number): void
  /** Copies the state, from which the detector can resume. */
  state(): z.output<typeof changeDetectorState>
}
