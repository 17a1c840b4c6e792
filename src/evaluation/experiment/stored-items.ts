import type { Dataset } from '@mastra/core/datasets'
import type { Mastra } from '@mastra/core/mastra'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { askedBy } from '../dataset/asked.ts'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import { contextKey, storedItems } from '../dataset/read-dataset.ts'
import { toJson } from '../json.ts'
import type { EvaluationRun, ItemRecord } from '../record.ts'

/** A run's items as a dataset in Mastra's storage. */
export interface StoredItems {
  readonly dataset: Dataset
  readonly datasetId: string
  readonly version: number
  /** The id in the storage of an item of the run. */
  readonly idOf: (itemId: string) => string
}

interface Options {
  readonly mastra: Mastra
  readonly dataset?: EvaluationDataset
}

const perPage = 100

/**
 * The dataset that a run came from, or one made of its items.
 *
 * @throws Error where the run is not complete and its data are not given.
 */
export async function storedItemsOf(
  { header, items }: EvaluationRun,
  { mastra, dataset: data }: Options,
): Promise<StoredItems> {
  const { name, version, storedId, hash } = header.dataset
  if (storedId !== undefined && version !== undefined) {
    return {
      dataset: await mastra.datasets.get({ id: storedId }),
      datasetId: storedId,
      version,
      idOf: (id) => id,
    }
  }
  const wanted = new Map(
    data === undefined
      ? items.map((item) => [item.itemId, toStored(item)])
      : data.items.map((item) => [item.id, toStored({ ...item, input: askedBy(item) })]),
  )
  if (wanted.size < header.dataset.items) {
    throw new Error(
      `the run has ${wanted.size} of ${header.dataset.items} items: give its dataset to store it, or finish it`,
    )
  }
  const dataset = await findOrCreate(mastra, `verdict-${hash.slice(0, 32)}`, name)
  // Id of a run's item to its id in the storage.
  const ids = new Map<string, string>()
  for (const { id, externalId } of await storedItems(dataset)) if (externalId) ids.set(externalId, id)
  const missing = [...wanted].filter(([id]) => !ids.has(id))
  for (let start = 0; start < missing.length; start += perPage) {
    const added = await dataset.addItems({
      items: missing.slice(start, start + perPage).map(([externalId, item]) => ({ externalId, ...item })),
    })
    for (const { id, externalId } of added) if (externalId) ids.set(externalId, id)
  }
  const idOf = (itemId: string) => {
    const id = ids.get(itemId)
    if (id === undefined) throw new Error(`the storage did not keep item ${canonicalJson(itemId)}`)
    return id
  }
  return { dataset, datasetId: dataset.id, version: (await dataset.getDetails()).version, idOf }
}

type Kept = Pick<ItemRecord, 'context' | 'unmockedToolPolicy'> &
  Partial<Record<'input' | 'groundTruth' | 'expectedTrajectory' | 'metadata' | 'toolMocks', unknown>>

/** As Mastra keeps it, which has no place for a context but the metadata. */
function toStored({ metadata, context, ...item }: Kept) {
  const { input, groundTruth, expectedTrajectory, toolMocks, unmockedToolPolicy } = item
  const beside = context === undefined ? metadata : { ...(metadata as object), [contextKey]: context }
  return {
    ...(toJson({ input, groundTruth, expectedTrajectory, toolMocks, unmockedToolPolicy }) as {
      input: unknown
    }),
    ...(beside === undefined ? {} : { metadata: beside as Record<string, unknown> }),
  }
}

/** Mastra's own `create` finds it as well, but the failed insertion is logged as an error. */
async function findOrCreate(mastra: Mastra, id: string, name: string): Promise<Dataset> {
  try {
    return await mastra.datasets.get({ id })
  } catch (error) {
    if ((error as { id?: string }).id !== 'DATASET_NOT_FOUND') throw error
    return mastra.datasets.create({ id, name })
  }
}
