import { z } from 'zod/v4'
import { type EvaluateOptions, evaluateSchema, workOptions } from '../../../evaluation/evaluate-options.ts'
import type { ScorerEntry } from '../../../run/scorer-entry.ts'
import { type ResamplingOptions, resamplingOptions } from '../../../statistics/resampling.ts'
import { type LabelOptions, labelOptions, type Reading } from '../labels/label-reading.ts'
import type { LabelledRow } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'

/** There is no file to resume: a cache keeps paid answers. */
export const improveWork = z.object({
  ...workOptions.omit({ file: true, resume: true }).shape,
  cache: evaluateSchema.shape.cache,
})

export interface ImproveOptions
  extends LabelOptions,
    ResamplingOptions,
    Pick<EvaluateOptions, keyof typeof improveWork.shape> {
  /** A judged scorer of this package, or such a scorer and how to read its numbers. */
  scorer: ScorerEntry
  /** A file (JSONL, JSON, CSV), rows, or the result of `readLabelledRows`. */
  data: string | LabelledData | readonly LabelledRow[]
  /** The reading of self-describing labels, from `rowsOfLabels`. Default: inferred from the labels. */
  reading?: Reading
  /** Default: the name of the data. */
  name?: string
  /** Bootstrap resamples. At least 1,000. Default 2,000. */
  resamples?: number
  /** Creates a listener for the work of each candidate: all parts together are reported as one. */
  onProgress?: () => EvaluateOptions['onProgress']
}

export const improveSchema = z.strictObject({
  ...improveWork.shape,
  ...labelOptions,
  ...resamplingOptions,
  resamples: z.int().min(1000).default(2000),
  scorer: z.unknown(),
  data: z.unknown(),
  reading: z.custom<Reading>().optional(),
  name: z.string().min(1).optional(),
  onProgress: z.unknown().optional(),
})
