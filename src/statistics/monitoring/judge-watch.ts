import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { checkValue } from '../betting.ts'
import {
  type Alarm,
  createStreamWatch,
  type Recovery,
  resumeStreamWatch,
  type StreamWatch,
  streamWatchState,
} from './stream-watch.ts'

const judgeWatchOptions = z
  .strictObject({
    /** The highest score; the lowest is 0. */
    scale: z.number().positive(),
    /**
     * How far from the stored scores the mean may be before the judge has changed. It must allow for the noise of the
     * stored scores themselves: twice a judging's deviation ∕ √(anchors · judgings behind each stored score), at
     * least. Default: a twentieth of the scale.
     */
    allowed: z.number().min(0).optional(),
    /** There is one false alarm in so many anchors judged again, at most, on average. From 10. Default 50,000. */
    averageRunLength: z.number().min(10).default(50_000),
  })
  .refine(({ scale, allowed = 0 }) => allowed < scale, 'what is allowed must be below the scale')

const judgeWatchState = z.strictObject({ lower: streamWatchState, higher: streamWatchState })

/** A watch of the judge as JSON. */
export type JudgeWatchState = z.output<typeof judgeWatchState>

/** A stored answer, judged once more. */
export interface AnchorScore {
  /** The score that it had. */
  readonly stored: number
  readonly score: number
  /** In milliseconds. */
  readonly time: number
}

export interface JudgeWatch {
  /**
   * One more anchor judged again, and what is to be told of it.
   *
   * @throws RangeError for scores that are not from 0 to the scale.
   */
  add(anchor: AnchorScore): (Alarm | Recovery) | undefined
  /** What the judge has become against the stored scores, while it is. */
  readonly changed?: 'lower' | 'higher'
  /** A copy, from which the watch can be resumed. */
  state(): JudgeWatchState
}

/**
 * Watches a judge by what it says of answers that stay the same: the difference to their stored scores, for a drop
 * and for a rise. Anchors must be drawn at random each time, with those drawn before among them, and not in order of
 * their scores: then each difference has the same mean, whatever those before it were, until the judge changes.
 *
 * @throws TypeError for options that are out of range.
 */
export function createJudgeWatch(options: z.input<typeof judgeWatchOptions>): JudgeWatch {
  const read = readOptions('createJudgeWatch', judgeWatchOptions, options)
  const { scale, allowed = scale / 20, averageRunLength } = read
  const towards = (direction: 'drop' | 'rise') =>
    createStreamWatch({
      low: -scale,
      high: scale,
      direction,
      reference: { mean: 0 },
      allowed,
      averageRunLength,
      detectors: 2,
    })
  return toJudgeWatch(towards('drop'), towards('rise'))
}

/**
 * The watch that had this state.
 *
 * @throws TypeError for what is no state.
 */
export function resumeJudgeWatch(state: JudgeWatchState): JudgeWatch {
  const { lower, higher } = readOptions('resumeJudgeWatch', judgeWatchState, state)
  return toJudgeWatch(resumeStreamWatch(lower), resumeStreamWatch(higher))
}

function toJudgeWatch(lower: StreamWatch, higher: StreamWatch): JudgeWatch {
  const scale = lower.detector.options.high
  return {
    add({ stored, score, time }) {
      for (const value of [stored, score]) checkValue(value, { low: 0, high: scale })
      const observation = { value: score - stored, time }
      const [drop, rise] = [lower.add(observation), higher.add(observation)]
      return drop ?? rise
    },
    get changed() {
      if (lower.alarmedAt) return 'lower'
      return higher.alarmedAt ? 'higher' : undefined
    },
    state: () => ({ lower: lower.state(), higher: higher.state() }),
  }
}
