import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import { checkValue } from '../../../statistics/betting.ts'
import {
  ConfidenceSequence,
  createConfidenceSequence,
  sequenceState,
} from '../../../statistics/confidence-sequence.ts'
import type { JudgeWatch } from './judge-watch.ts'

const inquiryOptions = z
  .strictObject({
    direction: z.enum(['drop', 'rise']),
    /** The reference of the live scores, as in the alarm. */
    reference: z.number(),
    /** The highest score; the lowest is 0. */
    scale: z.number().positive(),
    /** The judge's difference that is no change, as in `createJudgeWatch`. Default: scale ∕ 20. */
    allowed: z.number().min(0).optional(),
    /** The level of findings. Above 0.5, below 1. Default 0.99. */
    level: z.number().gt(0.5).lt(1).default(0.99),
  })
  .refine(({ reference, scale }) => reference >= 0 && reference <= scale, 'the reference is a score')

export const inquiryState = z.strictObject({
  options: inquiryOptions,
  live: sequenceState,
  judge: sequenceState,
})

export type Finding = 'the answers changed' | 'the judge changed' | 'cannot tell yet'

/**
 * Finds out whether live scores changed because of the answers or because of the judge. It starts with the
 * alarm of a stream and uses only what comes after: the size of the change at the alarm, and the choice of
 * anchors before it, depend on their scores.
 *
 * - The answers changed if the judge's difference from the stored scores is surely less than half of the
 *   sure change in live scores. Whatever the judge did, most of the change is not due to it.
 * - Otherwise the judge changed, if its watch says so in the direction of the live change, or if its
 *   difference is surely beyond what is allowed. Only new stored anchors show whether the answers changed,
 *   too.
 * - Otherwise it is too early to tell. More anchors will decide.
 *
 * Certainty comes from confidence sequences, one for live scores and one for the judge's differences, each at
 * half of the level: the probability of reporting changed answers although half of the change was the judge
 * is at most 1 − level, at all times together. This assumes that the judge treats anchors like live answers,
 * and that the reference is known.
 */
export class Inquiry {
  readonly #options: z.output<typeof inquiryOptions>
  #live: ConfidenceSequence
  #judge: ConfidenceSequence

  constructor({ options, live, judge }: z.output<typeof inquiryState>) {
    this.#options = options
    this.#live = new ConfidenceSequence(live)
    this.#judge = new ConfidenceSequence(judge)
  }

  /**
   * Adds a live observation since the alarm.
   *
   * @throws RangeError for a value that is not from 0 to the scale.
   */
  addLive(value: number): void {
    // If no mean fits all values, it changed in between; the present mean is a new question.
    if (!this.#live.interval) this.#live = beginLive(this.#options)
    this.#live.add(value)
  }

  /**
   * Adds an anchor judged again since the alarm.
   *
   * @throws RangeError for scores that are not from 0 to the scale.
   */
  addAnchor({ stored, score }: { readonly stored: number; readonly score: number }): void {
    for (const value of [stored, score]) checkValue(value, { low: 0, high: this.#options.scale })
    if (!this.#judge.interval) this.#judge = beginJudge(this.#options)
    this.#judge.add(score - stored)
  }

  /** Returns the finding so far, which may still change. */
  finding({ changed }: Partial<Pick<JudgeWatch, 'changed'>>): Finding {
    const { direction, reference, scale, allowed = scale / 20 } = this.#options
    const live = this.#live.interval
    const judge = this.#judge.interval
    if (!live || !judge) return 'cannot tell yet'
    const isDrop = direction === 'drop'
    const leastOfLive = isDrop ? reference - live.high : live.low - reference
    const [leastOfJudge, mostOfJudge] = isDrop ? [-judge.high, -judge.low] : [judge.low, judge.high]
    if (leastOfLive > 0 && mostOfJudge < leastOfLive / 2) return 'the answers changed'
    if (changed === (isDrop ? 'lower' : 'higher') || leastOfJudge > allowed) return 'the judge changed'
    return 'cannot tell yet'
  }

  state(): z.output<typeof inquiryState> {
    return { options: { ...this.#options }, live: this.#live.state(), judge: this.#judge.state() }
  }
}

/** @throws TypeError for options out of range. */
export function createInquiry(options: z.input<typeof inquiryOptions>): Inquiry {
  const read = readOptions('createInquiry', inquiryOptions, options)
  return new Inquiry({ options: read, live: beginLive(read).state(), judge: beginJudge(read).state() })
}

const beginLive = ({ scale, level }: z.output<typeof inquiryOptions>) =>
  createConfidenceSequence({ low: 0, high: scale, level: (1 + level) / 2, steps: 400 })
const beginJudge = ({ scale, level }: z.output<typeof inquiryOptions>) =>
  createConfidenceSequence({ low: -scale, high: scale, level: (1 + level) / 2, steps: 800 })
