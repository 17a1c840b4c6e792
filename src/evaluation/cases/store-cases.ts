import type { Mastra } from '@mastra/core/mastra'
import { addStored, allPages, findOrCreate, toStored } from '../dataset/stored-items.ts'
import type { Case } from './case.ts'

/**
 * Adds cases to a dataset in Mastra's storage, which is made where there is none, with its name as id. What it holds stays
 * as it is, and cases that it has or had are left out.
 *
 * @returns The ids of those that were added.
 * @throws Error where several datasets have the name, and where the storage cannot do it.
 */
export async function storeCases(
  mastra: Mastra,
  name: string,
  items: readonly Case['item'][],
): Promise<ReadonlySet<string>> {
  const named = await allPages(async (page) => {
    const { datasets, pagination } = await mastra.datasets.list({ ...page, filters: { name } })
    return { entries: datasets.filter((dataset) => dataset.name === name), pagination }
  })
  if (named.length > 1)
    throw new Error(
      `${named.length} datasets are called ${name}: give the id of one, which is ${named.map(({ id }) => id).join(' or ')}`,
    )
  const dataset = await findOrCreate(mastra, named[0]?.id ?? name, name)
  const { added } = await addStored(dataset, new Map(items.map(({ id, ...item }) => [id, toStored(item)])))
  return added
}
