import { randomUUID } from 'node:crypto'
import { totalCost } from '../run/cost/cost.ts'
import { openRun } from '../run/file/open-run.ts'
import { RunFileError } from '../run/file/run-file-error.ts'
import { KeptRecords } from '../run/kept-records.ts'
import { type EvaluationRun, type ItemRecord, keyOf, type RunHeader } from '../run/record.ts'
import { readScorers, type UsedScorer } from '../run/scorers.ts'
import { readOptions } from '../shared/read-options.ts'
import { isSimulated } from './dataset/asked.ts'
import type { EvaluationDataset } from './dataset/dataset.ts'
import { datasetOf } from './dataset/read-dataset.ts'
import { type EvaluateOptions, type EvaluateSettings, evaluateSchema } from './evaluate-options.ts'
import { expectationsOf, type HoldAnswer } from './expectations/hold-answers.ts'
import { storeExperiment } from './experiment/store-experiment.ts'
import { judgeCache } from './scoring/judge-cache.ts'
import { type Stopping, sequentialHead, stopping } from './sequential/stop-when-decided.ts'
import type { ItemTask } from './session/evaluate-item.ts'
import { emitRecord } from './session/record-events.ts'
import { Refusals } from './session/refusals.ts'
import { runSession } from './session/session.ts'
import { WorkLimits } from './session/work-limits.ts'
import type { Answerer } from './target/answer.ts'
import { toAnswerer } from './target/target.ts'
import { ignoredMocks } from './target/tool-mocks.ts'

/**
 * Lets a target answer every item of a dataset, and scores the answers. An item that fails, or a scorer that
 * fails on one, is a failure in its record and touches nothing else.
 *
 * @returns The run, with records in the order of the dataset; `end.status` says whether it is complete, was
 * cancelled, stopped at its budget, or was decided.
 * @throws TypeError for an option out of range; `DatasetError` for data that cannot be used; `RunFileError` for
 * a run file that cannot be read, written or gone on with. The error of a file that fails later has what was
 * done so far as its `run`. Error where a provider lets the target or a judge in for none of the first answers.
 */
export function evaluate(options: EvaluateOptions): Promise<EvaluationRun> {
  return evaluateWithin(options, {})
}

/**
 * As `evaluate`.
 *
 * @param within What is given to a run from within: for all else, `evaluate` makes its own.
 */
export async function evaluateWithin(
  options: EvaluateOptions,
  within: {
    /** Shared with other runs that go on at the same time. */
    readonly limits?: WorkLimits
    readonly answerer?: Answerer
    /** For the head of the run. */
    readonly head?: Pick<RunHeader, 'rescored' | 'pairs' | 'dataset' | 'sequential'>
    /** Decides in place of `stopWhenDecided` when the run may stop. */
    readonly stops?: (header: RunHeader, dataset: EvaluationDataset) => Stopping
  },
): Promise<EvaluationRun> {
  const read = readOptions('evaluate', evaluateSchema, options)
  const scorers = readScorers(options.scorers)
  const dataset = await datasetOf(options.data)
  // One conversation is no evidence: the next may go another way.
  const usual = dataset.items.some(({ user }) => user !== undefined) ? 3 : 1
  const settings = { ...read, repeats: read.repeats ?? usual }
  const { unmockedToolPolicy: policy } = settings
  // If no item has a simulated user, the simulator is not part of the target's record.
  const simulator = dataset.items.some(({ user }) => isSimulated(user)) ? settings.simulator : undefined
  const answerer =
    within.answerer ??
    (await toAnswerer(options.target, options.targetOptions, dataset, { policy, simulator }))
  const hold = expectationsOf(
    dataset,
    scorers.map(({ record }) => record),
  )
  const header = { ...headerOf(settings, dataset, answerer, scorers), ...within.head }
  const stops =
    within.stops?.(header, dataset) ??
    (settings.stopWhenDecided && stopping(header, dataset, settings.stopWhenDecided))
  const opened =
    settings.file === undefined ? undefined : await openRun(settings.file, header, settings.resume)
  const before = opened?.run ?? { header, items: [] }
  const run = await work(before, {
    ...{ settings, dataset, answerer, scorers, hold, stops, opened },
    limits: within.limits ?? new WorkLimits(settings.concurrency),
  })
  return store(run, dataset, settings)
}

function headerOf(
  settings: EvaluateSettings,
  { name, version, storedId, items, hash }: EvaluationDataset,
  { record: target }: Answerer,
  scorers: readonly UsedScorer[],
): RunHeader {
  return {
    kind: 'run',
    version: 1,
    id: randomUUID(),
    name: settings.name ?? name,
    variant: settings.variant,
    commit: settings.commit,
    selection: settings.selection,
    startedAt: new Date().toISOString(),
    target,
    dataset: { name, version, storedId, items: items.length, hash },
    scorers: scorers.map(({ record, deterministic }) =>
      settings.judgings > 1 && deterministic ? { ...record, deterministic } : record,
    ),
    repeats: settings.repeats,
    judgings: settings.judgings > 1 ? settings.judgings : undefined,
    sequential: settings.stopWhenDecided && sequentialHead(settings.stopWhenDecided),
  }
}

interface Work {
  readonly settings: EvaluateSettings
  readonly dataset: EvaluationDataset
  readonly answerer: Answerer
  readonly scorers: readonly UsedScorer[]
  readonly hold: HoldAnswer
  readonly stops: Stopping | undefined
  readonly opened: Awaited<ReturnType<typeof openRun>> | undefined
  readonly limits: WorkLimits
}

/** Does what an earlier session has left to do, or what of it is to be done again. */
async function work(
  before: EvaluationRun,
  { settings, dataset, answerer, scorers, hold, stops, opened, limits }: Work,
): Promise<EvaluationRun> {
  const { onProgress, workers } = settings
  const kept = new KeptRecords(before)
  // One that is done again would count as it was before: its place in the order is taken only once.
  const redone = new Set(before.items.filter(hasFailed).map(keyOf))
  for (const record of before.items) if (!redone.has(keyOf(record))) stops?.comparison.add(record)
  const unmocked = ignoredMocks(dataset.items, answerer.record, settings.unmockedToolPolicy)
  const warnings = [...dataset.warnings, ...unmocked, ...(before.warnings ?? [])]
  const repeats = Array.from({ length: settings.repeats }, (_, index) => index + 1)
  const isPending = ({ item, repeat }: ItemTask) => {
    const answer = { itemId: item.id, repeat }
    return kept.get(answer) === undefined || redone.has(keyOf(answer))
  }
  // Every item once before any a second time: a run that stops early has seen as many as it could.
  // One that may be decided needs all of an item at once.
  const tasks =
    stops === undefined
      ? repeats.flatMap((repeat) => dataset.items.map((item) => ({ item, repeat })))
      : stops.items.flatMap((item) => repeats.map((repeat) => ({ item, repeat })))
  const pending = tasks.filter(isPending)
  const total = tasks.length
  const open = pending.length
  const soFar = (): EvaluationRun => {
    return {
      header: before.header,
      items: dataset.items.flatMap(({ id }) =>
        repeats.flatMap((repeat) => kept.get({ itemId: id, repeat }) ?? []),
      ),
      superseded: kept.run.superseded,
      warnings: warnings.length > 0 ? warnings : undefined,
    }
  }
  const refusals = new Refusals(before.header, new Date())
  const watch = (record: ItemRecord) => refusals.add(record)
  const places = new Map(dataset.items.map(({ id }, place) => [id, place]))
  const keep = async (made: ItemRecord) => {
    const record = { ...made, place: places.get(made.itemId) }
    redone.delete(keyOf(record))
    kept.add(record)
    if (opened !== undefined) kept.hold(await opened.keep(record))
    emitRecord(before.header, record)
    stops?.comparison.add(record)
  }
  const cache = settings.cache === undefined ? undefined : judgeCache(settings.cache)
  const session = (left: readonly ItemTask[], finished: number, isDecided: () => boolean) => {
    const { total: spent } = totalCost({ header: before.header, ...kept.run })
    const given = {
      ...settings,
      ...{ answerer, scorers, hold, limits, cache, total, finished, spent, keep, watch, isDecided },
    }
    return workers?.run(left, given, before.header) ?? runSession(left, given)
  }
  try {
    for (const message of warnings) onProgress?.({ kind: 'warning', message })
    onProgress?.({ kind: 'started', header: before.header, finished: total - open, total })
    let { end } = before
    if (open > 0 || end?.status !== 'complete') {
      limits.add(totalCost(before).total)
      end = await session(pending, total - open, () => stops?.comparison.isDecided ?? false)
      await opened?.writer.append(end)
    }
    onProgress?.({ kind: 'ended', end })
    return { ...soFar(), end }
  } catch (error) {
    if (error instanceof RunFileError) error.run = soFar()
    throw error
  } finally {
    await cache?.close()
    await opened?.close()
  }
}

/** Without an answer, or without an outcome of one of its scorers. */
const hasFailed = ({ failure, scores }: ItemRecord) =>
  failure !== undefined || Object.values(scores).some(({ outcome }) => outcome === 'failed')

/** The run file is the record, and the store a copy: what goes wrong with it is a warning. */
async function store(
  run: EvaluationRun,
  dataset: EvaluationDataset,
  { experiment, onProgress }: EvaluateSettings,
): Promise<EvaluationRun> {
  if (experiment === undefined) return run
  try {
    const { experimentId, datasetId } = await storeExperiment(run, { ...experiment, dataset })
    onProgress?.({ kind: 'stored', experimentId, datasetId })
    return run
  } catch (error) {
    const message = `the experiment is not stored: ${(error as Error).message}`
    onProgress?.({ kind: 'warning', message })
    return { ...run, warnings: [...(run.warnings ?? []), message] }
  }
}
