import type { Dataset } from '@mastra/core/datasets'
import type { Mastra } from '@mastra/core/mastra'
import pRetry from 'p-retry'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import type { EvaluationRun, ItemRecord } from '../record.ts'
import { missingScores } from './missing-scores.ts'
import { type StoredItems, storedItemsOf } from './stored-items.ts'

export interface ExperimentOptions {
  /** With a storage that has datasets and experiments, such as LibSQL. */
  mastra: Mastra
}

export interface StoreExperimentOptions extends ExperimentOptions {
  /** The data of the run. Needed for a run that is not complete; else its records will do. */
  dataset?: EvaluationDataset
}

export interface StoredExperiment {
  readonly experimentId: string
  readonly datasetId: string
  /** Answers handed over. */
  readonly results: number
}

/**
 * Stores a run as a Mastra experiment, which Studio shows beside others on the same dataset. Data that come
 * from no dataset of Mastra's become one, with their hash as its id. Results are handed over one after the
 * other: several writers lock an SQLite file against each other. Doing it again changes nothing.
 *
 * The experiment of a run that is complete is closed, and takes no more results.
 *
 * @throws Error where the storage cannot do it, or has lost scores.
 */
export async function storeExperiment(
  run: EvaluationRun,
  options: StoreExperimentOptions,
): Promise<StoredExperiment> {
  const { mastra } = options
  const { header, items, end } = run
  const stored = await persistently(() => storedItemsOf(run, options))
  const { dataset, datasetId, version } = stored
  const experiment = await persistently(() =>
    dataset.createExperiment({
      id: header.id,
      name: header.name,
      metadata: { target: header.target, repeats: header.repeats, startedAt: header.startedAt },
      version,
    }),
  )
  const { experimentId, status } = experiment
  if (status === 'completed' || status === 'failed') {
    await refuseLaterResults(run, dataset, experimentId)
    return { experimentId, datasetId, results: 0 }
  }
  for (const record of items) await submit(record, run, stored, experimentId)
  // Mastra saves scores as well as it can, and says nothing where it cannot.
  const lost = await missingScores(mastra, experimentId, run)
  for (const record of lost) await submit(record, run, stored, experimentId)
  const still = lost.length === 0 ? [] : await missingScores(mastra, experimentId, run)
  if (still.length > 0)
    throw new Error(`the storage did not keep the scores of ${still.length} of ${items.length} answers`)
  if (end?.status === 'complete') await persistently(() => dataset.finalizeExperiment({ experimentId }))
  return { experimentId, datasetId, results: items.length }
}

/** A store that is locked for a moment is tried again. */
function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  return pRetry(work, {
    retries: 3,
    minTimeout: 200,
    shouldRetry: ({ error }) =>
      /SQLITE_BUSY|locked|timeout|ECONN/i.test(`${error.message} ${String(error.cause)}`),
  })
}

async function submit(
  { itemId, repeat, answer, failure, startedAt, durationInMs, scores }: ItemRecord,
  { header }: EvaluationRun,
  { dataset, idOf }: StoredItems,
  experimentId: string,
): Promise<void> {
  const begin = new Date(startedAt)
  const names = new Map(header.scorers.map(({ id, name }) => [id, name]))
  await persistently(() =>
    dataset.submitExperimentResult({
      experimentId,
      itemId: idOf(itemId),
      attempt: repeat - 1,
      ...(answer === undefined ? {} : { output: answer }),
      error: failure === undefined ? null : { message: failure.message, code: failure.name },
      startedAt: begin,
      completedAt: new Date(begin.getTime() + durationInMs),
      scores: Object.entries(scores).flatMap(([scorerId, score]) =>
        score.outcome === 'scored'
          ? [{ scorerId, scorerName: names.get(scorerId), score: score.score, reason: score.reason }]
          : [],
      ),
    }),
  )
}

/** An item that was done again after the experiment was closed would be missing without a word. */
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
    `experiment ${experimentId} is closed and does not take the ${later.length} answers that came later: delete it and store the run again`,
  )
}
