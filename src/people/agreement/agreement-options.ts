import { z } from 'zod/v4'
import { type EvaluateOptions, evaluateSchema, workOptions } from '../../evaluation/evaluate-options.ts'
import type { ScorerEntry } from '../../run/scorers.ts'
import { type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import type { OverlapWith } from './figures/overlap.ts'
import { type LabelOptions, labelOptions } from './labels/reading.ts'
import type { LabelledRow } from './rows/labelled-row.ts'
import type { LabelledData } from './rows/read-labelled.ts'

/** How rows are worked through, as in `evaluate`. */
export const rowWorkOptions = z.object({
  ...workOptions.shape,
  name: evaluateSchema.shape.name,
  onProgress: evaluateSchema.shape.onProgress,
})

export interface AgreementOptions
  extends LabelOptions,
    Pick<EvaluateOptions, keyof typeof rowWorkOptions.shape>,
    ResamplingOptions {
  /** A scorer as it is used, or a scorer and how its numbers are to be read. */
  scorer: ScorerEntry
  /** A file (JSONL, JSON, CSV), rows, or what `readLabelledRows` gives. */
  data: string | LabelledData | readonly LabelledRow[]
  /** A score above this share of the scale counts as positive, 0 to below 1. Default 0.5. */
  threshold?: number
  /** The bins of the reliability curve and the calibration error, 2 or more. Default 10. */
  bins?: number
  /**
   * What the words of answers are compared with in the baseline of word overlap. Default: the question for answer
   * relevancy; for others the context, else the ground truth, else the question.
   */
  overlapWith?: OverlapWith
  /** How many of the worst disagreements are kept. Default 10. */
  disagreements?: number
  /** Bootstrap resamples. At least 1,000. Default 2,000. */
  resamples?: number
}

export const agreementSchema = z.strictObject({
  ...rowWorkOptions.shape,
  ...labelOptions,
  ...resamplingOptions,
  resamples: z.int().min(1000).default(2000),
  scorer: z.unknown(),
  data: z.unknown(),
  threshold: z.number().min(0).lt(1).default(0.5),
  bins: z.int().min(2).default(10),
  overlapWith: z.enum(['context', 'groundTruth', 'input']).optional(),
  disagreements: z.int().min(0).default(10),
})
