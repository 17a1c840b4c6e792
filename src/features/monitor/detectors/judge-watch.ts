import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import { checkValue } from '../../../statistics/betting.ts'
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
     * The distance of the mean from the stored scores beyond which the judge has changed. It must allow for the noise
     * of the stored scores themselves: at least twice the deviation of one judgement ∕ √(anchors · judgements per
     * stored score). Default: a twentieth of the scale.
     */
    allowed: z.number().min(0).optional(),
    /** The number of anchors judged again per false alarm, at least, on average. From 10. Default 50,000. */
    averageRunLength: z.number().min(10).default(50_000),
  })
  .refine(({ scale, allowed = 0 }) => allowed < scale, 'what is allowed must be below the scale')

const judgeWatchState = z.strictObject({ lower: streamWatchState, higher: streamWatchState })

/** A watch of the judge as JSON. */
export type JudgeWatchState = z.output<typeof judgeWatchState>

/** A stored answer that was judged again. */
export interface AnchorScore {
  /** The stored score. */
  readonly stored: number
  readonly score: number
  /** In milliseconds. */
  readonly time: number
}

export interface JudgeWatch {
  /**
   * Adds an anchor that was judged again, and returns anything to report.
   *
   * @throws RangeError for scores that are not from 0 to the scale.
   */
  add(anchor: AnchorScore): (Alarm | Recovery) | undefined
  /** The judge's change from the stored scores, while it lasts. */
  readonly changed?: 'lower' | 'higher'
  /** Copies the state, from which the watch can resume. */
  state(): JudgeWatchState
}

/**
 * Watches a judge by its scores for fixed answers: the difference from their stored scores, for a drop and for a rise.
 * Anchors must be drawn at random each time, including those drawn before, and not in order of their scores: each
 * difference then has the same mean, whatever came before, until the judge changes.
 *
 * @throws TypeError for options out of range.
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
 * Resumes a watch from its state.
 *
 * @throws TypeError for anything that is not a state.
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
      const drop = lower.add(observation)
      const rise = higher.add(observation)
      return drop ?? rise
    },
    get changed() {
      if (lower.alarmedAt) return 'lower'
      return higher.alarmedAt ? 'higher' : undefined
    },
    state: () => ({ lower: lower.state(), higher: higher.state() }),
  }
}
