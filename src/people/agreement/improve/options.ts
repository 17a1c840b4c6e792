import { z } from 'zod/v4'
import { type EvaluateOptions, evaluateSchema, workOptions } from '../../../evaluation/evaluate-options.ts'
import type { ScorerEntry } from '../../../run/scorers.ts'
import { type ResamplingOptions, resamplingOptions } from '../../../statistics/resampling.ts'
import { type LabelOptions, labelOptions, type Reading } from '../labels/reading.ts'
import type { LabelledRow } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'

/** There is no file to go on with: a cache keeps what was paid for. */
const improveWork = z.object({
  ...workOptions.omit({ file: true, resume: true, retryFailed: true }).shape,
  cache: evaluateSchema.shape.cache,
})

export interface ImproveOptions
  extends LabelOptions,
    ResamplingOptions,
    Pick<EvaluateOptions, keyof typeof improveWork.shape> {
  /** A judged scorer of this package as it is used, or such a scorer and how its numbers are to be read. */
  scorer: ScorerEntry
  /** A file (JSONL, JSON, CSV), rows, or what `readLabelledRows` gives. */
  data: string | LabelledData | readonly LabelledRow[]
  /** How labels are read that say so themselves, as `rowsOfLabels` gives it. Default: by what they look like. */
  reading?: Reading
  /** Default: the name of the data. */
  name?: string
  /** Bootstrap resamples. At least 1,000. Default 2,000. */
  resamples?: number
  /** A listener for the work of each candidate: all together are told of as one. */
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

export const workOf = (settings: z.output<typeof improveSchema>) => improveWork.parse(settings)
