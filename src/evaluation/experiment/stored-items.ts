import type { Dataset } from '@mastra/core/datasets'
import type { Mastra } from '@mastra/core/mastra'
import type { EvaluationRun, ItemRecord } from '../../run/record.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { askedBy } from '../dataset/asked.ts'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import { addStored, findOrCreate, toStored } from '../dataset/stored-items.ts'

/**
 * The dataset that a run came from, or one made of its items.
 *
 * @returns A run's items as a dataset in Mastra's storage.
 * @throws Error where the run is not complete and its data are not given.
 */
export async function storedItemsOf(
  { header, items }: EvaluationRun,
  { mastra, dataset: data }: { readonly mastra: Mastra; readonly dataset?: EvaluationDataset },
): Promise<{
  readonly dataset: Dataset
  readonly datasetId: string
  readonly version: number
  /** The id in the storage of an item of the run. */
  readonly idOf: (itemId: string) => string
}> {
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
      ? items.map((item) => [item.itemId, keptOf(item)])
      : data.items.map((item) => [item.id, keptOf({ ...item, input: askedBy(item) })]),
  )
  if (wanted.size < header.dataset.items) {
    throw new Error(
      `the run has ${wanted.size} of ${header.dataset.items} items: give its dataset to store it, or finish it`,
    )
  }
  const dataset = await findOrCreate(mastra, `verdict-${hash.slice(0, 32)}`, name)
  const { ids } = await addStored(dataset, wanted)
  const idOf = (itemId: string) => {
    const id = ids.get(itemId)
    if (id === undefined) throw new Error(`the storage did not keep item ${canonicalJson(itemId)}`)
    return id
  }
  return { dataset, datasetId: dataset.id, version: (await dataset.getDetails()).version, idOf }
}

type Kept = Pick<ItemRecord, 'context' | 'unmockedToolPolicy'> &
  Partial<Record<'input' | 'groundTruth' | 'expectedTrajectory' | 'metadata' | 'toolMocks', unknown>>

/** What records have of an item, so that it is the same dataset whether or not the data are given. */
function keptOf({ input, groundTruth, expectedTrajectory, metadata, context, ...item }: Kept) {
  const { toolMocks, unmockedToolPolicy } = item
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
