import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { checkValue } from '../betting.ts'
import {
  type ConfidenceSequence,
  createConfidenceSequence,
  resumeConfidenceSequence,
  sequenceState,
} from '../confidence-sequence.ts'
import type { Interval } from '../resampling.ts'
import type { AnchorScore, JudgeWatch } from './judge-watch.ts'

const inquiryOptions = z
  .strictObject({
    /** Which way the mean went in the alarm. */
    direction: z.enum(['drop', 'rise']),
    /** What live scores are compared with; as the alarm has it. */
    reference: z.number(),
    /** The highest score; the lowest is 0. */
    scale: z.number().positive(),
    /** Differences of the judge that are none; as `createJudgeWatch` has it. Default: a twentieth of the scale. */
    allowed: z.number().min(0).optional(),
    /** The level of findings. Above 0.5, below 1. Default 0.99. */
    level: z.number().gt(0.5).lt(1).default(0.99),
  })
  .refine(({ reference, scale }) => reference >= 0 && reference <= scale, 'the reference is a score')

const inquiryState = z.strictObject({ options: inquiryOptions, live: sequenceState, judge: sequenceState })

/** An inquiry as JSON. */
export type InquiryState = z.output<typeof inquiryState>

export type Finding = 'the answers changed' | 'the judge changed' | 'cannot tell yet'

export interface Inquiry {
  /**
   * One more live observation since the alarm.
   *
   * @throws RangeError for what is not from 0 to the scale.
   */
  addLive(value: number): void
  /**
   * One more anchor judged again since the alarm.
   *
   * @throws RangeError for scores that are not from 0 to the scale.
   */
  addAnchor(anchor: Pick<AnchorScore, 'stored' | 'score'>): void
  /** The mean difference of the judge to the stored scores, since the alarm. */
  readonly judge?: Interval
  /** The mean of live scores, since the alarm. */
  readonly live?: Interval
  /** What can be said by now; it may become another. */
  finding(judge: Pick<JudgeWatch, 'changed'>): Finding
  /** A copy, from which the inquiry can be resumed. */
  state(): InquiryState
}

/**
 * Whether live scores changed because answers did or because the judge did. It begins with the alarm of a stream and
 * takes only what comes after it: how large the change looked at the alarm, and which anchors before it count, depends
 * on how they came out.
 *
 * - The answers changed, where the judge's difference to the stored scores is surely less than half of what live
 *   scores surely changed by. Whatever the judge did, most of the change is not its doing.
 * - Else the judge changed, where its watch says so, in the direction of the live change, or where its difference is
 *   surely beyond what is allowed. Whether the answers changed as well cannot be seen until anchors are stored anew.
 * - Else one cannot tell yet. More anchors will tell.
 *
 * What is sure is so by confidence sequences, one of live scores and one of the judge's differences, each at half of
 * the level: that the answers are said to have changed though half of it was the judge has a probability of at most
 * 1 − level, at all times together. It takes the judge to do to anchors what it does to live answers, and the reference
 * for known.
 *
 * @throws TypeError for options that are out of range.
 */
export function createInquiry(options: z.input<typeof inquiryOptions>): Inquiry {
  const read = readOptions('createInquiry', inquiryOptions, options)
  return toInquiry(read, beginLive(read), beginJudge(read))
}

const beginLive = ({ scale, level }: z.output<typeof inquiryOptions>) =>
  createConfidenceSequence({ low: 0, high: scale, level: (1 + level) / 2, steps: 400 })
const beginJudge = ({ scale, level }: z.output<typeof inquiryOptions>) =>
  createConfidenceSequence({ low: -scale, high: scale, level: (1 + level) / 2, steps: 800 })

/**
 * The inquiry that had this state.
 *
 * @throws TypeError for what is no state.
 */
export function resumeInquiry(state: InquiryState): Inquiry {
  const { options, live, judge } = readOptions('resumeInquiry', inquiryState, state)
  return toInquiry(options, resumeConfidenceSequence(live), resumeConfidenceSequence(judge))
}

function toInquiry(
  options: z.output<typeof inquiryOptions>,
  begunLive: ConfidenceSequence,
  begunJudge: ConfidenceSequence,
): Inquiry {
  const { direction, reference, scale, allowed = scale / 20 } = options
  let [live, judge] = [begunLive, begunJudge]
  return {
    addLive(value) {
      // If no mean fits all, it changed in between; what it is now is another question.
      if (!live.interval) live = beginLive(options)
      live.add(value)
    },
    addAnchor({ stored, score }) {
      for (const value of [stored, score]) checkValue(value, { low: 0, high: scale })
      if (!judge.interval) judge = beginJudge(options)
      judge.add(score - stored)
    },
    get judge() {
      return judge.interval
    },
    get live() {
      return live.interval
    },
    finding({ changed }) {
      if (!live.interval || !judge.interval) return 'cannot tell yet'
      const isDrop = direction === 'drop'
      const leastOfLive = isDrop ? reference - live.interval.high : live.interval.low - reference
      const [leastOfJudge, mostOfJudge] = isDrop
        ? [-judge.interval.high, -judge.interval.low]
        : [judge.interval.low, judge.interval.high]
      if (leastOfLive > 0 && mostOfJudge < leastOfLive / 2) return 'the answers changed'
      if (changed === (isDrop ? 'lower' : 'higher') || leastOfJudge > allowed) return 'the judge changed'
      return 'cannot tell yet'
    },
    state: () => ({ options: { ...options }, live: live.state(), judge: judge.state() }),
  }
}
