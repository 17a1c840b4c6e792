import '../shared/check-node.ts'
import type { Mastra } from '@mastra/core/mastra'
import type { PassAt } from '../evaluation/comparison/summarise-repeats.ts'
import type { EvaluateOptions } from '../evaluation/evaluate-options.ts'
import type { Variants } from '../evaluation/evaluate-variants.ts'
import type { Gates } from '../evaluation/gates/types.ts'
import type { MonitorSettings } from '../live/monitor/monitor-options.ts'
import type { ScoringQueue } from '../live/workers/scoring-queue.ts'
import type { WorkerOptions } from '../live/workers/worker-options.ts'
import type { EvaluationRun } from '../run/record.ts'

/**
 * What `verdict run` does: the options of `evaluate`, and what becomes of the run. Options on the command line
 * come before those here. Paths are relative to the folder of the configuration.
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
  /** What is evaluated; `targets` in place of it, where several are to be compared. */
  target?: EvaluateOptions['target']
  /** Name to target: each gets a run of its own, side by side with the others. */
  targets?: Variants
  /** May be left out where the command line names a dataset. */
  data?: EvaluateOptions['data']
  /** For `verdict run`: all but `verdict worker` and what belongs to it need them. */
  scorers?: EvaluateOptions['scorers']
  /** The folder where runs are kept as `<name>-<time>.jsonl` where `file` names none. Default 'runs'. */
  runs?: string | false
  /** What a run must reach, as `--gate` takes it. Default: `failed` 0, and no other gate. */
  gates?: Gates
  /** A run that must not be worse: a run file, 'last' for the newest complete run of the same evaluation and dataset, or a run. */
  failIfWorse?: string | EvaluationRun
  /** Scorer id to the score from which an answer passes (for scorers where lower is better, up to which); it is shown. */
  passAt?: PassAt
  /** Files to write when a run has ended, each only where it is named. */
  reports?: {
    /** One page that holds everything it shows. */
    html?: string
    /** JUnit XML, for build servers. */
    junit?: string
    /** Markdown, as for the summary of a GitHub workflow step. */
    markdown?: string
    json?: string
  }
  /** Files of people's labels, as `verdict label` writes them: what people would score is shown, and gates may be by it. */
  labels?: string | readonly string[]
  /**
   * Fields of the items by which means are shown in groups, one table each: 'language', 'customer.tier', 'group';
   * 'language,topic' crosses two. 'people' holds means and losses against what people would score, from `labels`.
   */
  by?: string | readonly string[]
  /** The project whose live answers `verdict worker` scores and `verdict monitor` watches. */
  mastra?: Mastra
  /** Where the scores of live answers wait for `verdict worker`. */
  queue?: ScoringQueue
  /** How long jobs in work go on when `verdict worker` is stopped, and what is too long for a scorer. Default 20 and 60 seconds. */
  worker?: Pick<WorkerOptions, 'graceInMs' | 'stuckAfterInMs'>
  /** What `verdict monitor` watches, and where alarms go. */
  monitor?: MonitorSettings
  /** For `verdict dataset add`: takes more out of each text, such as names. */
  redact?: (text: string) => string
  /** Called once at the end, however the run ended: the place to shut down stores and telemetry. */
  close?: () => unknown
}

/**
 * Gives a configuration its type, for the default export of `verdict.config.ts`. It changes nothing.
 *
 * @param config A configuration, a promise of one, or a function that makes either when it is needed.
 */
export function defineConfig<
  Config extends VerdictConfig | Promise<VerdictConfig> | (() => VerdictConfig | Promise<VerdictConfig>),
>(config: Config): Config {
  return config
}

export { agentGrid, grid } from '../evaluation/target/grid.ts'
