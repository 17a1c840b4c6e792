import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import { checkValue } from '../../../statistics/betting.ts'
import {
  type ConfidenceSequence,
  createConfidenceSequence,
  resumeConfidenceSequence,
  sequenceState,
} from '../../../statistics/confidence-sequence.ts'
import type { Interval } from '../../../statistics/resampling.ts'
import type { AnchorScore, JudgeWatch } from './judge-watch.ts'

const inquiryOptions = z
  .strictObject({
    /** The direction of the change in the alarm. */
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

const inquiryState = z.strictObject({ options: inquiryOptions, live: sequenceState, judge: sequenceState })

/** An inquiry as JSON. */
export type InquiryState = z.output<typeof inquiryState>

export type Finding = 'the answers changed' | 'the judge changed' | 'cannot tell yet'

export interface Inquiry {
  /**
   * Adds a live observation since the alarm.
   *
   * @throws RangeError for a value that is not from 0 to the scale.
   */
  addLive(value: number): void
  /**
   * Adds an anchor judged again since the alarm.
   *
   * @throws RangeError for scores that are not from 0 to the scale.
   */
  addAnchor(anchor: Pick<AnchorScore, 'stored' | 'score'>): void
  /** The judge's mean difference from the stored scores since the alarm. */
  readonly judge?: Interval
  /** The mean of live scores since the alarm. */
  readonly live?: Interval
  /** Returns the finding so far, which may still change. */
  finding(judge: Pick<JudgeWatch, 'changed'>): Finding
  /** Copies the state, from which the inquiry can resume. */
  state(): InquiryState
}

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
 *
 * @throws TypeError for options out of range.
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
 * Resumes an inquiry from its state.
 *
 * @throws TypeError for anything that is not a state.
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
  let live = begunLive
  let judge = begunJudge
  return {
    addLive(value) {
      // If no mean fits all values, it changed in between; the present mean is a new question.
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
