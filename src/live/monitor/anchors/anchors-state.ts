import { z } from 'zod/v4'
import type { Measured } from '../../../evaluation/comparison/measure-differences.ts'
import type { Cost } from '../../../run/record.ts'
import type { sequenceState } from '../../../statistics/confidence-sequence.ts'
import type { JudgeWatchState } from '../../../statistics/monitoring/judge-watch.ts'

const scorerState = z.strictObject({
  /** Checked by what resumes them. */
  watch: z.custom<JudgeWatchState>(),
  difference: z.custom<z.output<typeof sequenceState>>(),
  judged: z.int(),
  failed: z.int(),
  problem: z.string().optional(),
  /** Sums of what is between labels and the stored scores, and between labels and the scores of now. */
  labelled: z.int(),
  storedError: z.number(),
  error: z.number(),
  /** What judged them; absent where the scorer does not say it, and in states from before it was kept. */
  measured: z.custom<Measured>().optional(),
})

export const anchorsState = z.strictObject({
  day: z.string(),
  spent: z.custom<Cost>(),
  lastAt: z.number().optional(),
  scorers: z.record(z.string(), scorerState),
})
