import { withoutReordering } from '../../../page/without-reordering.ts'
import { isUnmet, listFaults, rankFault } from '../../answer-faults.ts'
import { lostShare, rankAnswer } from '../../rank-answer.ts'
import { bestRuns, computeChange, computeSpread, judgedRuns, meanScore } from './score-changes.ts'
import type { PageData, PageItem } from './types.ts'

/** By its score, by how far it fell or rose, or by how far apart the runs are. */
export type Measure = 'worst' | 'best' | 'fell' | 'rose' | 'apart'

export interface Query {
  /** Words that all must occur somewhere in the item. */
  readonly text: string
  /** Index of a scorer, or -1 for any. */
  readonly scorer: number
  readonly outcome: 'all' | 'scored' | 'lost points' | 'not scorable' | 'failed' | 'no answer' | 'unmet'
  /** The change of an item from run to run; 'best 2' if only the run of that index is best. */
  readonly change:
    | 'all'
    | 'fell'
    | 'rose'
    | 'unchanged'
    | 'only after'
    | 'only before'
    | 'changed question'
    | 'shared'
    | `best ${number}`
  /** By all scorers and expectations: 'worst', or 'lost' for what lost most between two runs. */
  readonly sort: 'dataset' | 'id' | 'worst' | 'lost' | { readonly scorer: number; readonly by: Measure }
}

export const splitSearch = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** All texts and numbers in a value as the page shows them, one a line and in lower case; not the names of its fields. */
export function searchText(value: unknown): string {
  const lines = (one: unknown): string =>
    typeof one === 'object' && one !== null ? Object.values(one).map(lines).join('\n') : String(one ?? '')
  return withoutReordering(lines(value)).toLowerCase()
}

/**
 * The indices of the items that a query finds, in its order. Items without a score of the scorer that is sorted by come
 * last, whichever way round; equal items keep the order of the dataset.
 *
 * @param readText All text of an item, in lower case; asked only where the query has words.
 */
export function selectItems(data: PageData, query: Query, readText: (index: number) => string): number[] {
  const words = splitSearch(query.text)
  const scorers = query.scorer === -1 ? data.scorers.map((_scorer, index) => index) : [query.scorer]
  const isFound = (item: PageItem, index: number) =>
    hasOutcome(data, item, query.outcome, scorers) &&
    hasChange(data, item, query.change, scorers) &&
    words.every((word) => readText(index).includes(word))
  const indices = data.items.flatMap((item, index) => (isFound(item, index) ? [index] : []))
  return inOrder(data, indices, query.sort)
}

function hasOutcome(
  data: PageData,
  { answers }: PageItem,
  outcome: Query['outcome'],
  scorers: readonly number[],
): boolean {
  if (outcome === 'all') return true
  return judgedRuns(data).some((run) => {
    const answer = answers[run]
    if (!answer) return false
    if (outcome === 'no answer') return answer.failure !== undefined
    if (outcome === 'unmet') return isUnmet(answer)
    if (answer.userFailure !== undefined) return outcome === 'not scorable'
    return scorers.some((index) => {
      const record = answer.scores[index]
      if (!record) return false
      if (outcome !== 'lost points') return record.outcome === outcome
      const scorer = data.scorers[index]
      return record.outcome === 'scored' && record.score !== (scorer?.lowerIsBetter ? 0 : scorer?.scale)
    })
  })
}

function hasChange(
  data: PageData,
  item: PageItem,
  change: Query['change'],
  scorers: readonly number[],
): boolean {
  const [before, after] = item.answers
  const changes = () => scorers.flatMap((scorer) => computeChange(item, scorer) ?? [])
  switch (change) {
    case 'all':
      return true
    case 'only after':
      return before === null
    case 'only before':
      return after === null
    case 'changed question':
      return item.changed === true
    case 'fell':
      return changes().some((difference) => difference < 0)
    case 'rose':
      return changes().some((difference) => difference > 0)
    case 'unchanged':
      return changes().length > 0 && changes().every((difference) => difference === 0)
    default:
      return scorers.some((scorer) => {
        const best = bestRuns(data, item, scorer)
        return change === 'shared' ? best.length > 1 : best.length === 1 && `best ${best[0]}` === change
      })
  }
}

function inOrder(data: PageData, indices: number[], sort: Query['sort']): number[] {
  if (sort === 'dataset') return indices
  if (sort === 'id') {
    const collator = new Intl.Collator('en', { numeric: true })
    return indices.sort((one, other) =>
      collator.compare(data.items[one]?.id ?? '', data.items[other]?.id ?? ''),
    )
  }
  const judged = judgedRuns(data)
  if (sort === 'worst' || sort === 'lost') {
    const worst = byValue(data, indices, (item) => worstRank(data, item, judged), true)
    return sort === 'worst' ? worst : byValue(data, worst, (item) => lossRank(data, item), true)
  }
  const { scorer, by } = sort
  const measure = { fell: computeChange, rose: computeChange, apart: computeSpread }
  const measured = (item: PageItem) =>
    by === 'worst' || by === 'best' ? meanScore(item, scorer, judged) : measure[by](item, scorer)
  const lowerIsBetter = data.scorers[scorer]?.lowerIsBetter ?? false
  const isLowFirst = by === 'fell' || (by === 'worst' && !lowerIsBetter) || (by === 'best' && lowerIsBetter)
  return byValue(data, indices, measured, isLowFirst)
}

function worstRank(data: PageData, { answers }: PageItem, runs: readonly number[]): number | undefined {
  const ranks = runs.flatMap((run) => {
    const { [run]: answer } = answers
    if (!answer) return []
    const scores = answer.scores.map((record) => record?.score)
    return rankAnswer({ ...answer, scores }, data.scorers) ?? []
  })
  return ranks.length === 0 ? undefined : Math.min(...ranks)
}

/** Ranks what the later run newly failed or did not meet first, then by the largest loss of any scorer. */
function lossRank({ scorers }: PageData, item: PageItem): number | undefined {
  const [before, after] = item.answers
  if (!after) return undefined
  const losses = scorers.map((scorer, index) => lostShare(computeChange(item, index) ?? 0, scorer))
  const fault = rankFault(after) ?? 0
  const known = listFaults(before ?? {})
  const isNew = listFaults(after).some((one) => !known.includes(one))
  // The largest loss is 1.
  return isNew ? fault * 2 : -Math.max(...losses)
}

function byValue(
  data: PageData,
  indices: number[],
  measure: (item: PageItem) => number | undefined,
  isLowFirst: boolean,
): number[] {
  const values = new Map(indices.map((index) => [index, measure(data.items[index] as PageItem)]))
  return indices.sort((one, other) => {
    const first = values.get(one)
    const second = values.get(other)
    if (first === undefined || second === undefined) {
      return Number(first === undefined) - Number(second === undefined)
    }
    return isLowFirst ? first - second : second - first
  })
}
