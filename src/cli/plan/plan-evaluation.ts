import { relative, resolve, sep } from 'node:path'
import type { CoreConfig } from '../../config/core-config.ts'
import type { EvaluationDataset } from '../../evaluation/dataset/dataset.ts'
import { openDataset, type ReadDatasetOptions, readDataset } from '../../evaluation/dataset/read-dataset.ts'
import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import type { Variant } from '../../evaluation/evaluate-variants.ts'
import { readScorers } from '../../run/scorer-entry.ts'
import { chosenByRun, isChosenByScore } from '../../run/selection.ts'
import { CommandError } from '../command-error.ts'
import type { RunFlags } from '../commands/run/options.ts'
import { toReaderOptions } from '../options/project.ts'
import type { ScoredBy } from '../rescore-remedy.ts'
import { evaluateOptionsIn } from './config-schema.ts'
import type { Configuration } from './load-config.ts'
import { scorersNamed } from './named-scorers.ts'
import { readOnly, selectItems } from './only-and-limit.ts'
import type { Plan } from './plan.ts'
import { pickScorers } from './scorers.ts'

/** The configuration or dataset that the argument of `verdict run` names. */
export interface EvaluationSource {
  readonly config?: string
  readonly dataset?: string
  /** Whether to score the dataset's answers as they are, because no configuration is named. */
  readonly isRecorded: boolean
}

export interface PlannedEvaluation {
  readonly options: Omit<EvaluateOptions, 'target' | 'data' | 'file'>
  readonly data: EvaluationDataset
  readonly name: string
  /** One unnamed target, or the requested ones of `targets`. */
  readonly targets: readonly { readonly variant?: string; readonly entry: Variant }[]
  /** The named file, if there is only one. */
  readonly file?: string
  /** The file with the questions: a dataset, with how to read it, or the configuration that contains them. */
  readonly source?: { readonly file: string; readonly reading?: ReadDatasetOptions }
  /** Whether items were chosen for low scores, which rise the next time by chance alone. */
  readonly isChosenByScore: boolean
  readonly stopsWhenDecided: boolean
  readonly hasWorkers: boolean
  /** The `verdict rescore` options that score as this run does. */
  readonly scoredBy: ScoredBy
}

/** Plans an evaluation from the command line first, then the configuration. */
export async function planEvaluation(
  flags: RunFlags,
  plan: Plan,
  { dataset, isRecorded }: EvaluationSource,
): Promise<PlannedEvaluation> {
  const { config } = plan
  // A configuration in this folder sets things for its own runs, which recorded answers do not belong to.
  const own: Partial<Configuration> = isRecorded ? {} : config
  const { only } = readOnly(flags.only)
  const isByScore = only !== undefined && isChosenByScore(chosenByRun(only, ''))
  if (isByScore && flags.failIfWorse !== undefined)
    throw new CommandError(
      '--fail-if-worse cannot be used with --only: items chosen for low scores score better the next time by chance alone',
    )
  const scorers = isRecorded
    ? await scorersNamed(flags.scorer, flags)
    : pickScorers(config.scorers, flags.scorer)
  const { given, source } = await readData(flags, plan, dataset)
  const targets = isRecorded
    ? [{ entry: { target: 'recorded' as const } }]
    : pickTargets(config, flags.target)
  const file = plan.file ?? own.file
  if (file !== undefined && targets.length > 1)
    throw new CommandError(
      'one file cannot hold the runs of several targets: leave out --file (and file), or name one with --target',
    )
  const whole = await openDataset(given)
  const name = flags.name ?? own.name ?? whole.name
  const { data, selection } = await selectItems(whole, flags, {
    scorer: () => readScorers(scorers)[0]?.record.id,
    earlier: () =>
      plan.runs.requiredBaseline(plan.chosenBy, { name, variant: targets[0]?.variant, dataset: whole }),
  })
  return {
    options: {
      ...(isRecorded ? { prices: config.prices } : evaluateOptionsIn(config)),
      ...plan.work,
      unmockedToolPolicy: own.unmockedToolPolicy,
      selection,
      scorers,
      cache: plan.cache,
      name: flags.name ?? own.name,
      repeats: flags.repeats ?? own.repeats,
      judgings: flags.judgings ?? own.judgings,
    },
    data,
    name,
    targets,
    file,
    isChosenByScore: isByScore,
    stopsWhenDecided: flags.stopWhenDecided ?? false,
    hasWorkers: flags.workers ?? false,
    scoredBy: { config: flags.config, judge: flags.judge, scorer: flags.scorer },
    source,
  }
}

async function readData(flags: RunFlags, { config, folder, confine }: Plan, dataset: string | undefined) {
  const data = dataset === undefined ? config.data : resolve(folder, dataset)
  confine?.([data])
  const reading: ReadDatasetOptions = toReaderOptions(flags)
  if (typeof data === 'string') {
    const path = relative(config.folder, data).replaceAll(sep, '/')
    return { given: { ...(await readDataset(data, reading)), path }, source: { file: data, reading } }
  }
  if (data === undefined)
    throw new CommandError('there is nothing to evaluate: set data in the configuration, or name a dataset')
  return { given: data, source: config.source === undefined ? undefined : { file: config.source } }
}

function pickTargets(
  { target, targets }: Pick<CoreConfig, 'target' | 'targets'>,
  asked: readonly string[] | undefined,
): PlannedEvaluation['targets'] {
  if (target !== undefined && targets !== undefined)
    throw new CommandError('the configuration has both target and targets: give one of them')
  if (targets === undefined) {
    if (asked !== undefined)
      throw new CommandError('--target chooses among targets, but the configuration has none')
    if (target === undefined)
      throw new CommandError('the configuration has no target and no targets to evaluate')
    return [{ entry: { target } }]
  }
  const names = Object.keys(targets)
  const unknown = asked?.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new CommandError(`there is no target "${unknown}" in the configuration: it has ${names.join(', ')}`)
  if (names.length === 0) throw new CommandError('targets in the configuration is empty: name one or more')
  return Object.entries(targets)
    .filter(([name]) => asked?.includes(name) ?? true)
    .map(([variant, entry]) => ({ variant, entry }))
}
