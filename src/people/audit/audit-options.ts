import { z } from 'zod/v4'
import { workOptions } from '../../evaluation/evaluate-options.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { runOption } from '../../run/run-option.ts'
import type { ScorerEntry } from '../../run/scorers.ts'
import { type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import type { LabelsLine } from '../labels/file/label-record.ts'
import { probeNames } from './probes/all.ts'
import type { Probe } from './probes/probe.ts'
import type { ArmWorkOptions } from './score-arms.ts'

export interface AuditOptions extends ArmWorkOptions, ResamplingOptions {
  /** The answers that the judge is tried on. */
  run: EvaluationRun
  /** A scorer of answers as it is used, or a scorer and how its numbers are to be read. */
  scorer: ScorerEntry
  /** What people said of answers of the run, as `readLabels` gives it: for agreement and slices. */
  labels?: readonly LabelsLine[]
  /** How many answers are drawn at random, 6 or more. Default 100. */
  sample?: number
  /** Names of the probes to make. Default: all. */
  probes?: readonly string[]
  /** Probes of one's own beside them. */
  ownProbes?: readonly Probe[]
  /** Effects below this share of the scale do not matter, 0 to 1. Default 0.02. */
  tolerance?: number
}

export const auditSchema = z.strictObject({
  ...workOptions.shape,
  ...resamplingOptions,
  onProgress: z.unknown().optional(),
  run: runOption,
  scorer: z.unknown(),
  labels: z.array(z.unknown()).readonly().optional(),
  sample: z.int().min(6).default(100),
  probes: z
    .array(z.string().refine((name) => probeNames.includes(name), `must be of ${probeNames.join(', ')}`))
    .readonly()
    .optional(),
  ownProbes: z.array(z.custom<Probe>()).readonly().default([]),
  tolerance: z.number().min(0).max(1).default(0.02),
})
