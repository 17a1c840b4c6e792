import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { type ChangeDetector, createChangeDetector, resumeChangeDetector } from './change-detector.ts'
import type { ChangePoint } from './change-point.ts'
import { type ChangeDetectorOptions, changeDetectorState } from './detector-options.ts'
import { type Moment, momentState, type Observation } from './observation.ts'

export interface StreamWatchOptions extends ChangeDetectorOptions {
  /**
   * While the mean stays beyond the limit a recovery is told wrongly once in so many observations at most, on
   * average. From 10. Default 1,000.
   */
  recoveryRunLength?: number
}

const recoveryRunLength = z.number().min(10).default(1000)
const watchOptions = z.strictObject({ recoveryRunLength })

/** Of states that were stored. */
export const streamWatchState = z.strictObject({
  detector: changeDetectorState,
  recoveryRunLength,
  episode: z
    .strictObject({ alarm: momentState, surely: changeDetectorState.optional(), likely: changeDetectorState })
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
  readonly reference: number
  readonly limit: number
}

/** The mean is back within the limit. */
export interface Recovery {
  readonly kind: 'recovery'
  readonly at: Moment
  /** When it came back, and the mean since then. */
  readonly since: ChangePoint
  /**
   * `surely`: the mean is within the limit, or this is one of the wrong recoveries that may be. `likely`: it has left
   * where it was, by at least half of the way to the limit, and what came since is within the limit on average.
   */
  readonly certainty: 'surely' | 'likely'
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
  /** What looks for the change; to be read only. */
  readonly detector: Pick<
    ChangeDetector,
    'options' | 'count' | 'reference' | 'limit' | 'evidence' | 'threshold'
  >
  /** A copy, from which the watch can be resumed. */
  state(): StreamWatchState
}

/**
 * A stream in episodes: calm until a change is found (`createChangeDetector`), then in alarm until the mean is back.
 * Two detectors of the other direction look for that, with a limit where the first one's is, and one half of the way
 * from there to the mean of the episode: a mean that is back at the limit and no better would never surely be within.
 *
 * Detectors begin anew after an alarm and after a recovery, so that in any n observations that the watch looks at
 * while nothing has changed there are at most n ∕ averageRunLength false alarms on average, of a stated reference.
 *
 * @throws TypeError for options that are out of range.
 */
export function createStreamWatch(options: StreamWatchOptions): StreamWatch {
  const { recoveryRunLength, ...rest } = options
  const read = readOptions('createStreamWatch', watchOptions, { recoveryRunLength })
  return new Watch(createChangeDetector(rest), read.recoveryRunLength)
}

/**
 * The watch that had this state.
 *
 * @throws TypeError for what is no state.
 */
export function resumeStreamWatch(state: StreamWatchState): StreamWatch {
  const { detector, episode, ...read } = readOptions('resumeStreamWatch', streamWatchState, state)
  const resumed = episode && {
    alarm: episode.alarm,
    ...(episode.surely ? { surely: resumeChangeDetector(episode.surely) } : {}),
    likely: resumeChangeDetector(episode.likely),
  }
  return new Watch(resumeChangeDetector(detector), read.recoveryRunLength, resumed)
}

/** From an alarm to its recovery. */
interface Episode {
  readonly alarm: Moment
  readonly surely?: ChangeDetector
  readonly likely: ChangeDetector
}

class Watch implements StreamWatch {
  readonly detector: ChangeDetector
  readonly #recoveryRunLength: number
  #episode: Episode | undefined

  constructor(detector: ChangeDetector, runLength: number, episode?: Episode) {
    this.detector = detector
    this.#recoveryRunLength = runLength
    this.#episode = episode
  }

  add(observation: Observation): Alarm | Recovery | undefined {
    if (this.#episode) return this.#addToEpisode(this.#episode, observation)
    const { detector } = this
    detector.add(observation)
    if (!detector.alarmed) return undefined
    const { reference, limit, count } = detector
    const since = detector.changePoint()
    if (reference === undefined || limit === undefined || since === undefined)
      throw new Error('an alarm before the reference was known')
    const at = { index: count, time: observation.time }
    this.#episode = { alarm: at, ...this.#toRecover(limit, since.mean) }
    return { kind: 'alarm', at, since, reference, limit }
  }

  get alarmedAt() {
    return this.#episode?.alarm
  }

  state() {
    const state = { detector: this.detector.state(), recoveryRunLength: this.#recoveryRunLength }
    if (!this.#episode) return state
    const { alarm, surely, likely } = this.#episode
    const episode = { alarm: { ...alarm }, likely: likely.state() }
    return { ...state, episode: surely ? { ...episode, surely: surely.state() } : episode }
  }

  #addToEpisode(episode: Episode, observation: Observation): Recovery | undefined {
    const { surely, likely } = episode
    surely?.add(observation)
    likely.add(observation)
    const isSure = surely?.alarmed ?? false
    const since = isSure ? surely?.changePoint() : likely.changePoint()
    if (!since || !(isSure || likely.alarmed)) return undefined
    if (!isSure && !this.#isWithin(since.mean)) {
      // Better than it was, and not yet good: to look further it must begin anew.
      likely.restart()
      return undefined
    }
    this.#episode = undefined
    this.detector.restart(likely.count)
    const certainty = isSure ? 'surely' : 'likely'
    const at = { index: this.detector.count, time: observation.time }
    return { kind: 'recovery', at, since: inStream(since, episode.alarm), certainty }
  }

  /** Nothing is surely within a limit at the end of the range. */
  #toRecover(limit: number, mean: number): Pick<Episode, 'surely' | 'likely'> {
    const { low, high, direction, greatestWeight } = this.detector.options
    const beyond = (reference: number) =>
      createChangeDetector({
        low,
        high,
        greatestWeight,
        direction: direction === 'drop' ? 'rise' : 'drop',
        reference: { mean: reference },
        averageRunLength: this.#recoveryRunLength,
      })
    const likely = beyond((limit + mean) / 2)
    return limit > low && limit < high ? { surely: beyond(limit), likely } : { likely }
  }

  #isWithin(mean: number): boolean {
    const { limit, options } = this.detector
    return limit !== undefined && (options.direction === 'drop' ? mean >= limit : mean <= limit)
  }
}

/** Of detectors that began after a moment. */
function inStream(change: ChangePoint, { index: before }: Moment): ChangePoint {
  const moved = ({ index, time }: Moment) => ({ index: index + before, time })
  return {
    ...change,
    estimate: moved(change.estimate),
    low: moved(change.low),
    high: moved(change.high),
  }
}
