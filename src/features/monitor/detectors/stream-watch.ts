import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import type { Interval } from '../../../statistics/resampling.ts'
import { ChangeDetector, createChangeDetector } from './change-detector.ts'
import { type ChangePoint, shiftChange } from './change-point.ts'
import { type ChangeDetectorOptions, changeDetectorState } from './detector-options.ts'
import { type Moment, momentState, type Observation } from './observation.ts'

export interface StreamWatchOptions extends ChangeDetectorOptions {
  /**
   * The number of observations per false recovery, at least, on average, while the mean stays half of the way to the
   * limit or worse. From 10. Default 50,000.
   */
  recoveryRunLength?: number
}

const recoveryOptions = z.strictObject({ recoveryRunLength: z.number().min(10).default(50_000) })

/** The number of observations after an alarm that measure how bad it is. */
const learned = 200

/** Weight and sum of the observations since the change, to estimate the mean in an episode. */
const badState = z.strictObject({
  /** The number of observations still to be included. */
  left: z.int().min(0),
  weight: z.number().positive(),
  sum: z.number(),
})

export const streamWatchState = z.strictObject({
  options: recoveryOptions,
  detector: changeDetectorState,
  episode: z.strictObject({ alarm: momentState, back: changeDetectorState, bad: badState }).optional(),
})

/** The mean has changed beyond the limit. */
export interface Alarm {
  readonly kind: 'alarm'
  readonly at: Moment
  /** When it changed, and the mean since then. */
  readonly since: ChangePoint
  /** The interval of that mean. It is valid although the moment was chosen, and ends at the limit. */
  readonly interval: Interval
  readonly reference: number
  readonly limit: number
}

/** The mean is back within the limit, or probably so. */
export interface Recovery extends Omit<Alarm, 'kind' | 'reference'> {
  readonly kind: 'recovery'
  /** As in an alarm. If it is within the limit, the mean is surely back. */
  readonly interval: Interval
}

/** An alarm that has not yet recovered. */
interface Episode {
  readonly alarm: Moment
  readonly back: ChangeDetector
  readonly bad: z.output<typeof badState>
}

/**
 * Watches a stream in episodes. It is calm until a change is found (`createChangeDetector`), then in alarm until a
 * detector in the other direction finds that the mean is back. That means that the mean has moved from its level in the
 * episode by at least half of the way to the limit, and since then is within the limit, or beyond it by at most one
 * standard error (half of one if some change is allowed). The level in the episode comes from the observations up to
 * the alarm and the 200 after it: the first alone are the worst stretch, and too extreme.
 *
 * Detectors start over after an alarm and after a recovery, so that in any n observations that the watch examines while
 * nothing has changed there are on average at most n ∕ averageRunLength false alarms, for a stated reference.
 */
export class StreamWatch {
  /** The detector of the change. It rests during an episode. */
  readonly detector: ChangeDetector
  readonly #recoveryRunLength: number
  #episode: Episode | undefined

  constructor({ options, detector, episode }: z.output<typeof streamWatchState>) {
    this.#recoveryRunLength = options.recoveryRunLength
    this.detector = new ChangeDetector(detector)
    this.#episode = episode && { ...episode, back: new ChangeDetector(episode.back) }
  }

  /**
   * Adds an observation, and returns anything to report. An episode has one alarm and at most one recovery; after that,
   * the watch is ready for the next alarm, with the same reference.
   *
   * @throws RangeError for a value out of range, or a weight that is not above 0 and up to the greatest.
   */
  add(observation: Observation): Alarm | Recovery | undefined {
    if (this.#episode) return this.#addToEpisode(this.#episode, observation)
    const { detector } = this
    detector.add(observation)
    if (!detector.alarmed) return undefined
    const { reference, limit, count } = detector
    const since = detector.changePoint()
    const interval = detector.meanSince()
    if (reference === undefined || limit === undefined || since === undefined || interval === undefined)
      throw new Error('an alarm before the reference was known')
    const at = { index: count, time: observation.time }
    this.#episode = { alarm: at, ...this.#toBack(limit, since) }
    return { kind: 'alarm', at, since, interval: this.#beyond(limit, interval), reference, limit }
  }

  /** The moment of an alarm that has not ended. */
  get alarmedAt(): Moment | undefined {
    return this.#episode?.alarm
  }

  state(): z.output<typeof streamWatchState> {
    const episode = this.#episode
    return {
      options: { recoveryRunLength: this.#recoveryRunLength },
      detector: this.detector.state(),
      episode: episode && {
        ...structuredClone({ alarm: episode.alarm, bad: episode.bad }),
        back: episode.back.state(),
      },
    }
  }

  #addToEpisode(episode: Episode, observation: Observation): Recovery | undefined {
    const { alarm, back } = episode
    back.add(observation)
    const { limit } = this.detector
    const since = back.alarmed ? back.changePoint() : undefined
    if (!since || limit === undefined || !this.#isWithin(since, back.count)) {
      this.#learn(episode, observation)
      return undefined
    }
    this.#episode = undefined
    this.detector.restart(back.count)
    const at = { index: this.detector.count, time: observation.time }
    const interval = back.meanSince() as Interval
    return { kind: 'recovery', at, since: shiftChange(since, alarm), interval, limit }
  }

  /** Ends the interval at the limit, since the alarm's guarantee is that the mean is beyond it. */
  #beyond(limit: number, { low, high, level }: Interval): Interval {
    return this.detector.options.direction === 'drop'
      ? { low: Math.min(low, limit), high: Math.min(high, limit), level }
      : { low: Math.max(low, limit), high: Math.max(high, limit), level }
  }

  #toBack(limit: number, { mean, weight }: ChangePoint): Pick<Episode, 'back' | 'bad'> {
    const { low, high, direction, greatestWeight } = this.detector.options
    const back = createChangeDetector({
      low,
      high,
      greatestWeight,
      direction: direction === 'drop' ? 'rise' : 'drop',
      reference: { mean: (limit + mean) / 2 },
      averageRunLength: this.#recoveryRunLength,
    })
    return { back, bad: { left: learned, weight, sum: weight * mean } }
  }

  /** Includes an observation in the level of the episode, and thus in the reference for leaving it. */
  #learn({ back, bad }: Episode, { value, weight = 1 }: Observation): void {
    const { limit, options } = this.detector
    if (bad.left === 0 || limit === undefined) return
    bad.left -= 1
    bad.weight += weight
    bad.sum += value * weight
    const worst = options.direction === 'drop' ? Math.min : Math.max
    back.compareWith((limit + worst(limit, bad.sum / bad.weight)) / 2)
  }

  /**
   * Returns whether the mean is back within the limit, allowing for the largest error that a mean of as many values can
   * have (Bhatia and Davis, 2000, bound their variance).
   */
  #isWithin({ estimate, mean }: ChangePoint, now: number): boolean {
    const { limit, options } = this.detector
    if (limit === undefined) return false
    // Rounding can put the mean of equal values outside the range.
    const variance = Math.max(0, (mean - options.low) * (options.high - mean))
    // If the limit equals the reference, a mean that is back at the reference is not surely within it.
    const errors = options.allowed > 0 ? 0.5 : 1
    const error = errors * Math.sqrt(variance / (now - estimate.index + 1))
    return options.direction === 'drop' ? mean + error >= limit : mean - error <= limit
  }
}

/** @throws TypeError for options out of range. */
export function createStreamWatch({ recoveryRunLength, ...rest }: StreamWatchOptions): StreamWatch {
  const options = readOptions('createStreamWatch', recoveryOptions, { recoveryRunLength })
  return new StreamWatch({ options, detector: createChangeDetector(rest).state() })
}
