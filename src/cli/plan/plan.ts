import { resolve } from 'node:path'
import type { CoreConfig } from '../../config/core-config.ts'
import type { PassAt } from '../../evaluation/comparison/summarise-repeats.ts'
import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import type { Gates } from '../../evaluation/gates/gate.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { reopenAfterBusy } from '../../shared/after-busy.ts'
import { CommandError } from '../command-error.ts'
import type { workOptions } from '../options/budget-and-resume.ts'
import type { FlagsOf, NoFlags } from '../options/flags-of.ts'
import type { shownOptions } from '../options/outputs.ts'
import type { Surroundings } from '../surroundings.ts'
import { closeQuietly, closing } from './close-config.ts'
import { type Configuration, findConfig, loadConfig } from './load-config.ts'
import { last, RunFolder } from './run-folder.ts'

/** Flags that several commands share; each command has some. */
export type SharedFlags = Partial<
  FlagsOf<typeof workOptions<[], NoFlags>> & Omit<FlagsOf<typeof shownOptions<[], NoFlags>>, 'by'>
> & {
  readonly config?: string
  readonly cache?: string
  readonly compare?: string
  readonly failIfWorse?: string
  readonly acrossJudges?: true
  readonly by?: string | readonly string[]
}

/** The value of `--by` that applies gates to people's scores. */
const people = 'people'

/**
 * The settings of a command: flags first, then the configuration, then defaults, with absolute paths. Made once, before
 * anything else, and passed on as a whole. `Fields` are those of the features that the command reads.
 */
export interface Plan<Fields extends object = object> extends Surroundings {
  readonly config: Configuration & Fields
  readonly runs: RunFolder
  readonly file?: string
  readonly cache: EvaluateOptions['cache']
  /** Whether to resume the newest unfinished run. */
  readonly isLastResumed: boolean
  readonly work: Pick<EvaluateOptions, 'resume' | 'concurrency' | 'timeoutInMs' | 'budget'>
  readonly gates: Gates
  /** A run that the new one must not be worse than. */
  readonly failIfWorse?: string | EvaluationRun
  /** Whether gates on means and losses use what people would score. */
  readonly isByPeople: boolean
  /** Whether `--by` names the fields of `by`; the configuration's may be missing in other data. */
  readonly isByGiven: boolean
  /** A run to compare with, for display only. */
  readonly compare?: string
  /** The run by which items are chosen. */
  readonly chosenBy: string
  /** Files to write reports to, in addition to standard output. */
  readonly files: NonNullable<CoreConfig['reports']>
  /** A file to append the Markdown to. */
  readonly summary?: string
  readonly json: boolean
  /** Whether the text also shows scores by verdict and by share. */
  readonly details: boolean
  /** Whether to compare scores by different judges. */
  readonly acrossJudges: boolean
  /** Fields to group the items by, one table each; several in one entry are crossed. */
  readonly by: readonly (readonly string[])[]
  readonly passAt?: PassAt
  /** Files of people's labels. */
  readonly labels: readonly string[]
}

/** Loads the configuration, does the work with a plan, and closes what the configuration opened. */
export async function withPlan<Fields extends object = object>(
  flags: SharedFlags,
  around: Surroundings,
  asked: {
    readonly named?: string | undefined
    /** Whether the command requires a configuration. Default false. */
    readonly isNeeded?: boolean
    /** Whether the command makes a run, to which the configuration's gates, reports and run file apply. Default false. */
    readonly isRun?: boolean
    /** Whether agents answer in it. Default false. */
    readonly isAnswering?: boolean
  },
  work: (plan: Plan<Fields>) => Promise<number>,
): Promise<number> {
  const { named, isNeeded, isRun = false, isAnswering = false } = asked
  if (named !== undefined && flags.config !== undefined)
    throw new CommandError('two configurations are named: give one, and a dataset if needed')
  const { folder } = around
  const source = flags.config ?? named
  around.confine?.([source === undefined ? findConfig(folder) : resolve(folder, source)])
  const loaded = await loadConfig(around, source, isNeeded ?? false)
  const { gates: _g, failIfWorse: _f, reports: _r, file: _, ...shared } = loaded
  const config = isRun ? loaded : { ...shared, by: shared.by.filter((field) => field !== people) }
  // In a server, this would be for the server to decide.
  if (around.isOwnProcess) reopenAfterBusy(Object(config.mastra?.getStorage()).client)
  const closeFeatures = () => Promise.all(around.features.map((feature) => feature.close?.(config)))
  let hasAnswered = false
  const close = () => (hasAnswered ? config.close?.() : closeQuietly(config))
  return closing(close, around, () =>
    closing(closeFeatures, around, async () => {
      // The features have checked their fields.
      const plan = makePlan(await withNamedRun(flags, config, around), config, around) as Plan<Fields>
      plan.confine?.(listPaths(plan))
      const code = await work(plan).finally(() => plan.runs.removeUnused())
      hasAnswered = isAnswering
      around.onOutcome?.(code)
      return code
    }),
  )
}

/** Returns all paths that a plan reads and writes, except those named in a single call and runs, which may be links. */
const listPaths = ({ config, runs, file, cache, files, labels }: Plan) => [
  ...[config.file, runs.path, file, cache, ...Object.values(files), ...labels],
]

/** Puts the file in the place of a run's name that is to be resumed. */
async function withNamedRun(
  flags: SharedFlags,
  { runs }: Configuration,
  around: Surroundings,
): Promise<SharedFlags> {
  const file = flags.resume && (await new RunFolder(around, runs).findNamed(flags.resume))
  return file ? { ...flags, resume: file } : flags
}

/** @throws CommandError for flags that have no effect, and for a GitHub summary outside of GitHub. */
export function makePlan(flags: SharedFlags, config: Configuration, around: Surroundings): Plan {
  const { folder, environment } = around
  const whole = (path: string | undefined) => path && resolve(folder, path)
  const { github, ...reports } = flags.report ?? {}
  const summary = github ? environment.GITHUB_STEP_SUMMARY : undefined
  if (github && !summary)
    throw new CommandError(
      '--report github needs GITHUB_STEP_SUMMARY, which GitHub sets in a workflow: use --report report.md elsewhere',
    )
  if (flags.file !== undefined && flags.resume !== undefined && whole(flags.file) !== whole(flags.resume))
    throw new CommandError('--file and --resume both name the run file: give one of them')
  const by = flags.by === undefined ? undefined : [flags.by].flat()
  const fields = by?.filter((field) => field !== people)
  const isLastResumed = flags.resume === last && flags.file === undefined
  return {
    ...around,
    config,
    runs: new RunFolder(around, config.runs),
    file: whole(isLastResumed ? undefined : (flags.resume ?? flags.file)),
    isLastResumed,
    cache: whole(flags.cache) ?? config.cache,
    work: {
      resume: flags.resume !== undefined,
      concurrency: config.concurrency,
      timeoutInMs: config.timeoutInMs,
      budget: flags.budget ?? config.budget,
    },
    gates: { ...config.gates, ...flags.gate },
    failIfWorse: flags.failIfWorse ?? config.failIfWorse,
    isByGiven: (fields?.length ?? 0) > 0,
    isByPeople: (by?.includes(people) ?? false) || config.by.includes(people),
    compare: flags.compare,
    chosenBy: flags.compare ?? flags.failIfWorse ?? last,
    files: {
      ...config.reports,
      ...Object.fromEntries(Object.entries(reports).map(([format, file]) => [format, resolve(folder, file)])),
    },
    summary,
    json: flags.json ?? false,
    details: flags.details ?? false,
    acrossJudges: flags.acrossJudges ?? false,
    by: (fields?.length ? fields : config.by.filter((field) => field !== people)).map((one) =>
      one.split(',').map((field) => field.trim()),
    ),
    passAt: config.passAt,
    labels: flags.labels?.map((file) => resolve(folder, file)) ?? config.labels,
  }
}

/** Returns the file of work that can resume only in a named file. @throws CommandError for `--resume last`. */
export function pickFile({ file, isLastResumed }: Plan): string | undefined {
  if (isLastResumed)
    throw new CommandError(`--resume ${last} is for runs of questions: name the file to resume`)
  return file
}
