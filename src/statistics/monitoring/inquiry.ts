import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { checkValue } from '../betting.ts'
import {
  type ConfidenceSequence,
  createConfidenceSequence,
  resumeConfidenceSequence,
  sequenceState,
} from '../confidence-sequence.ts'
import { type Interval, resamplingOptions } from '../resampling.ts'
import type { AnchorScore, JudgeWatch } from './judge-watch.ts'

export interface InquiryOptions {
  /** What live scores did: their mean since the change less the reference. Not 0. */
  change: number
  /** The highest score; the lowest is 0. */
  scale: number
  /** Differences of the judge that are none; as `createJudgeWatch` has it. Default: a twentieth of the scale. */
  allowed?: number
  /** Of the interval of the judge's difference. Above 0.5, below 1. Default 0.95. */
  level?: number
}

const inquiryOptions = z
  .strictObject({
    change: z.number().refine((change) => change !== 0, 'a change is not 0'),
    scale: z.number().positive(),
    allowed: z.number().min(0).optional(),
    level: resamplingOptions.level,
  })
  .refine(({ change, scale }) => Math.abs(change) <= scale, 'a change is at most the scale')

const inquiryState = z.strictObject({ options: inquiryOptions, sequence: sequenceState })

/** An inquiry as JSON. */
export type InquiryState = z.output<typeof inquiryState>

export type Finding = 'the answers changed' | 'the judge changed' | 'cannot tell yet'

export interface Inquiry {
  /**
   * One more anchor judged again since the alarm.
   *
   * @throws RangeError for scores that are not from 0 to the scale.
   */
  add(anchor: AnchorScore): void
  /** Anchors so far. */
  readonly count: number
  /** The mean difference of the judge to the stored scores, since the alarm. */
  readonly judge?: Interval
  /** What can be said by now. It may become another: all of it is at the level, and at any time. */
  finding(judge: Pick<JudgeWatch, 'changed'>): Finding
  /** A copy, from which the inquiry can be resumed. */
  state(): InquiryState
}

/**
 * Whether live scores changed because answers did or because the judge did. It begins with the alarm of a stream, and
 * takes only anchors that are judged after it: which of those before count would depend on how they came out.
 *
 * - The answers changed, where the confidence sequence of the judge's difference leaves out half of the live change
 *   and everything beyond. Whatever the judge did, most of the change is not its doing.
 * - Else the judge changed, where its watch says so, in the direction of the live change, or the confidence sequence
 *   is wholly beyond what is allowed. Whether the answers changed as well cannot be seen until anchors are stored
 *   anew.
 * - Else one cannot tell yet. More anchors will tell.
 *
 * The first is wrong with a probability of at most (1 − level) ∕ 2, and so is the second by the sequence. They take
 * the judge to do to anchors what it does to live answers.
 *
 * @throws TypeError for options that are out of range.
 */
export function createInquiry(options: InquiryOptions): Inquiry {
  const read = readOptions('createInquiry', inquiryOptions, options)
  return toInquiry(read, begin(read))
}

const begin = ({ scale, level }: z.output<typeof inquiryOptions>) =>
  createConfidenceSequence({ low: -scale, high: scale, level, steps: 400 })

/**
 * The inquiry that had this state.
 *
 * @throws TypeError for what is no state.
 */
export function resumeInquiry(state: InquiryState): Inquiry {
  const { options, sequence } = readOptions('resumeInquiry', inquiryState, state)
  return toInquiry(options, resumeConfidenceSequence(sequence))
}

function toInquiry(options: z.output<typeof inquiryOptions>, begun: ConfidenceSequence): Inquiry {
  let sequence = begun
  const { change, scale, allowed = scale / 20 } = options
  return {
    add({ stored, score }) {
      for (const value of [stored, score]) checkValue(value, { low: 0, high: scale })
      // Where no difference fits all, the judge changed in between; what it is now is another question.
      if (sequence.count > 0 && !sequence.interval) sequence = begin(options)
      sequence.add(score - stored)
    },
    get count() {
      return sequence.count
    },
    get judge() {
      return sequence.interval
    },
    finding({ changed }) {
      const { interval } = sequence
      // In the direction of the live change, whichever it is.
      const [least, most] =
        change < 0
          ? [-(interval?.high ?? Infinity), -(interval?.low ?? -Infinity)]
          : [interval?.low ?? -Infinity, interval?.high ?? Infinity]
      if (most < Math.abs(change) / 2) return 'the answers changed'
      if (changed === (change < 0 ? 'lower' : 'higher') || least > allowed) return 'the judge changed'
      return 'cannot tell yet'
    },
    state: () => ({ options: { ...options }, sequence: sequence.state() }),
  }
}
