import { extname, resolve } from 'node:path'
import {
  askedItems,
  askedOf,
  matchItems,
  requireCommon,
} from '../../../evaluation/comparison/common-items.ts'
import { requireFields } from '../../../evaluation/comparison/item-groups.ts'
import { checkPassAt } from '../../../evaluation/comparison/summarise-repeats.ts'
import type { EvaluationDataset } from '../../../evaluation/dataset/dataset.ts'
import { evaluateSideBySide } from '../../../evaluation/evaluate-variants.ts'
import { checkGateOptions } from '../../../evaluation/gates/gate-options.ts'
import type { EvaluationRun } from '../../../evaluation/record.ts'
import { readScorers } from '../../../evaluation/scoring/scorers.ts'
import { commitOf } from '../../commit.ts'
import { conclude } from '../../conclude.ts'
import { CommandError, closing, exitCodes, sayHowToGoOn } from '../../ending.ts'
import { type LoadedConfig, loadConfig } from '../../load-config.ts'
import { remedyFor } from '../../remedy.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { scorersNamed } from '../../scorers.ts'
import { type PlannedEvaluation, planEvaluation } from '../../settings/evaluation.ts'
import { readGates } from '../../settings/gates.ts'
import { readLabelLines } from '../../settings/labels.ts'
import { readOutputs, readPassAt } from '../../settings/outputs.ts'
import { giveBackHeap } from '../../small-memory.ts'
import { type Surroundings, say } from '../../surroundings.ts'
import { showProgress } from '../../terminal/progress.ts'
import { makeFolderOf } from '../../write-file.ts'
import type { RunFlags } from './options.ts'

const datasetEndings = new Set(['.jsonl', '.ndjson', '.json', '.csv', '.tsv'])

const datasetNamed = (argument: string | undefined) =>
  argument !== undefined && datasetEndings.has(extname(argument).toLowerCase()) ? argument : undefined

/** @returns The exit code. */
export async function run(
  argument: string | undefined,
  flags: RunFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder } = surroundings
  const dataset = datasetNamed(argument)
  const loaded = await configFor(argument, dataset, flags, folder)
  const { close, queue } = loaded.config
  // A target with queued scorers opens the queue, too.
  const work = () => runConfig(loaded, argument, flags, surroundings)
  return closing(close, surroundings, () => closing(() => queue?.close(), surroundings, work))
}

async function runConfig(
  loaded: LoadedConfig,
  named: string | undefined,
  flags: RunFlags,
  surroundings: Surroundings,
): Promise<number> {
  const dataset = datasetNamed(named)
  const { folder, signal } = surroundings
  const { config, folder: configFolder } = loaded
  // All that can be wrong with the command is said before the first call is paid for.
  const outputs = readOutputs(flags, surroundings, { ...config, folder: configFolder })
  const { options, data, targets, ...planned } = await planEvaluation(flags, loaded, surroundings, dataset)
  for (const fields of outputs.by ?? []) requireFields(data.items, fields)
  const scorers = readScorers(options.scorers).map(({ record }) => record)
  const passAt = readPassAt(flags, config.passAt)
  const configured = [config.labels ?? []].flat().map((file) => resolve(configFolder, file))
  const labels = await readLabelLines(flags, surroundings, configured, config.gates?.by === 'people')
  checkPassAt(passAt ?? {}, scorers)
  const plans = await Promise.all(
    targets.map(async ({ variant, entry }) => {
      const plan = await planRun({ ...planned, variant }, loaded, flags, surroundings)
      checkGateOptions(plan.gates, scorers)
      if (plan.baseline !== undefined) checkComparable(plan.baseline, data)
      return { ...plan, variant, entry }
    }),
  )
  const written = [options.cache, ...plans.map(({ file }) => file)]
  requireReportPlaces(outputs.files, [...written, outputs.summary])
  const stopWhenDecided = flags.stopWhenDecided ? decidedAgainst(plans) : undefined
  if (stopWhenDecided && plans.some(({ gates }) => gates.by === 'people'))
    throw new CommandError(
      '--stop-when-decided is decided by the judge, and the gates are by people: leave one of them out',
    )
  for (const file of written) if (typeof file === 'string') await makeFolderOf(file)
  const commit = await commitOf(configFolder)
  const progress = showProgress(surroundings, { quiet: flags.quiet ?? false })
  const work = plans.map(({ variant, entry, file }) => {
    return { variant, entry, file, onProgress: progress.onProgress() }
  })
  // What loading left is 45 MB, which would stand beside the encoder's weights.
  if (surroundings.isOwnProcess) giveBackHeap()
  const runs = await evaluateSideBySide(work, {
    ...options,
    ...{ data, commit, signal },
    stopWhenDecided,
    workers: flags.workers ? await workersOf(config) : undefined,
  }).finally(progress.stop)
  const rescoring = { ...flags, config: flags.config ?? (dataset === undefined ? named : undefined) }
  const concluded = plans.flatMap((plan, index) => {
    const run = runs[index]
    if (run === undefined) return []
    return [{ ...plan, run, passAt, labels, remedy: remedyFor({ ...plan, flags: rescoring }, folder) }]
  })
  const code = await conclude(concluded, outputs, surroundings)
  for (const { run, file } of concluded) sayHowToGoOn(run.end?.status, file, surroundings)
  return runs.some(({ end }) => end?.status === 'cancelled') ? exitCodes.interrupted : code
}

/** @throws CommandError where the configuration has no queue. */
async function workersOf({ queue }: LoadedConfig['config']) {
  if (queue === undefined)
    throw new CommandError(
      "--workers needs a `queue` in the configuration: scoringQueue() of 'mastra-verdict/workers'",
    )
  const { itemWorkers } = await import('../../../live/workers/items/item-workers.ts')
  return itemWorkers(queue)
}

/** @throws CommandError where there is nothing to be decided against, or more than one run. */
function decidedAgainst(plans: readonly { readonly baseline?: EvaluationRun }[]) {
  const [{ baseline } = {}, another] = plans
  if (another !== undefined)
    throw new CommandError('--stop-when-decided is for one target: name it with --target')
  if (baseline === undefined)
    throw new CommandError(
      '--stop-when-decided needs an earlier run to decide against: add --compare or --fail-if-worse',
    )
  return { baseline }
}

/** Where the run of a target goes, and what it is held against. */
async function planRun(
  { runs, file, ...named }: Pick<PlannedEvaluation, 'runs' | 'file' | 'name'> & { readonly variant?: string },
  { config, folder }: LoadedConfig,
  flags: RunFlags,
  { stderr }: Surroundings,
) {
  const baselineFile = (path: string) => {
    const isOfConfig = flags.failIfWorse === undefined && path !== 'last'
    return runs.requiredBaseline(isOfConfig ? resolve(folder, path) : path, named, stderr)
  }
  const isChosenByScore = flags.only !== undefined && flags.only !== 'changed'
  if (isChosenByScore && flags.failIfWorse !== undefined)
    throw new CommandError(
      '--fail-if-worse does not go with --only: items chosen for their low scores score better the next time by chance alone',
    )
  const { failIfWorse, ...configured } = config.gates ?? {}
  const {
    gates,
    inconclusive,
    baseline: held,
  } = await readGates(flags, baselineFile, {
    ...configured,
    ...(isChosenByScore ? {} : { failIfWorse }),
    maxFailed: configured.maxFailed ?? 0,
  })
  const shown = flags.compare === undefined ? undefined : await runs.baseline(flags.compare, named, stderr)
  if (flags.compare !== undefined && shown === undefined)
    say(stderr, 'There is no earlier run to compare with yet.')
  const unfinished = flags.resume && file === undefined ? await runs.unfinished(named) : undefined
  const baseline = held ?? shown
  return {
    ...{ gates, inconclusive, baseline, baselineFile: runs.placeOf(baseline) },
    file: file ?? unfinished ?? runs.newFile(named),
  }
}

/** @throws RunsNotComparableError where a run of the data could not be compared, before it is paid for. */
function checkComparable(baseline: EvaluationRun, { items }: EvaluationDataset): void {
  requireCommon(matchItems(askedItems(baseline), askedOf(items)).counts)
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
  const scorers = await scorersNamed(flags.scorer, { judge: flags.judge })
  return { config: { target: 'recorded', scorers }, folder }
}
