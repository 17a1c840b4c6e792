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
   * While the mean stays as bad as half of the way to the limit there is one wrong recovery in so many observations, at
   * most, on average. From 10. Default 50,000.
   */
  recoveryRunLength?: number
}

const recoveryOptions = z.strictObject({
  recoveryRunLength: z.number().min(10).default(50_000),
})

/** So many observations after an alarm tell how bad it is. */
const learned = 200

/** What is known of the mean in an episode, from the observations since the change. */
const badState = z.strictObject({
  /** Observations that are still to be counted in. */
  left: z.int().min(0),
  weight: z.number().positive(),
  sum: z.number(),
})

/** A watch as JSON. */
export const streamWatchState = z.strictObject({
  // An earlier version kept more.
  options: z.object(recoveryOptions.shape),
  detector: changeDetectorState,
  episode: z
    .strictObject({
      alarm: momentState,
      back: changeDetectorState,
      /** Absent from what an earlier version kept. */
      bad: badState.optional(),
    })
    .optional(),
})

/** The mean has changed beyond the limit. */
export interface Alarm {
  readonly kind: 'alarm'
  readonly at: Moment
  /** When it changed, and the mean since then. */
  readonly since: ChangePoint
  /** The interval of that mean: it holds although the moment was chosen, and ends at the limit. */
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
  /** The interval of that mean, as in an alarm. The mean is surely back if all of it is within the limit. */
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
  /** The moment of an alarm that has not ended. */
  readonly alarmedAt?: Moment
  /** What looks for the change; to be read only. It rests during an episode. */
  readonly detector: Pick<
    ChangeDetector,
    'options' | 'count' | 'reference' | 'limit' | 'evidence' | 'threshold'
  >
  /** A copy, from which the watch can be resumed. */
  state(): z.output<typeof streamWatchState>
}

/**
 * A stream in episodes: calm until a change is found (`createChangeDetector`), then in alarm until a detector of the
 * other direction finds that the mean is back: that it has left where it was in the episode, by at least half of the way
 * to the limit, and is since then within the limit, or beyond it by no standard error (half of one where something is
 * allowed). Where it was is told by the observations up to the alarm and the 200 after it: the first alone are the
 * worst stretch, and too bad.
 *
 * Detectors begin anew after an alarm and after a recovery, so that in any n observations that the watch looks at
 * while nothing has changed there are at most n ∕ averageRunLength false alarms on average, of a stated reference.
 *
 * @throws TypeError for options that are out of range.
 */
export function createStreamWatch(options: StreamWatchOptions): StreamWatch {
  const { recoveryRunLength: length, ...rest } = options
  const read = readOptions('createStreamWatch', recoveryOptions, { recoveryRunLength: length })
  return new Watch(read.recoveryRunLength, createChangeDetector(rest))
}

/**
 * The watch that had this state.
 *
 * @throws TypeError for what is no state.
 */
export function resumeStreamWatch(state: z.output<typeof streamWatchState>): StreamWatch {
  const { options, detector, episode } = readOptions('resumeStreamWatch', streamWatchState, state)
  const resumed = episode && { ...episode, back: resumeChangeDetector(episode.back) }
  return new Watch(options.recoveryRunLength, resumeChangeDetector(detector), resumed)
}

/** From an alarm to its recovery. */
interface Episode {
  readonly alarm: Moment
  readonly back: ChangeDetector
  bad?: z.output<typeof badState> | undefined
}

class Watch implements StreamWatch {
  readonly detector: ChangeDetector
  readonly #recoveryRunLength: number
  #episode: Episode | undefined

  constructor(recoveryRunLength: number, detector: ChangeDetector, episode?: Episode) {
    this.#recoveryRunLength = recoveryRunLength
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
    const state = { options: { recoveryRunLength: this.#recoveryRunLength }, detector: this.detector.state() }
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
    if (!since || limit === undefined || !this.#isWithin(since, back.count)) {
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

  /** Counts in one more observation: what the mean is, and since when it would have left that. */
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

/** A change in the places of the stream, from a detector that began after a moment. */
function inStream(change: ChangePoint, { index: before }: Moment): ChangePoint {
  const moved = ({ index, time }: Moment) => ({ index: index + before, time })
  const { estimate, low, high } = change
  return { ...change, estimate: moved(estimate), low: moved(low), high: moved(high) }
}
