import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import type { Interval } from '../resampling.ts'
import { createChangeDetector, resumeChangeDetector } from './change-detector.ts'
import type { ChangePoint } from './change-point.ts'
import type { ChangeDetector } from './detector.ts'
import { type ChangeDetectorOptions, changeDetectorState } from './detector-options.ts'
import { type Moment, momentState, type Observation } from './observation.ts'

export interface StreamWatchOptions extends ChangeDetectorOptions {
  /**
   * When the mean is told to be back. `likely`: it has left where it was in the episode, by at least half of the way
   * to the limit, and the mean since then is within the limit, or beyond it by no standard error (half of one where
   * something is allowed). Where it was is told by the observations up to the alarm and the 200 after it: the first
   * alone are the worst stretch, and too bad. `surely`: it is within the limit, or this is one of the wrong recoveries
   * that may be; that takes long, and something must be allowed, since a mean that is back at the limit and no better
   * is never surely within it. Default `likely`.
   */
  recovery?: 'likely' | 'surely'
  /**
   * While the mean stays as bad there is one wrong recovery in so many observations, at most, on average: as bad as
   * the limit for `surely`, as bad as half of the way for `likely`. From 10. Default 50,000.
   */
  recoveryRunLength?: number
}

const recoveryOptions = z.strictObject({
  recovery: z.enum(['likely', 'surely']).default('likely'),
  recoveryRunLength: z.number().min(10).default(50_000),
})
type RecoveryOptions = z.output<typeof recoveryOptions>

/** So many observations after an alarm tell how bad it is. */
const learned = 200

/** Where the mean is in an episode: of observations since the change. */
const badState = z.strictObject({
  /** Observations that are still to be counted in. */
  left: z.int().min(0),
  weight: z.number().positive(),
  sum: z.number(),
})

/** Of states that were stored. */
export const streamWatchState = z.strictObject({
  options: recoveryOptions,
  detector: changeDetectorState,
  episode: z
    .strictObject({
      alarm: momentState,
      back: changeDetectorState,
      /** Absent from what an earlier version kept, and where recoveries must be sure. */
      bad: badState.optional(),
    })
    .optional(),
})

/** A watch as JSON. */
export type StreamWatchState = z.output<typeof streamWatchState>

/** The mean has changed beyond the limit. */
export interface Alarm {
  readonly kind: 'alarm'
  readonly at: Moment
  /** When it changed, and the mean since then. */
  readonly since: ChangePoint
  /** Of that mean: it holds although the moment was chosen, and ends at the limit. */
  readonly interval: Interval
  readonly reference: number
  readonly limit: number
}

/** The mean is back within the limit, or likely so. */
export interface Recovery {
  readonly kind: 'recovery'
  readonly at: Moment
  /** When it came back, and the mean since then. */
  readonly since: ChangePoint
  /** Of that mean, as in an alarm. It is surely back where all of it is within the limit. */
  readonly interval: Interval
  readonly limit: number
}

export interface StreamWatch {
  /**
   * One more observation, and what is to be told of it. An episode has one alarm and at most one recovery; after that
   * the watch is ready for the next alarm, with the same reference.
   *
   * @throws RangeError for a value out of the range, or a weight that is not above 0 and up to the greatest.
   */
  add(observation: Observation): Alarm | Recovery | undefined
  /** Of the alarm that has not been recovered from. */
  readonly alarmedAt?: Moment
  /** What looks for the change; to be read only. It rests during an episode. */
  readonly detector: Pick<
    ChangeDetector,
    'options' | 'count' | 'reference' | 'limit' | 'evidence' | 'threshold'
  >
  /** A copy, from which the watch can be resumed. */
  state(): StreamWatchState
}

/**
 * A stream in episodes: calm until a change is found (`createChangeDetector`), then in alarm until a detector of the
 * other direction finds that the mean is back.
 *
 * Detectors begin anew after an alarm and after a recovery, so that in any n observations that the watch looks at
 * while nothing has changed there are at most n ∕ averageRunLength false alarms on average, of a stated reference.
 *
 * @throws TypeError for options that are out of range.
 */
export function createStreamWatch(options: StreamWatchOptions): StreamWatch {
  const { recovery, recoveryRunLength, ...rest } = options
  const read = readOptions('createStreamWatch', recoveryOptions, { recovery, recoveryRunLength })
  const detector = createChangeDetector(rest)
  if (read.recovery === 'surely' && detector.options.allowed === 0)
    throw new TypeError('createStreamWatch: options.recovery: "surely" takes that something is allowed')
  return new Watch(read, detector)
}

/**
 * The watch that had this state.
 *
 * @throws TypeError for what is no state.
 */
export function resumeStreamWatch(state: StreamWatchState): StreamWatch {
  const { options, detector, episode } = readOptions('resumeStreamWatch', streamWatchState, state)
  const resumed = episode && { ...episode, back: resumeChangeDetector(episode.back) }
  return new Watch(options, resumeChangeDetector(detector), resumed)
}

/** From an alarm to its recovery. */
interface Episode {
  readonly alarm: Moment
  readonly back: ChangeDetector
  bad?: z.output<typeof badState> | undefined
}

class Watch implements StreamWatch {
  readonly detector: ChangeDetector
  readonly #options: RecoveryOptions
  #episode: Episode | undefined

  constructor(options: RecoveryOptions, detector: ChangeDetector, episode?: Episode) {
    this.#options = options
    this.detector = detector
    this.#episode = episode
  }

  add(observation: Observation): Alarm | Recovery | undefined {
    if (this.#episode) return this.#addToEpisode(this.#episode, observation)
    const { detector } = this
    detector.add(observation)
    if (!detector.alarmed) return undefined
    const { reference, limit, count } = detector
    const [since, interval] = [detector.changePoint(), detector.meanSince()]
    if (reference === undefined || limit === undefined || since === undefined || interval === undefined)
      throw new Error('an alarm before the reference was known')
    const at = { index: count, time: observation.time }
    this.#episode = { alarm: at, ...this.#toBack(limit, since) }
    return { kind: 'alarm', at, since, interval: this.#beyond(limit, interval), reference, limit }
  }

  get alarmedAt() {
    return this.#episode?.alarm
  }

  state() {
    const state = { options: { ...this.#options }, detector: this.detector.state() }
    if (!this.#episode) return state
    const { alarm, back, bad } = this.#episode
    const episode = { alarm: { ...alarm }, back: back.state(), ...(bad && { bad: { ...bad } }) }
    return { ...state, episode }
  }

  #addToEpisode(episode: Episode, observation: Observation): Recovery | undefined {
    const { alarm, back } = episode
    back.add(observation)
    const { limit } = this.detector
    const since = back.alarmed ? back.changePoint() : undefined
    if (
      !since ||
      limit === undefined ||
      !(this.#options.recovery === 'surely' || this.#isWithin(since, back.count))
    ) {
      this.#learn(episode, observation)
      return undefined
    }
    this.#episode = undefined
    this.detector.restart(back.count)
    const at = { index: this.detector.count, time: observation.time }
    const interval = back.meanSince() as Interval
    return { kind: 'recovery', at, since: inStream(since, alarm), interval, limit }
  }

  /** An alarm is as sure as the promise that the mean is beyond the limit. */
  #beyond(limit: number, { low, high, level }: Interval): Interval {
    return this.detector.options.direction === 'drop'
      ? { low: Math.min(low, limit), high: Math.min(high, limit), level }
      : { low: Math.max(low, limit), high: Math.max(high, limit), level }
  }

  #toBack(limit: number, { mean, weight }: ChangePoint): Pick<Episode, 'back' | 'bad'> {
    const { low, high, direction, greatestWeight } = this.detector.options
    const { recovery, recoveryRunLength } = this.#options
    const isSure = recovery === 'surely'
    const back = createChangeDetector({
      low,
      high,
      greatestWeight,
      direction: direction === 'drop' ? 'rise' : 'drop',
      reference: { mean: isSure ? limit : (limit + mean) / 2 },
      averageRunLength: recoveryRunLength,
    })
    return isSure ? { back } : { back, bad: { left: learned, weight, sum: weight * mean } }
  }

  /** Where the mean is, by one more observation, and from where on it would have left that. */
  #learn({ back, bad }: Episode, { value, weight = 1 }: Observation): void {
    const { limit, options } = this.detector
    if (!bad || bad.left === 0 || limit === undefined) return
    bad.left -= 1
    bad.weight += weight
    bad.sum += value * weight
    const worst = options.direction === 'drop' ? Math.min : Math.max
    back.compareWith((limit + worst(limit, bad.sum / bad.weight)) / 2)
  }

  /** With the largest error that a mean of so many values can have (Bhatia and Davis, 2000, bound their variance). */
  #isWithin({ estimate, mean }: ChangePoint, now: number): boolean {
    const { limit, options } = this.detector
    if (limit === undefined) return false
    // Rounding can put the mean of equal values outside of the range.
    const variance = Math.max(0, (mean - options.low) * (options.high - mean))
    // A mean that is back at the reference is not surely within a limit that is the same.
    const errors = options.allowed > 0 ? 0.5 : 1
    const error = errors * Math.sqrt(variance / (now - estimate.index + 1))
    return options.direction === 'drop' ? mean + error >= limit : mean - error <= limit
  }
}

/** Of detectors that began after a moment. */
function inStream(change: ChangePoint, { index: before }: Moment): ChangePoint {
  const moved = ({ index, time }: Moment) => ({ index: index + before, time })
  const { estimate, low, high } = change
  return { ...change, estimate: moved(estimate), low: moved(low), high: moved(high) }
}
