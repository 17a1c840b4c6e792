import type { Mastra } from '@mastra/core/mastra'
import type { EvaluationRun, ItemRecord } from '../record.ts'
import type { StoredItems } from './stored-items.ts'

const perPage = 100

/** All that a paged list has. */
async function allPages<Entry>(
  list: (page: number) => Promise<{ entries: readonly Entry[]; hasMore: boolean }>,
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let page = 0; ; page += 1) {
    const listed = await list(page)
    entries.push(...listed.entries)
    if (!listed.hasMore) return entries
  }
}

const scoresIn = ({ scores }: ItemRecord) =>
  Object.values(scores).filter(({ outcome }) => outcome === 'scored').length

/**
 * Records of a run that the storage does not have, though it took them: Mastra says nothing of a score that it
 * cannot save, and a LibSQL file that was locked was seen to lose a row that was reported as written.
 */
export async function unkeptRecords(
  mastra: Mastra,
  { items }: EvaluationRun,
  { dataset, idOf }: StoredItems,
  experimentId: string,
): Promise<readonly ItemRecord[]> {
  const results = await allPages(async (page) => {
    const { results: entries, pagination } = await dataset.listExperimentResults({
      experimentId,
      page,
      perPage,
    })
    return { entries, hasMore: pagination.hasMore }
  })
  const kept = new Set(results.map(({ itemId, attempt }) => JSON.stringify([itemId, attempt ?? 0])))
  const unkept = items.filter(({ itemId, repeat }) => !kept.has(JSON.stringify([idOf(itemId), repeat - 1])))
  const given = items.reduce((sum, record) => sum + scoresIn(record), 0)
  if (unkept.length > 0 || given === 0) return unkept
  const store = await mastra.getStorage()?.getStore('scores')
  if (store === undefined) throw new Error('the storage keeps no scores')
  const scores = await allPages(async (page) => {
    const pagination = { page, perPage }
    const listed = await store.listScoresByRunId({ runId: experimentId, pagination })
    return { entries: listed.scores, hasMore: listed.pagination.hasMore }
  })
  // A stored score does not say which repeat it is of, so all of them are handed over again.
  return scores.length < given ? items.filter((record) => scoresIn(record) > 0) : []
}
