import './shared/check-node.ts'
import type { Mastra } from '@mastra/core/mastra'
import type { PassAt } from './evaluation/comparison/summarise-repeats.ts'
import type { EvaluateOptions } from './evaluation/evaluate-options.ts'
import type { Variants } from './evaluation/evaluate-variants.ts'
import type { Gates } from './evaluation/gates/types.ts'
import type { MonitorSettings } from './features/monitor/monitor-options.ts'
import type { ScoringQueue } from './features/workers/scoring-queue.ts'
import type { WorkerOptions } from './features/workers/worker-options.ts'
import type { EvaluationRun } from './run/record.ts'

/**
 * Configures `verdict run`: the options of `evaluate`, and what to do with the run. Options on the command line have
 * priority. Paths are relative to the folder of the configuration.
 */
export interface VerdictConfig
  extends Omit<
    EvaluateOptions,
    | 'target'
    | 'data'
    | 'scorers'
    | 'resume'
    | 'signal'
    | 'onProgress'
    | 'variant'
    | 'commit'
    | 'selection'
    | 'stopWhenDecided'
  > {
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
  /** A run that must not be worse: a run file, 'last' for the newest complete run of the same evaluation and dataset, or a run. */
  failIfWorse?: string | EvaluationRun
  /** Scorer id to the lowest score that passes (for scorers where lower is better, the highest); reports show it. */
  passAt?: PassAt
  /** Files to write when a run has ended; only those named here are written. */
  reports?: {
    /** A self-contained page. */
    html?: string
    /** JUnit XML, for CI servers. */
    junit?: string
    /** Markdown, for example for the summary of a GitHub workflow step. */
    markdown?: string
    json?: string
  }
  /** Files of people's labels, from `verdict label`: reports show what people would score, and gates can use it. */
  labels?: string | readonly string[]
  /**
   * Fields of the items by which to group means, one table each: 'language', 'customer.tier', 'group'; 'language,topic'
   * crosses two. 'people' makes gates on means and losses use what people would score, from `labels`.
   */
  by?: string | readonly string[]
  /** The project whose live answers `verdict worker` scores and `verdict monitor` watches. */
  mastra?: Mastra
  /** The queue of live answers that wait to be scored by `verdict worker`. */
  queue?: ScoringQueue
  /** How long `verdict worker` lets jobs finish when stopped, and when a scorer is stuck. Default 20 and 60 seconds. */
  worker?: Pick<WorkerOptions, 'graceInMs' | 'stuckAfterInMs'>
  /** Settings of `verdict monitor`: the streams that it watches, and where it sends alarms. */
  monitor?: MonitorSettings
  /** For `verdict dataset add`: removes more from each text, such as names. */
  redact?: (text: string) => string
  /** Called once at the end, however the run ended: shut down stores and telemetry here. */
  close?: () => unknown
}

/**
 * Gives a configuration its type, for the default export of `verdict.config.ts`. It changes nothing.
 *
 * @param config A configuration, a promise of one, or a function that returns either when it is needed.
 */
export function defineConfig<
  Config extends VerdictConfig | Promise<VerdictConfig> | (() => VerdictConfig | Promise<VerdictConfig>),
>(config: Config): Config {
  return config
}

export { agentGrid, grid } from './evaluation/target/grid.ts'
