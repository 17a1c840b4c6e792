import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { type EvaluationDataset, toDataset } from '../../evaluation/dataset/dataset.ts'
import { datasetOf, readDataset } from '../../evaluation/dataset/read-dataset.ts'
import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import { readScorers, type ScorerEntry } from '../../evaluation/scoring/scorers.ts'
import { CommandError } from '../ending.ts'
import type { LoadedConfig } from '../load-config.ts'
import { makeFolderOf } from '../write-file.ts'
import { collect, parseBudget, parsePairs, secondsInMs, wholeNumber } from './parse.ts'

/** How a file of items or labelled rows is read. */
export interface ReadingFlags {
  readonly delimiter?: string
  readonly field?: string[]
  readonly otherFields?: boolean
}

export interface EvaluationFlags extends WorkFlags, ReadingFlags {
  readonly scorer?: string[]
  readonly name?: string
  readonly limit?: number
  readonly repeats?: number
}

/**
 * The options of `evaluate`: those of the command line, then those of the configuration.
 *
 * @param folder What paths on the command line are relative to.
 * @param dataset Named on the command line, in place of the configuration's data.
 */
export async function evaluationOptions(
  flags: EvaluationFlags,
  { config, folder: configFolder }: LoadedConfig,
  folder: string,
  dataset?: string,
): Promise<EvaluateOptions> {
  // What is for the command itself; the rest is for `evaluate`, which refuses what it does not know.
  const { gates: _gates, reports: _reports, close: _close, data, file, ...rest } = config
  const runFile = flags.file === undefined ? relativeTo(configFolder, file) : resolve(folder, flags.file)
  const work = readWork(flags, runFile, rest)
  if (runFile !== undefined) await makeFolderOf(runFile)
  const source = dataset === undefined ? relativeTo(configFolder, data) : resolve(folder, dataset)
  const given = typeof source === 'string' ? await readDataset(source, readingOf(flags)) : source
  if (given === undefined)
    throw new CommandError('there is nothing to evaluate: set data in the configuration, or name a dataset')
  return {
    ...rest,
    scorers: scorersOf(rest.scorers, flags.scorer),
    data: flags.limit === undefined ? given : await firstOf(given, flags.limit),
    file: runFile,
    ...work,
    name: flags.name ?? rest.name,
    repeats: flags.repeats ?? rest.repeats,
  }
}

export const delimiterOption = () =>
  new Option(
    '--delimiter <text>',
    "what parts the columns of a CSV file: ';' or tab (default: a comma)",
  ).argParser((text) => (text === 'tab' ? '\t' : text))

/** @param source What has the names: 'file'. */
export const fieldOption = (source: string) =>
  new Option(
    '--field <name=field>',
    `a name in the ${source}, and the field it stands for; may be repeated`,
  ).argParser(collect)

/** The flags as options of a reader. What is no field of its rows is refused by name there. */
export const readingOf = <Field extends string>({ delimiter, field, otherFields }: ReadingFlags) =>
  ({
    delimiter,
    fields: parsePairs('--field', field) as Record<string, Field>,
    otherFields: otherFields ? 'metadata' : 'refuse',
  }) as const

/** A path from the folder; anything that is no path as it is. */
const relativeTo = <Value>(folder: string, value: Value) =>
  typeof value === 'string' ? resolve(folder, value) : value

async function firstOf(data: EvaluateOptions['data'], count: number): Promise<EvaluationDataset> {
  const whole = await datasetOf(data)
  return toDataset(whole.items.slice(0, count), { name: whole.name, source: whole.name })
}

/**
 * The scorers of a configuration that are named, or all of them.
 *
 * @throws CommandError for an id that none of them has.
 */
export function scorersOf(scorers: readonly ScorerEntry[], ids?: readonly string[]): readonly ScorerEntry[] {
  if (ids === undefined) return scorers
  const known = readScorers(scorers).map(({ record }) => record.id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown !== undefined)
    throw new CommandError(`there is no scorer "${unknown}" in the configuration: it has ${known.join(', ')}`)
  return scorers.filter((_, index) => ids.includes(known[index] ?? ''))
}

export interface WorkFlags {
  readonly file?: string
  readonly resume?: boolean
  readonly retryFailed?: boolean
  readonly concurrency?: number
  readonly timeout?: number
  readonly budget?: string[]
  readonly quiet?: boolean
}

/** The options of everything that works through many items. */
export function addWorkOptions(command: Command): Command {
  return command
    .option('--file <file>', 'the run file: one line an item, appended as it comes')
    .option('--resume', 'go on with the run in the file; repeats no finished item')
    .option('--retry-failed', 'with --resume, do those items again that failed')
    .option('--concurrency <items>', 'the most items at once (default: 8)', wholeNumber)
    .option('--timeout <seconds>', 'time limit of one item and its scores (default: 300)', secondsInMs)
    .option(
      '--budget <kind=limit>',
      'stop at calls=500, tokens=100000 or money=2.5; may be repeated',
      collect,
    )
    .option('--quiet', 'no progress bar')
}

type Work = Pick<EvaluateOptions, 'resume' | 'retryFailed' | 'concurrency' | 'timeoutInMs' | 'budget'>

/**
 * The flags as options of `evaluate`, those that are not there from the defaults.
 *
 * @param file The run file, wherever it is named.
 * @throws CommandError where there is nothing to go on with, and for a budget that cannot be read.
 */
export function readWork(flags: WorkFlags, file: string | undefined, defaults: Work = {}): Work {
  if (flags.resume && file === undefined)
    throw new CommandError('--resume needs the run file to go on with: add --file')
  if (flags.retryFailed && !flags.resume)
    throw new CommandError('--retry-failed goes on with a run that is there: add --resume')
  return {
    resume: flags.resume,
    retryFailed: flags.retryFailed,
    concurrency: flags.concurrency ?? defaults.concurrency,
    timeoutInMs: flags.timeout ?? defaults.timeoutInMs,
    budget: flags.budget === undefined ? defaults.budget : parseBudget(flags.budget),
  }
}
