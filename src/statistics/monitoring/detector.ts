import type { z } from 'zod/v4'
import type { Interval } from '../resampling.ts'
import type { ChangePoint } from './change-point.ts'
import type { changeDetectorState, detectorOptions } from './detector-options.ts'
import type { Observation } from './observation.ts'

/** What watches a stream for a change of its mean. */
export interface ChangeDetector {
  readonly options: Readonly<z.output<typeof detectorOptions>>
  /**
   * One more observation; those of one conversation count as one, their mean.
   *
   * @throws RangeError for a value out of the range, or a weight that is not above 0 and up to the greatest.
   */
  add(observation: Observation): void
  /** Observations so far, those of the reference among them. */
  readonly count: number
  /** The mean compared with; absent while it is being learned. */
  readonly reference?: number
  /** The mean beyond which there is a change. Where no value can be beyond it, none can be found. */
  readonly limit?: number
  /** From 0. There is an alarm where it comes to the threshold. */
  readonly evidence: number
  readonly threshold: number
  /** Whether it is there now. The promise is of the first time since the beginning, or the last restart. */
  readonly alarmed: boolean
  /**
   * When the mean changed, if it did. Absent before the first observation after the reference.
   *
   * @param level Of the interval. Default 0.95.
   */
  changePoint(level?: number): ChangePoint | undefined
  /**
   * The means that the observations since then may have, at whatever moment one looks: `meanSinceWithin`. Absent as
   * `changePoint` is.
   *
   * @param level Default 0.95.
   */
  meanSince(level?: number): Interval | undefined
  /**
   * Compares what comes with another mean, chosen by what came before; only in place of a stated one. What was won
   * is kept, and so is the promise.
   */
  compareWith(mean: number): void
  /**
   * As it was when the reference became known: ready for the next alarm.
   *
   * @param missed Observations of the stream that went by meanwhile; they are counted. Default 0.
   */
  restart(missed?: number): void
  /** A copy, from which the detector can be resumed. */
  state(): z.output<typeof changeDetectorState>
}
