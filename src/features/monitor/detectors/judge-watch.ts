import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import { checkValue } from '../../../statistics/betting.ts'
import {
  type Alarm,
  createStreamWatch,
  type Recovery,
  StreamWatch,
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
  .refine(({ scale, allowed = 0 }) => allowed < scale, 'the allowed change must be below the scale')

export const judgeWatchState = z.strictObject({ lower: streamWatchState, higher: streamWatchState })

/**
 * Watches a judge by its scores for fixed answers: the difference from their stored scores, for a drop and for a rise.
 * Anchors must be drawn at random each time, including those drawn before, and not in order of their scores: each
 * difference then has the same mean, whatever came before, until the judge changes.
 */
export class JudgeWatch {
  readonly #lower: StreamWatch
  readonly #higher: StreamWatch

  constructor({ lower, higher }: z.output<typeof judgeWatchState>) {
    this.#lower = new StreamWatch(lower)
    this.#higher = new StreamWatch(higher)
  }

  /**
   * Adds an anchor that was judged again, and returns anything to report.
   *
   * @throws RangeError for scores that are not from 0 to the scale.
   */
  add(anchor: {
    readonly stored: number
    readonly score: number
    /** In milliseconds. */
    readonly time: number
  }): Alarm | Recovery | undefined {
    const { stored, score, time } = anchor
    const { high } = this.#lower.detector.options
    for (const value of [stored, score]) checkValue(value, { low: 0, high })
    const observation = { value: score - stored, time }
    const drop = this.#lower.add(observation)
    const rise = this.#higher.add(observation)
    return drop ?? rise
  }

  /** The judge's change from the stored scores, while it lasts. */
  get changed(): 'lower' | 'higher' | undefined {
    if (this.#lower.alarmedAt) return 'lower'
    return this.#higher.alarmedAt ? 'higher' : undefined
  }

  state(): z.output<typeof judgeWatchState> {
    return { lower: this.#lower.state(), higher: this.#higher.state() }
  }
}

/** @throws TypeError for options out of range. */
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
    }).state()
  return new JudgeWatch({ lower: towards('drop'), higher: towards('rise') })
}
