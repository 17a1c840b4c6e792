import type { Dataset } from '@mastra/core/datasets'
import type { Mastra } from '@mastra/core/mastra'
import { toJson } from '../../run/to-json.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { EvaluationItem } from './item.ts'
import { askedBy, type ScenarioFields } from './scenario-fields.ts'

export async function allPages<Entry>(
  list: (page: { readonly page: number; readonly perPage: number }) => Promise<{
    readonly entries: readonly Entry[]
    readonly pagination: { readonly hasMore: boolean }
  }>,
): Promise<Entry[]> {
  const all: Entry[] = []
  for (let page = 0; ; page += 1) {
    const { entries, pagination } = await list({ page, perPage })
    all.push(...entries)
    if (!pagination.hasMore) return all
  }
}

const perPage = 100

/** @param version Default: the newest. */
export const storedItems = (stored: Dataset, version?: number) =>
  allPages(async (page) => {
    const listed = await stored.listItems({ version, ...page })
    if (Array.isArray(listed)) throw new TypeError('listItems gave a list without pages')
    return { entries: listed.items, pagination: listed.pagination }
  })

/** The metadata key of a stored item that holds the fields Mastra's items do not have. */
const besideKey = 'verdictItem'

type StoredItem = Parameters<Dataset['addItem']>[0]

/** Converts an item for Mastra's storage; `fromStored` restores it completely. */
export function toStored({
  metadata,
  ...item
}: ScenarioFields &
  Partial<Record<Exclude<keyof EvaluationItem, keyof ScenarioFields | 'id'>, unknown>>): StoredItem {
  const { groundTruth, expectedTrajectory, toolMocks, unmockedToolPolicy, requestContext } = item
  const { input, inputs, user, turns, until, context, expect, group, output, startOptions } = item
  const own = { input: askedBy({ input, inputs, user, turns, until }), groundTruth, expectedTrajectory }
  const other = { inputs, user, turns, until, context, expect, group, output, startOptions }
  const beside = withoutUndefined(other)
  const whole = Object.keys(beside).length === 0 ? metadata : { ...(metadata as object), [besideKey]: beside }
  const stored = { ...own, toolMocks, unmockedToolPolicy, requestContext, metadata: whole }
  return toJson(stored) as object as StoredItem
}

export function fromStored({ input, metadata, ...item }: Partial<StoredItem>): Omit<EvaluationItem, 'id'> {
  const { groundTruth, expectedTrajectory, toolMocks, unmockedToolPolicy, requestContext } = item
  const { [besideKey]: kept, ...rest } = metadata ?? {}
  const beside = (kept ?? {}) as Omit<EvaluationItem, 'id'>
  return {
    ...(beside.inputs === undefined && beside.user === undefined ? { input } : {}),
    groundTruth,
    requestContext,
    toolMocks,
    unmockedToolPolicy,
    expectedTrajectory: expectedTrajectory as object | undefined,
    metadata: kept === undefined || Object.keys(rest).length > 0 ? metadata && rest : undefined,
    ...beside,
  }
}

/**
 * Adds items that a dataset neither has nor had: deleted items stay deleted.
 *
 * @param items By their own ids, none of which is added twice.
 * @returns The ids in the storage of all the dataset's items, by their own ids; and which of these are new.
 * @throws Error if the storage did not keep what it was given.
 */
export async function addStored(dataset: Dataset, items: ReadonlyMap<string, StoredItem>) {
  const there = await idsIn(dataset)
  const missing = [...items].filter(([id]) => !there.has(id))
  const added: string[] = []
  for (let start = 0; start < missing.length; start += perPage)
    added.push(...(await addPage(dataset, missing.slice(start, start + perPage))))
  // With a locked file, written rows have been seen to disappear.
  const ids = missing.length === 0 ? there : await idsIn(dataset)
  const lost = added.filter((id) => !ids.has(id)).length
  if (lost > 0) throw new Error(`the storage did not keep ${lost} of ${added.length} items: add them again`)
  return { ids, added: new Set(added) }
}

/** @returns The ids of the items that were new to the dataset. */
async function addPage(
  dataset: Dataset,
  page: readonly (readonly [string, StoredItem])[],
): Promise<string[]> {
  if (page.length === 0) return []
  try {
    await dataset.addItems({ items: page.map(([externalId, item]) => ({ externalId, ...item })) })
    return page.map(([id]) => id)
  } catch (error) {
    const { conflicts = [] } = error as { conflicts?: readonly { readonly externalId: string }[] }
    const known = new Set(conflicts.map(({ externalId }) => externalId))
    // Deleted meanwhile, or another process was faster. One such item keeps the whole page from being added.
    const rest = page.filter(([id]) => !known.has(id))
    if (rest.length === page.length) throw error
    return addPage(dataset, rest)
  }
}

async function idsIn(dataset: Dataset): Promise<Map<string, string>> {
  const items = await storedItems(dataset)
  return new Map(items.flatMap(({ id, externalId }) => (externalId ? [[externalId, id]] : [])))
}

/** Finds or creates a dataset. Mastra's `create` also finds it, but logs the failed insertion as an error. */
export async function findOrCreate(mastra: Mastra, id: string, name: string): Promise<Dataset> {
  try {
    return await mastra.datasets.get({ id })
  } catch (error) {
    if ((error as { id?: string }).id !== 'DATASET_NOT_FOUND') throw error
    return mastra.datasets.create({ id, name })
  }
}
