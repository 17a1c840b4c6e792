import type { Mastra } from '@mastra/core/mastra'
import type { EvaluationRun, ItemRecord } from '../record.ts'

const perPage = 100

/** Records of which the storage has fewer scores than it was given. */
export async function missingScores(
  mastra: Mastra,
  experimentId: string,
  { items }: EvaluationRun,
): Promise<ItemRecord[]> {
  const scored = items.filter(({ scores }) =>
    Object.values(scores).some(({ outcome }) => outcome === 'scored'),
  )
  if (scored.length === 0) return []
  const store = await mastra.getStorage()?.getStore('scores')
  if (store === undefined) throw new Error('the storage keeps no scores')
  let kept = 0
  for (let page = 0; ; page += 1) {
    const listed = await store.listScoresByRunId({ runId: experimentId, pagination: { page, perPage } })
    kept += listed.scores.length
    if (!listed.pagination.hasMore) break
  }
  const given = scored.reduce(
    (sum, { scores }) => sum + Object.values(scores).filter(({ outcome }) => outcome === 'scored').length,
    0,
  )
  return kept < given ? scored : []
}
