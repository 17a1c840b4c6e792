import { resolve } from 'node:path'
import type { VerdictConfig } from '../../config/index.ts'
import type { PassAt } from '../../evaluation/comparison/summarise-repeats.ts'
import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import { CommandError } from '../ending.ts'
import type { GateFlags } from '../options/gates.ts'
import type { LabelsFlags, OutputFlags } from '../options/outputs.ts'
import type { WorkFlags } from '../options/work.ts'
import type { Surroundings } from '../surroundings.ts'
import { type ConfigGates, gatesOf, people } from './gates.ts'
import { type Configuration, closing, findConfig, loadConfig } from './load-config.ts'
import { last, RunFolder } from './run-folder.ts'

/** Flags that several commands have; each has some. */
export type SharedFlags = Partial<Omit<WorkFlags & OutputFlags & LabelsFlags & GateFlags, 'by'>> & {
  readonly config?: string
  /** False where no run is kept. */
  readonly runs?: boolean
  readonly cache?: string
  readonly compare?: string
  readonly failIfWorse?: string
  readonly by?: string | readonly string[]
}

/**
 * What a command is to do: flags over configuration over defaults, with whole paths. It is made once, before anything
 * else, and passed whole.
 */
export interface Plan extends Surroundings {
  readonly config: Configuration
  readonly runs: RunFolder
  /** The run file that is named. */
  readonly file?: string
  readonly cache: EvaluateOptions['cache']
  readonly work: Pick<EvaluateOptions, 'resume' | 'retryFailed' | 'concurrency' | 'timeoutInMs' | 'budget'>
  readonly quiet: boolean
  readonly gates: ConfigGates
  /** A run to compare with, for show. */
  readonly compare?: string
  /** The run that items are chosen by. */
  readonly chosenBy: string
  /** Where what was found is written, beside standard output. */
  readonly files: NonNullable<VerdictConfig['reports']>
  /** A file that the Markdown is added to. */
  readonly summary?: string
  /** JSON in place of text on standard output. */
  readonly json: boolean
  /** Whether the text has scores by verdict and by share, too. */
  readonly details: boolean
  /** Whether scores by different judges are compared on purpose. */
  readonly acrossJudges: boolean
  /** Fields to group the items by, a table each; several in one are crossed. */
  readonly by: readonly (readonly string[])[]
  readonly passAt?: PassAt
  /** Files of people's labels. */
  readonly labels: readonly string[]
}

export interface Asked {
  /** A configuration that is named as an argument. */
  readonly named?: string | undefined
  /** Whether the command can do nothing without a configuration. Default false. */
  readonly isNeeded?: boolean
  /** Whether a run is made: then the configuration's gates, reports and run file are about it. Default false. */
  readonly isRun?: boolean
}

/** Loads the configuration, has the work done by a plan, and closes what the configuration opened. */
export async function withPlan(
  flags: SharedFlags,
  around: Surroundings,
  { named, isNeeded, isRun = false }: Asked,
  work: (plan: Plan) => Promise<number>,
): Promise<number> {
  if (named !== undefined && flags.config !== undefined)
    throw new CommandError('two configurations are named: give one, and a dataset beside it')
  const { folder } = around
  const source = flags.config ?? named
  around.confine?.([source === undefined ? findConfig(folder) : resolve(folder, source)])
  const { gates, reports, file, ...shared } = await loadConfig(folder, source, isNeeded ?? false)
  const config = isRun ? { ...shared, gates, reports, file } : shared
  return closing(config.close, around, () =>
    closing(
      () => config.queue?.close(),
      around,
      async () => {
        const plan = planOf(flags, config, around)
        plan.confine?.(pathsOf(plan))
        return work(plan).finally(() => plan.runs.removeUnused())
      },
    ),
  )
}

/** All that a plan reads and writes, but for what is named in a call of it, and runs, which may be links. */
const pathsOf = ({ config, runs, file, cache, files, labels }: Plan) => [
  ...[config.file, runs.path, file, cache, ...Object.values(files), ...labels],
]

/** @throws CommandError for flags that have no effect, and for a GitHub summary outside of GitHub. */
export function planOf(flags: SharedFlags, config: Configuration, around: Surroundings): Plan {
  const { folder, environment } = around
  const whole = (path: string | undefined) => path && resolve(folder, path)
  if (flags.retryFailed && !flags.resume)
    throw new CommandError('--retry-failed goes on with a run that is there: add --resume')
  const summary = flags.githubSummary ? environment.GITHUB_STEP_SUMMARY : undefined
  if (flags.githubSummary && !summary)
    throw new CommandError(
      '--github-summary needs GITHUB_STEP_SUMMARY, which GitHub sets in a workflow: use --markdown elsewhere',
    )
  const named = { html: whole(flags.html), junit: whole(flags.junit), markdown: whole(flags.markdown) }
  const by = flags.by === undefined ? undefined : [flags.by].flat()
  const fields = by?.filter((field) => field !== people)
  return {
    ...around,
    config,
    runs: new RunFolder(around, flags.runs, config.runs),
    file: whole(flags.file),
    cache: whole(flags.cache) ?? config.cache,
    work: {
      resume: flags.resume,
      retryFailed: flags.retryFailed,
      concurrency: config.concurrency,
      timeoutInMs: config.timeoutInMs,
      budget: flags.budget ?? config.budget,
    },
    quiet: flags.quiet ?? false,
    gates: gatesOf(flags, by?.includes(people) ?? false, config.gates),
    compare: flags.compare,
    chosenBy: flags.compare ?? flags.failIfWorse ?? last,
    files: { ...config.reports, ...Object.fromEntries(Object.entries(named).filter(([, file]) => file)) },
    summary,
    json: flags.json ?? false,
    details: flags.details ?? false,
    acrossJudges: flags.acrossJudges ?? false,
    by: (fields?.length ? fields : config.by).map((one) => one.split(',').map((field) => field.trim())),
    passAt: config.passAt,
    labels: flags.labels?.map((file) => resolve(folder, file)) ?? config.labels,
  }
}

/** The file of work that can only go on in one that is named. @throws CommandError for --resume without it. */
export function fileOf({ file, work }: Plan): string | undefined {
  if (work.resume && file === undefined)
    throw new CommandError('--resume needs the run file to continue: add --file')
  return file
}
