import { z } from 'zod/v4'
import type { EvaluationRun } from './record.ts'

/** The schema of an option that takes a run, as from `evaluate` and `readRun`. */
export const runOption = z.custom<EvaluationRun>(
  (value) => typeof value === 'object' && value !== null && 'header' in value && 'items' in value,
  'must be a run: its header and items',
)
