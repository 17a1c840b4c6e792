import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { EvaluationDataset } from '../../evaluation/dataset/dataset.ts'
import { datasetOf } from '../../evaluation/dataset/read-dataset.ts'
import { evaluate } from '../../evaluation/evaluate.ts'
import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import { checkGateOptions } from '../../evaluation/gates/gate-options.ts'
import type { EvaluationRun } from '../../evaluation/record.ts'
import { readRun } from '../../evaluation/run-file/read-run.ts'
import { readScorers } from '../../evaluation/scoring/scorers.ts'
import { comparedBaseline } from '../compared.ts'
import { conclude } from '../conclude.ts'
import { CommandError, closing, exitCodes, sayHowToGoOn } from '../ending.ts'
import { type LoadedConfig, loadConfig } from '../load-config.ts'
import {
  addWorkOptions,
  delimiterOption,
  type EvaluationFlags,
  evaluationOptions,
  fieldOption,
} from '../options/evaluation.ts'
import { addGateOptions, type GateFlags, readGates, withBaseline } from '../options/gates.ts'
import { addOutputOptions, checkNotOverwritten, type OutputFlags, readOutputs } from '../options/outputs.ts'
import { collect, wholeNumber } from '../options/parse.ts'
import { judgeNamed, makeScorer } from '../scorers.ts'
import type { Surroundings } from '../surroundings.ts'
import { showProgress } from '../terminal/progress.ts'

interface RunFlags extends EvaluationFlags, GateFlags, OutputFlags {
  readonly config?: string
  readonly judge?: string
  readonly compare?: string
}

const datasetEndings = new Set(['.jsonl', '.ndjson', '.json', '.csv', '.tsv'])

/** Adds `verdict run`. */
export function addRunCommand(program: Command): Command {
  const command = program
    .command('run')
    .description('evaluate what a configuration says, or score the recorded answers of a dataset')
    .argument(
      '[config or dataset]',
      'a configuration (default: verdict.config.ts), or a .jsonl, .json or .csv file',
    )
    .option('--config <file>', 'a configuration that the dataset is for, in place of its own data')
    .option('--scorer <id>', "of the configuration's, or for recorded answers; may be repeated", collect)
    .option(
      '--judge <model>',
      "for recorded answers: a model such as openai/gpt-5-mini (default: 'embedded')",
    )
    .addOption(delimiterOption())
    .addOption(fieldOption('dataset'))
    .option('--other-fields', 'keep fields as metadata that an item does not have, in place of refusing them')
    .option('--name <name>', 'what the run is called')
    .option('--limit <items>', 'only the first items of the dataset', wholeNumber)
    .option('--repeats <times>', 'how often each item is answered (default: 1)', wholeNumber)
    .option('--compare <run file>', 'show what changed since this run')
    .option('--fail-if-worse <run file>', 'the same, and fail where a score is surely lower')
  return addOutputOptions(addGateOptions(addWorkOptions(command)))
}

/** @returns The exit code. */
export async function run(
  argument: string | undefined,
  flags: RunFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder } = surroundings
  const dataset =
    argument !== undefined && datasetEndings.has(extname(argument).toLowerCase()) ? argument : undefined
  const loaded = await configFor(argument, dataset, flags, folder)
  return closing(loaded.config.close, surroundings, () => runConfig(loaded, dataset, flags, surroundings))
}

async function runConfig(
  loaded: LoadedConfig,
  dataset: string | undefined,
  flags: RunFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder, signal } = surroundings
  const { config, folder: configFolder } = loaded
  // All that can be wrong with the command is said before the first call is paid for.
  const outputs = readOutputs(flags, surroundings, { reports: config.reports, folder: configFolder })
  const folders = { flags: folder, config: configFolder }
  const { gates: given, baseline } = await readGates(flags, folders, {
    ...config.gates,
    maxFailed: config.gates?.maxFailed ?? 0,
  })
  const earlier = flags.compare === undefined ? baseline : await readRun(resolve(folder, flags.compare))
  const asked = await evaluationOptions(flags, loaded, folder, dataset)
  checkGateOptions(
    given,
    readScorers(asked.scorers).map(({ record }) => record),
  )
  checkNotOverwritten(outputs.files, [asked.file, dataset, flags.compare, flags.failIfWorse], folder)
  checkNotOverwritten(outputs.files, [config.data, config.gates?.failIfWorse?.baseline], configFolder)
  const { data, baseline: compared } =
    earlier === undefined
      ? { data: asked.data, baseline: undefined }
      : await comparable(asked.data, earlier, surroundings)
  const options = { ...asked, data }
  const gates = withBaseline(given, compared)
  const progress = showProgress(surroundings, { quiet: flags.quiet ?? false })
  const result = await evaluate({ ...options, signal, onProgress: progress.onProgress }).finally(
    progress.stop,
  )
  const code = await conclude({ run: result, baseline: compared, gates, outputs }, surroundings)
  sayHowToGoOn(result.end?.status, options.file, surroundings)
  return result.end?.status === 'cancelled' ? exitCodes.interrupted : code
}

/** The data, and the baseline as it can be compared with a run of them. */
async function comparable(
  data: EvaluateOptions['data'],
  baseline: EvaluationRun,
  surroundings: Surroundings,
): Promise<{ readonly data: EvaluationDataset; readonly baseline: EvaluationRun }> {
  const read = await datasetOf(data)
  const { name, hash, items } = read
  const asked = items.map(({ id, input, inputs, groundTruth }) => ({
    id,
    input: inputs ?? input,
    groundTruth,
  }))
  const dataset = { name, hash, items: items.length }
  return { data: read, baseline: comparedBaseline(baseline, asked, dataset, surroundings) }
}

/** The configuration that is named or found; one for recorded answers where a dataset comes without any. */
async function configFor(
  argument: string | undefined,
  dataset: string | undefined,
  flags: RunFlags,
  folder: string,
): Promise<LoadedConfig> {
  if (flags.compare !== undefined && flags.failIfWorse !== undefined)
    throw new CommandError('--compare and --fail-if-worse both name a baseline: give one of them')
  if (dataset === undefined || flags.config !== undefined) {
    if (dataset === undefined && argument !== undefined && flags.config !== undefined)
      throw new CommandError('two configurations are named: give one, and a dataset beside it')
    if (flags.judge !== undefined)
      throw new CommandError('--judge is for recorded answers: the scorers of a configuration have their own')
    return loadConfig(folder, flags.config ?? argument)
  }
  const model = judgeNamed(flags.judge)
  const scorers = (flags.scorer ?? ['answer-relevancy']).map((name) => makeScorer(name, { model }))
  return { config: { target: 'recorded', scorers }, folder }
}
