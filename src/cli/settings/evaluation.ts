import { resolve } from 'node:path'
import type { VerdictConfig } from '../../config/index.ts'
import type { EvaluationDataset } from '../../evaluation/dataset/dataset.ts'
import { datasetOf, readDataset } from '../../evaluation/dataset/read-dataset.ts'
import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import type { Variant } from '../../evaluation/evaluate-variants.ts'
import { readScorers } from '../../evaluation/scoring/scorers.ts'
import type { RunFlags } from '../commands/run/options.ts'
import { CommandError } from '../ending.ts'
import type { LoadedConfig } from '../load-config.ts'
import type { Surroundings } from '../surroundings.ts'
import { readingOf } from './reading.ts'
import { RunFolder } from './run-folder.ts'
import { scorersOf } from './scorers.ts'
import { selectItems } from './selection.ts'
import { readWork } from './work.ts'

/** What a run is to do, with whole paths. */
export interface PlannedEvaluation {
  /** Of each target. */
  readonly options: Omit<EvaluateOptions, 'target' | 'data' | 'file'>
  readonly data: EvaluationDataset
  readonly name: string
  /** One that is unnamed, or those of `targets` that are asked for. */
  readonly targets: readonly { readonly variant?: string; readonly entry: Variant }[]
  readonly runs: RunFolder
  /** The one file that is named. */
  readonly file?: string
}

/**
 * What is evaluated: what the command line says, then what the configuration says.
 *
 * @param dataset Named on the command line, in place of the configuration's data.
 */
export async function planEvaluation(
  flags: RunFlags,
  { config, folder: configFolder }: LoadedConfig,
  { folder, stderr }: Pick<Surroundings, 'folder' | 'stderr'>,
  dataset?: string,
): Promise<PlannedEvaluation> {
  // What is for the command itself; the rest is for `evaluate`, which refuses what it does not know.
  const {
    gates: _gates,
    reports: _reports,
    by: _by,
    close: _close,
    passAt: _passAt,
    mastra: _mastra,
    queue: _queue,
    labels: _labels,
    translator: _translator,
    runs,
    target,
    targets,
    ...others
  } = config
  const { targetOptions, data, file, cache, ...rest } = others
  const source = dataset === undefined ? relativeTo(configFolder, data) : resolve(folder, dataset)
  const given = typeof source === 'string' ? await readDataset(source, readingOf(flags)) : source
  if (given === undefined)
    throw new CommandError('there is nothing to evaluate: set data in the configuration, or name a dataset')
  const named = targetsOf({ target, targets }, flags.target)
  const configured = runs === false ? false : resolve(configFolder, runs ?? 'runs')
  const runFile = fileFor(flags, relativeTo(configFolder, file), folder)
  if (runFile !== undefined && named.length > 1)
    throw new CommandError(
      'one file cannot hold the runs of several targets: leave out --file (and file), or name one with --target',
    )
  const whole = await datasetOf(given)
  const name = flags.name ?? rest.name ?? whole.name
  const kept = new RunFolder(flags, folder, configured)
  const scorers = scorersOf(rest.scorers, flags.scorer)
  const [first] = readScorers(scorers)
  const baseline = flags.compare ?? (typeof flags.failIfWorse === 'string' ? flags.failIfWorse : 'last')
  const { data: items, selection } = await selectItems(whole, flags, first?.record.id, () =>
    kept.requiredBaseline(baseline, { name, variant: named[0]?.variant }, stderr),
  )
  return {
    options: {
      ...rest,
      targetOptions,
      selection,
      scorers,
      cache: flags.cache === undefined ? relativeTo(configFolder, cache) : resolve(folder, flags.cache),
      ...readWork(flags, rest),
      name: flags.name ?? rest.name,
      repeats: flags.repeats ?? rest.repeats,
      judgings: flags.judgings ?? rest.judgings,
    },
    data: items,
    name,
    targets: named,
    runs: kept,
    file: runFile,
  }
}

/** Named on the command line, or in the configuration where the command line names no folder either. */
const fileFor = (flags: RunFlags, configured: string | undefined, folder: string) => {
  if (flags.file !== undefined) return resolve(folder, flags.file)
  return flags.runs === undefined ? configured : undefined
}

function targetsOf(
  { target, targets }: Pick<VerdictConfig, 'target' | 'targets'>,
  asked: readonly string[] | undefined,
): PlannedEvaluation['targets'] {
  if (target !== undefined && targets !== undefined)
    throw new CommandError('the configuration has target and targets: give one of them')
  if (targets === undefined) {
    if (asked !== undefined)
      throw new CommandError('--target chooses among targets, and the configuration has none')
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

/** A path from the folder; anything that is no path as it is. */
export const relativeTo = <Value>(folder: string, value: Value) =>
  typeof value === 'string' ? resolve(folder, value) : value
