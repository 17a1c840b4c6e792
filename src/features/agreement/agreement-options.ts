import { z } from 'zod/v4'
import { type EvaluateOptions, evaluateSchema, workOptions } from '../../evaluation/evaluate-options.ts'
import type { ScorerEntry } from '../../run/scorer-entry.ts'
import { type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import type { OverlapWith } from './figures/word-overlap.ts'
import { type LabelOptions, labelOptions } from './labels/label-reading.ts'
import type { LabelledRow } from './rows/labelled-row.ts'
import type { LabelledData } from './rows/read-labelled.ts'

export const rowWorkOptions = z.object({
  ...workOptions.shape,
  name: evaluateSchema.shape.name,
  onProgress: evaluateSchema.shape.onProgress,
})

export interface AgreementOptions
  extends LabelOptions,
    Pick<EvaluateOptions, keyof typeof rowWorkOptions.shape>,
    ResamplingOptions {
  /** A scorer, or a scorer and how to read its numbers. */
  scorer: ScorerEntry
  /** A file (JSONL, JSON, CSV), rows, or the result of `readLabelledRows`. */
  data: string | LabelledData | readonly LabelledRow[]
  /** A score above this share of the scale counts as positive, 0 to below 1. Default 0.5. */
  threshold?: number
  /** Bins of the reliability curve and the calibration error, 2 or more. Default 10. */
  bins?: number
  /**
   * The text to compare answers with in the word overlap baseline. Default: the question for answer relevancy; for
   * others the context, otherwise the ground truth, otherwise the question.
   */
  overlapWith?: OverlapWith
  /** Number of worst disagreements to keep. Default 10. */
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
