import { z } from 'zod/v4'
import type { MeasureRecord } from '../../../evaluation/comparison/scorer-differences.ts'
import type { Cost } from '../../../run/record.ts'
import { sequenceState } from '../../../statistics/confidence-sequence.ts'
import { judgeWatchState } from '../detectors/judge-watch.ts'

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
