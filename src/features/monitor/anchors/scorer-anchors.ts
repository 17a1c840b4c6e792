import { z } from 'zod/v4'
import type { MeasureRecord } from '../../../evaluation/comparison/scorer-differences.ts'
import type { Cost } from '../../../run/record.ts'
import {
  ConfidenceSequence,
  createConfidenceSequence,
  sequenceState,
} from '../../../statistics/confidence-sequence.ts'
import { createJudgeWatch, JudgeWatch, judgeWatchState } from '../detectors/judge-watch.ts'

const scorerState = z.strictObject({
  watch: judgeWatchState,
  difference: sequenceState,
  judged: z.int(),
  failed: z.int(),
  problem: z.string().optional(),
  /** Sums of the errors of the stored scores, and of the current ones, against the labels. */
  labelled: z.int(),
  storedError: z.number(),
  error: z.number(),
  /** The version and basis of the scorer then; absent if it does not report them. */
  measured: z.custom<MeasureRecord>().optional(),
})

export const anchorsState = z.strictObject({
  day: z.string(),
  spent: z.custom<Cost>(),
  lastAt: z.number().optional(),
  scorers: z.record(z.string(), scorerState),
})

export interface ScorerAnchors {
  watch: JudgeWatch
  difference: ConfidenceSequence
  counts: Omit<z.output<typeof scorerState>, 'watch' | 'difference' | 'measured'>
  measured: MeasureRecord | undefined
}

export const beginDifference = (scale: number) =>
  createConfidenceSequence({ low: -scale, high: scale, steps: 400 })

export const beginAnchors = (scale: number): Omit<ScorerAnchors, 'measured'> => ({
  watch: createJudgeWatch({ scale }),
  difference: beginDifference(scale),
  counts: { judged: 0, failed: 0, labelled: 0, storedError: 0, error: 0 },
})

/** Continues from a state; a state on another scale cannot be continued. */
export function resumeAnchors(scale: number, state: z.output<typeof scorerState> | undefined): ScorerAnchors {
  const begun = { ...beginAnchors(scale), measured: undefined }
  if (state?.difference.options.high !== scale) return begun
  const { watch, difference, measured, ...counts } = state
  return {
    watch: new JudgeWatch(watch),
    difference: new ConfidenceSequence(difference),
    counts: { ...begun.counts, ...counts },
    measured,
  }
}
