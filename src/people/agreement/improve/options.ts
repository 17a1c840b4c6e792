import { z } from 'zod/v4'
import { type EvaluateOptions, evaluateSchema, workOptions } from '../../../evaluation/evaluate-options.ts'
import type { ScorerEntry } from '../../../run/scorers.ts'
import { resamplingOptions } from '../../../statistics/resampling.ts'
import { labelOptions, type Reading } from '../labels/reading.ts'
import type { LabelledRow } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'

/** There is no file to go on with: a cache keeps what was paid for. */
const improveWork = z.object({
  ...workOptions.omit({ file: true, resume: true, retryFailed: true }).shape,
  cache: evaluateSchema.shape.cache,
})

export type ImproveOptions = z.input<typeof improveSchema>

export const improveSchema = z.strictObject({
  ...improveWork.shape,
  ...labelOptions,
  ...resamplingOptions,

  /** Bootstrap resamples. At least 1,000. Default 2,000. */
  resamples: z.int().min(1000).default(2000),

  /** A judged scorer of this package as it is used, or such a scorer and how its numbers are to be read. */
  scorer: z.custom<ScorerEntry>(),

  /** A file (JSONL, JSON, CSV), rows, or what `readLabelledRows` gives. */
  data: z.custom<string | LabelledData | readonly LabelledRow[]>(),

  /** How labels are read that say so themselves, as `rowsOfLabels` gives it. Default: by what they look like. */
  reading: z.custom<Reading>().optional(),

  /** Default: the name of the data. */
  name: z.string().min(1).optional(),

  /** A listener for the work of each candidate: all together are told of as one. */
  onProgress: z.custom<() => EvaluateOptions['onProgress']>().optional(),
})

export const workOf = (settings: z.output<typeof improveSchema>) => improveWork.parse(settings)
