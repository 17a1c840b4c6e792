import type { Dataset } from '@mastra/core/datasets'
import type { Mastra } from '@mastra/core/mastra'
import pRetry from 'p-retry'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import { askedBy } from '../dataset/scenario-fields.ts'
import { addStored, allPages, findOrCreate, toStored } from '../dataset/stored-items.ts'

/**
 * Stores a run as a Mastra experiment, which Studio shows next to others on the same dataset. Data from outside Mastra
 * become a dataset with their hash as its id. Results are submitted one at a time, because several writers lock each
 * other out of an SQLite file. Storing a run twice changes nothing.
 *
 * Once a run is complete, its experiment is closed and takes no more results.
 *
 * @throws Error if the storage does not support this, or does not keep what it was given.
 */
export function storeExperiment(
  run: EvaluationRun,
  options: {
    /** Its storage must support datasets and experiments, like LibSQL. */
    mastra: Mastra
    /** The data of the run. Required unless the run is complete; a complete run's records suffice. */
    dataset?: EvaluationDataset
  },
): Promise<{
  readonly experimentId: string
  readonly datasetId: string
  /** The number of answers submitted. */
  readonly results: number
}> {
  return pRetry(() => storeOnce(run, options), {
    retries: 3,
    minTimeout: 500,
    // With a locked file, written rows have been seen to disappear.
    shouldRetry: ({ error }) =>
      /SQLITE_BUSY|locked|timeout|ECONN|connection|not found/i.test(joinMessages(error)),
  })
}

function joinMessages(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${joinMessages(error.cause)}` : error.message
}

async function storeOnce(
  run: EvaluationRun,
  options: Parameters<typeof storeExperiment>[1],
): ReturnType<typeof storeExperiment> {
  const { mastra } = options
  const { header, items, end } = run
  const stored = await storeItems(run, options)
  const { dataset, datasetId, version } = stored
  const { experimentId, status } = await dataset.createExperiment({
    id: header.id,
    name: header.name,
    metadata: { target: header.target, repeats: header.repeats, startedAt: header.startedAt },
    version,
  })
  if (status === 'completed' || status === 'failed') {
    await refuseLaterResults(run, dataset, experimentId)
    return { experimentId, datasetId, results: 0 }
  }
  let unkept: readonly ItemRecord[] = items
  for (let round = 1; unkept.length > 0; round += 1) {
    if (round > 2)
      throw new Error(`the storage did not keep ${unkept.length} of ${items.length} answers or their scores`)
    for (const record of unkept) await submit(record, run, stored, experimentId)
    unkept = await unkeptRecords(mastra, run, stored, experimentId)
  }
  if (end?.status === 'complete' || end?.status === 'decided')
    await dataset.finalizeExperiment({ experimentId })
  return { experimentId, datasetId, results: items.length }
}

async function submit(
  { itemId, repeat, answer, exchange, failure, startedAt, durationInMs, scores }: ItemRecord,
  { header }: EvaluationRun,
  { dataset, findId }: Awaited<ReturnType<typeof storeItems>>,
  experimentId: string,
): Promise<void> {
  const begin = new Date(startedAt)
  const names = new Map(header.scorers.map(({ id, name }) => [id, name]))
  await dataset.submitExperimentResult({
    experimentId,
    itemId: findId(itemId),
    attempt: repeat - 1,
    // A recorded answer made of messages contains its tool calls.
    ...(answer === undefined
      ? {}
      : { output: header.target.kind === 'recorded' ? (exchange?.output ?? answer) : answer }),
    error: failure === undefined ? null : { message: failure.message, code: failure.name },
    startedAt: begin,
    completedAt: new Date(begin.getTime() + durationInMs),
    scores: Object.entries(scores).flatMap(([scorerId, score]) =>
      score.outcome === 'scored'
        ? [{ scorerId, scorerName: names.get(scorerId), score: score.score, reason: score.reason }]
        : [],
    ),
  })
}

/** @throws Error if an item was redone after the experiment was closed: it would be missing silently. */
async function refuseLaterResults(
  { items }: EvaluationRun,
  dataset: Dataset,
  experimentId: string,
): Promise<void> {
  const experiment = await dataset.getExperiment({ experimentId })
  const closedAt = experiment?.completedAt?.getTime() ?? Number.POSITIVE_INFINITY
  const later = items.filter(({ startedAt }) => Date.parse(startedAt) > closedAt)
  if (later.length === 0) return
  throw new Error(
    `experiment ${experimentId} is closed and cannot take the ${later.length} later answers: delete it and store the run again`,
  )
}

const scoresIn = ({ scores }: ItemRecord) =>
  Object.values(scores).filter(({ outcome }) => outcome === 'scored').length

/**
 * Returns the records that the storage lacks although it accepted them. Mastra does not report a score that it cannot
 * save, and a locked LibSQL file has been seen to lose a row reported as written.
 */
async function unkeptRecords(
  mastra: Mastra,
  { items }: EvaluationRun,
  { dataset, findId }: Awaited<ReturnType<typeof storeItems>>,
  experimentId: string,
): Promise<readonly ItemRecord[]> {
  const results = await allPages(async (page) => {
    const { results: entries, pagination } = await dataset.listExperimentResults({ experimentId, ...page })
    return { entries, pagination }
  })
  const kept = new Set(results.map(({ itemId, attempt }) => JSON.stringify([itemId, attempt ?? 0])))
  const unkept = items.filter(({ itemId, repeat }) => !kept.has(JSON.stringify([findId(itemId), repeat - 1])))
  const given = items.reduce((sum, record) => sum + scoresIn(record), 0)
  if (unkept.length > 0 || given === 0) return unkept
  const store = await mastra.getStorage()?.getStore('scores')
  if (store === undefined) throw new Error('the storage keeps no scores')
  const scores = await allPages(async (page) => {
    const listed = await store.listScoresByRunId({ runId: experimentId, pagination: page })
    return { entries: listed.scores, pagination: listed.pagination }
  })
  // A stored score does not say which repeat it belongs to, so all are submitted again.
  return scores.length < given ? items.filter((record) => scoresIn(record) > 0) : []
}

/**
 * Returns the dataset that a run came from, or makes one of its items.
 *
 * @throws Error if the run is not complete and its data are not given.
 */
async function storeItems(
  { header, items }: EvaluationRun,
  { mastra, dataset: data }: { readonly mastra: Mastra; readonly dataset?: EvaluationDataset },
): Promise<{
  readonly dataset: Dataset
  readonly datasetId: string
  readonly version: number
  readonly findId: (itemId: string) => string
}> {
  const { name, version, storedId, hash } = header.dataset
  if (storedId !== undefined && version !== undefined) {
    return {
      dataset: await mastra.datasets.get({ id: storedId }),
      datasetId: storedId,
      version,
      findId: (id) => id,
    }
  }
  const wanted = new Map(
    data === undefined
      ? items.map((item) => [item.itemId, keepRecorded(item)])
      : data.items.map((item) => [item.id, keepRecorded({ ...item, input: askedBy(item) })]),
  )
  if (wanted.size < header.dataset.items) {
    throw new Error(
      `the run has ${wanted.size} of ${header.dataset.items} items: give its dataset to store it, or finish it`,
    )
  }
  const dataset = await findOrCreate(mastra, `verdict-${hash.slice(0, 32)}`, name)
  const { ids } = await addStored(dataset, wanted)
  const findId = (itemId: string) => {
    const id = ids.get(itemId)
    if (id === undefined) throw new Error(`the storage did not keep item ${canonicalJson(itemId)}`)
    return id
  }
  return { dataset, datasetId: dataset.id, version: (await dataset.getDetails()).version, findId }
}

/** Keeps the fields that records have, so that the dataset is the same with or without the original data. */
function keepRecorded(
  record: Pick<ItemRecord, 'context' | 'unmockedToolPolicy'> &
    Partial<Record<'input' | 'groundTruth' | 'expectedTrajectory' | 'metadata' | 'toolMocks', unknown>>,
) {
  const { input, groundTruth, expectedTrajectory, metadata, context, toolMocks, unmockedToolPolicy } = record
  return toStored({
    input,
    groundTruth,
    expectedTrajectory,
    metadata,
    context,
    toolMocks,
    unmockedToolPolicy,
  })
}
