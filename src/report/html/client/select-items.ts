import type { PageData, PageItem } from './types.ts'

export type OutcomeFilter = 'all' | 'scored' | 'lost points' | 'not scorable' | 'failed' | 'no answer'

export type Sort = 'dataset' | 'id' | { readonly scorer: number; readonly worstFirst: boolean }

export interface Query {
  /** Words that all must occur somewhere in the item. */
  readonly text: string
  /** Index of a scorer, or -1 for any. */
  readonly scorer: number
  readonly outcome: OutcomeFilter
  readonly sort: Sort
}

/**
 * The indices of the items that a query finds, in its order. Items without a score of the scorer that is sorted by come
 * last, whichever way round; equal items keep the order of the dataset.
 *
 * @param textOf All text of an item, in lower case; asked only where the query has words.
 */
export function selectItems(data: PageData, query: Query, textOf: (index: number) => string): number[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean)
  const scorers = query.scorer === -1 ? data.scorers.map((_scorer, index) => index) : [query.scorer]

  const hasOutcome = (item: PageItem) => {
    if (query.outcome === 'all') return true
    if (query.outcome === 'no answer') return item.failure !== undefined
    return scorers.some((index) => {
      const record = item.scores[index]
      if (!record) return false
      if (query.outcome !== 'lost points') return record.outcome === query.outcome
      const scorer = data.scorers[index]
      return record.outcome === 'scored' && record.score !== (scorer?.lowerIsBetter ? 0 : scorer?.scale)
    })
  }

  const indices = data.items.flatMap((item, index) =>
    hasOutcome(item) && words.every((word) => textOf(index).includes(word)) ? [index] : [],
  )
  const { sort } = query
  if (sort === 'dataset') return indices
  if (sort === 'id') {
    const collator = new Intl.Collator('en', { numeric: true })
    return indices.sort((one, other) =>
      collator.compare(data.items[one]?.id ?? '', data.items[other]?.id ?? ''),
    )
  }
  const lowFirst = sort.worstFirst !== (data.scorers[sort.scorer]?.lowerIsBetter ?? false)
  const scoreOf = (index: number) => data.items[index]?.scores[sort.scorer]?.score
  return indices.sort((one, other) => {
    const [first, second] = [scoreOf(one), scoreOf(other)]
    if (first === undefined || second === undefined) {
      return Number(first === undefined) - Number(second === undefined)
    }
    return lowFirst ? first - second : second - first
  })
}
