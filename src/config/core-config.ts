import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import type { PassAt } from '../evaluation/comparison/summarise-repeats.ts'
import { type EvaluateOptions, evaluateSchema } from '../evaluation/evaluate-options.ts'
import type { Variants } from '../evaluation/evaluate-variants.ts'
import type { Gates } from '../evaluation/gates/gate.ts'
import type { ReportFiles } from '../report/report-formats.ts'
import type { EvaluationRun } from '../run/record.ts'

/** The options of `evaluate` that a configuration passes on unchanged. The command sets the others. */
export const evaluateFields = z.object(evaluateSchema.shape).pick({
  targetOptions: true,
  unmockedToolPolicy: true,
  simulator: true,
  name: true,
  repeats: true,
  judgings: true,
  concurrency: true,
  timeoutInMs: true,
  attempts: true,
  retryDelayInMs: true,
  budget: true,
  prices: true,
  keepPrompts: true,
  cache: true,
  experiment: true,
  workers: true,
}).shape

/** The fields of a configuration that belong to no feature. */
export interface CoreConfig extends Pick<EvaluateOptions, keyof typeof evaluateFields | 'file'> {
  /** The target to evaluate; use `targets` instead to compare several. */
  target?: EvaluateOptions['target']
  /** Name to target: each gets a run of its own, and all run in parallel. */
  targets?: Variants
  /** May be omitted if the command line names a dataset. */
  data?: EvaluateOptions['data']
  /** For `verdict run`. Every command except `verdict worker` and those related to it needs them. */
  scorers?: EvaluateOptions['scorers']
  /** The folder that keeps runs as `<name>-<time>.jsonl` unless `file` names a file; false keeps none. Default 'runs'. */
  runs?: string | false
  /** The conditions that a run must meet, as for `--gate`. Default: `failed` 0, and no other gate. */
  gates?: Gates
  /**
   * A run that must not be worse: its file or name, 'last' for the newest that passed its gates (the first run of all
   * is not compared), or the run itself.
   */
  failIfWorse?: string | EvaluationRun
  /** Scorer id to the lowest score that passes (for scorers where lower is better, the highest); reports show it. */
  passAt?: PassAt
  /** Files to write when a run has ended; only those named here are written. */
  reports?: ReportFiles
  /** Files of people's labels, from `verdict label`: reports show what people would score, and gates can use it. */
  labels?: string | readonly string[]
  /**
   * Fields of the items by which to group means, one table each: 'language', 'customer.tier', 'group'; 'language,topic'
   * crosses two. 'people' makes gates on means and losses use what people would score, from `labels`.
   */
  by?: string | readonly string[]
  /** The project whose live answers `verdict worker` scores and `verdict monitor` watches. */
  mastra?: Mastra
  /** For `verdict dataset add`: removes more from each text, such as names. */
  redact?: (text: string) => string
  /** Called once at the end, however the run ended: shut down stores and telemetry here. */
  close?: () => unknown
}
