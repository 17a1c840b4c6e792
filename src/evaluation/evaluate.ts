import { totalCost } from '../run/cost/cost.ts'
import { openRun } from '../run/file/open-run.ts'
import { RunFileError } from '../run/file/run-file-error.ts'
import type { ItemRecord } from '../run/item-record.ts'
import { KeptRecords } from '../run/latest-records.ts'
import { type EvaluationRun, type RunHeader, toAnswerKey } from '../run/record.ts'
import { readScorers } from '../run/scorer-entry.ts'
import { readOptions } from '../shared/read-options.ts'
import type { EvaluationDataset } from './dataset/dataset.ts'
import { openDataset } from './dataset/read-dataset.ts'
import { isSimulated } from './dataset/scenario-fields.ts'
import { type EvaluateOptions, type EvaluateSettings, evaluateSchema } from './evaluate-options.ts'
import { makeExpectationCheck } from './expectations/check-expectations.ts'
import { storeExperiment } from './experiment/store-experiment.ts'
import { cacheWarnings, judgeCache } from './scoring/judge-cache.ts'
import { type Stopping, stopping } from './sequential/stop-when-decided.ts'
import type { ItemTask } from './session/answer-attempts.ts'
import { RejectedKeys } from './session/rejected-keys.ts'
import { emitRecord } from './session/report-to-telemetry.ts'
import { makeHeader } from './session/run-header.ts'
import { runSession } from './session/session.ts'
import type { SessionSettings } from './session/session-settings.ts'
import { WorkLimits } from './session/work-limits.ts'
import { toAnswerer } from './target/target.ts'
import type { Answerer } from './target/target-answer.ts'
import { ignoredMocks } from './target/tool-mocks.ts'

/**
 * Lets a target answer every item of a dataset, and scores the answers. If an item fails, or a scorer fails on it, its
 * record says so; other items are not affected.
 *
 * @returns The run, with records in the order of the dataset; `end.status` says whether it is complete, was cancelled,
 * stopped at its budget, or was decided.
 * @throws TypeError for an option out of range; `DatasetError` for unusable data; `RunFileError` for a run file that
 * cannot be read, written or resumed. If a file fails later, its error carries the work done so far as `run`. Error if
 * the target or a judge has no API key, or the provider rejects it, from the first answer on.
 *
 * @example
 * ```ts
 * import { createCompletenessScorer, evaluate } from 'mastra-verdict'
 *
 * const run = await evaluate({
 *   target: (input) => `Echo: ${input}`,
 *   data: [{ input: 'Where is the tower?' }],
 *   scorers: [createCompletenessScorer()],
 * })
 * console.log(run.items.length, run.end?.status) // 1 complete
 * ```
 */
export function evaluate(options: EvaluateOptions): Promise<EvaluationRun> {
  return evaluateWithin(options, {})
}

/**
 * Evaluates like `evaluate`.
 *
 * @param within Parts given from within the package; `evaluate` makes its own for any that are missing.
 */
export async function evaluateWithin(
  options: EvaluateOptions,
  within: {
    /** Shared with other concurrent runs. */
    readonly limits?: WorkLimits
    readonly answerer?: Answerer
    /** The header of the run that gave the answers; fields of later versions are kept. */
    readonly earlier?: RunHeader
    readonly head?: Partial<Pick<RunHeader, 'rescored' | 'pairs' | 'dataset' | 'gates'>>
    /** Decides when the run may stop, in place of `stopWhenDecided`. */
    readonly stops?: (header: RunHeader, dataset: EvaluationDataset) => Stopping
  },
): Promise<EvaluationRun> {
  const read = readOptions('evaluate', evaluateSchema, options)
  const scorers = readScorers(options.scorers)
  const dataset = await openDataset(options.data)
  // A single conversation is no evidence: the next may go differently.
  const usual = dataset.items.some(({ user }) => user !== undefined) ? 3 : 1
  const settings = { ...read, repeats: read.repeats ?? usual }
  const { unmockedToolPolicy: policy } = settings
  // If no item has a simulated user, the simulator is not part of the target's record.
  const simulator = dataset.items.some(({ user }) => isSimulated(user)) ? settings.simulator : undefined
  const answerer =
    within.answerer ??
    (await toAnswerer(options.target, options.targetOptions, dataset, { policy, simulator }))
  const records = scorers.map(({ record }) => record)
  const hold = makeExpectationCheck(dataset, records)
  const plain = { ...makeHeader(settings, dataset, answerer, scorers, within.earlier), ...within.head }
  const stops =
    within.stops?.(plain, dataset) ??
    (settings.stopWhenDecided && stopping(plain, dataset, settings.stopWhenDecided))
  const header = { ...plain, sequential: stops?.head }
  const opened =
    settings.file === undefined ? undefined : await openRun(settings.file, header, settings.resume)
  const before = opened?.run ?? { header, items: [] }
  const limits = within.limits ?? new WorkLimits(settings.concurrency)
  const run = await work(before, { ...settings, answerer, scorers, hold, limits }, dataset, stops, opened)
  return store(run, dataset, settings)
}

/**
 * Returns all tasks of a run: each item once before any is repeated, so that a run that stops early has covered as many
 * as it could. A run that may be decided needs all repeats of an item together.
 */
function listTasks({ items }: EvaluationDataset, repeats: readonly number[], stops?: Stopping): ItemTask[] {
  return stops === undefined
    ? repeats.flatMap((repeat) => items.map((item) => ({ item, repeat })))
    : stops.items.flatMap((item) => repeats.map((repeat) => ({ item, repeat })))
}

const listKept = (kept: KeptRecords, { items }: EvaluationDataset, repeats: readonly number[]) =>
  items.flatMap(({ id: itemId }) => repeats.flatMap((repeat) => kept.get({ itemId, repeat }) ?? []))

/** Returns the tasks that no earlier session has done, and the keys of answers to be redone. */
function listPending(
  { items }: EvaluationRun,
  kept: KeptRecords,
  dataset: EvaluationDataset,
  repeats: readonly number[],
  stops: Stopping | undefined,
) {
  const redone = new Set(items.filter(hasFailed).map(toAnswerKey))
  // A record to be redone must not count yet: its place in the order can be taken only once.
  for (const record of items) if (!redone.has(toAnswerKey(record))) stops?.comparison.add(record)
  const tasks = listTasks(dataset, repeats, stops)
  const pending = tasks.filter(({ item, repeat }) => {
    const answer = { itemId: item.id, repeat }
    return kept.get(answer) === undefined || redone.has(toAnswerKey(answer))
  })
  return { redone, pending, total: tasks.length, finished: tasks.length - pending.length }
}

/** Does the remaining work of an earlier session, and repeats what failed. */
async function work(
  before: EvaluationRun,
  settings: EvaluateSettings & Pick<SessionSettings, 'answerer' | 'scorers' | 'hold' | 'limits'>,
  dataset: EvaluationDataset,
  stops: Stopping | undefined,
  opened: Awaited<ReturnType<typeof openRun>> | undefined,
): Promise<EvaluationRun> {
  const { onProgress, workers, answerer, limits } = settings
  const kept = new KeptRecords(before)
  const repeats = Array.from({ length: settings.repeats }, (_, index) => index + 1)
  const { redone, pending, total, finished } = listPending(before, kept, dataset, repeats, stops)
  const unmocked = ignoredMocks(dataset.items, answerer.record, settings.unmockedToolPolicy)
  const warnings = [...dataset.warnings, ...unmocked, ...(before.warnings ?? [])]
  const soFar = (): EvaluationRun => ({
    header: before.header,
    items: listKept(kept, dataset, repeats),
    superseded: kept.run.superseded,
    warnings: warnings.length > 0 ? warnings : undefined,
  })
  const places = new Map(dataset.items.map(({ id }, place) => [id, place]))
  const keep = async (made: ItemRecord) => {
    const record = { ...made, place: places.get(made.itemId) }
    redone.delete(toAnswerKey(record))
    kept.add(record)
    stops?.comparison.add(record)
    await opened?.keep(record, (light) => kept.hold(light))
    emitRecord(before.header, record)
    for (const message of cacheWarnings(record)) onProgress?.({ kind: 'warning', message })
  }
  const cache = settings.cache === undefined ? undefined : judgeCache(settings.cache)
  try {
    for (const message of warnings) onProgress?.({ kind: 'warning', message })
    onProgress?.({ kind: 'started', header: before.header, finished, total })
    let { end } = before
    if (pending.length > 0 || end?.status !== 'complete') {
      const refusals = new RejectedKeys(before.header, pending, new Date())
      limits.add(totalCost(before).total, before.items.length)
      const { total: spent } = totalCost({ header: before.header, ...kept.run })
      const given = {
        ...settings,
        cache,
        total,
        finished,
        spent,
        keep,
        watch: (record: ItemRecord) => refusals.add(record),
        isDecided: () => stops?.comparison.isDecided ?? false,
      }
      end = await (workers?.run(pending, given, before.header) ?? runSession(pending, given))
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

const hasFailed = ({ failure, scores }: ItemRecord) =>
  failure !== undefined || Object.values(scores).some(({ outcome }) => outcome === 'failed')

/** Stores the run as an experiment. This is only a copy of the run file, so a failure is a warning. */
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
