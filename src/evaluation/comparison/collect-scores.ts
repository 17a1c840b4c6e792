import { isOfSimulatedUser } from '../../run/failures.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun } from '../../run/record.ts'
import type { ClusteredValue } from '../../statistics/clusters.ts'
import { computeMean } from '../../statistics/mean.ts'
import { isQuestionGroup } from '../dataset/question-groups.ts'
import type { MovedItem, RepeatedPairs } from './score-comparison.ts'

export interface ItemScore {
  readonly itemId: string
  readonly group?: string
  /** The mean of its scored repeats. */
  readonly mean: number
  readonly repeats: number
  /** The variance of single repeats around their mean; NaN for one repeat. */
  readonly variance: number
  /** Repeats that count by verdict because the judge gave no usable share. */
  readonly lostShares: number
}

/**
 * Averages repeats and counts outcomes. A missing answer counts as failed, or as not scorable if the simulated user was
 * at fault.
 *
 * @throws InconsistentRunError if an answer has no outcome for the scorer, a score is not a number, or the repeats of
 * an item are in different groups.
 */
export function collectScores(
  run: EvaluationRun,
  scorerId: string,
): {
  readonly scored: number
  readonly notScorable: number
  readonly failed: number
  /** Items with at least one score, in the order of the run. */
  readonly items: readonly ItemScore[]
} {
  const counts = { scored: 0, notScorable: 0, failed: 0 }
  const items = new Map<string, { scores: readonly number[]; lostShares: number; group?: string }>()
  for (const record of inRepeatOrder(run)) {
    const score = readScore(record, scorerId)
    if (typeof score === 'string') counts[score] += 1
    else {
      counts.scored += 1
      const { itemId, group, scores } = record
      const found = scores[scorerId]
      const lost = found?.outcome === 'scored' && found.lostShares !== undefined ? 1 : 0
      const item = items.get(itemId)
      // A list that grows would have room for 17 scores, and most items have one.
      if (item === undefined) items.set(itemId, { scores: [score], lostShares: lost, group })
      else if (item.group !== group)
        throw new InconsistentRunError(`item ${itemId} is in more than one group`)
      else items.set(itemId, { group, scores: [...item.scores, score], lostShares: item.lostShares + lost })
    }
  }
  return {
    ...counts,
    items: Array.from(items, ([itemId, { scores, lostShares, group }]) => {
      const { length: repeats } = scores
      const mean = scores.reduce((sum, score) => sum + score) / repeats
      const squares = scores.reduce((total, score) => total + (score - mean) ** 2, 0)
      return { itemId, group, mean, repeats, lostShares, variance: squares / (repeats - 1) }
    }),
  }
}

/** @throws InconsistentRunError if a repeat of an item appears twice: it would count double. */
export function checkRepeats({ items }: EvaluationRun): void {
  const seen = new Map<number, Set<string>>()
  for (const { itemId, repeat } of items) {
    const ids = seen.get(repeat) ?? new Set()
    if (ids.has(itemId)) throw new InconsistentRunError(`item ${itemId} has two records of repeat ${repeat}`)
    seen.set(repeat, ids.add(itemId))
  }
}

/** Returns the cluster of an item. The prefix keeps a group apart from an item with the same id. */
export function nameCluster({ itemId, group }: { itemId: string; group?: string }): string {
  return group === undefined ? `item ${itemId}` : `group ${group}`
}

export function toValues(items: readonly ItemScore[]): ClusteredValue[] {
  return byItem(items).map((item) => ({ value: item.mean, cluster: nameCluster(item) }))
}

/**
 * Sorts items by id. Resampling draws by position, and `evaluate` returns records in the order of the dataset while a
 * run file has them in the order of arrival: both must give the same intervals.
 */
export function byItem<Item extends { readonly itemId: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => (one.itemId < other.itemId ? -1 : 1))
}

/** Sorts records by the number of the repeat, since a sum of three or more floats depends on their order. */
const inRepeatOrder = ({ header, items }: EvaluationRun): readonly ItemRecord[] =>
  header.repeats > 2 ? items.toSorted((one, other) => one.repeat - other.repeat) : items

function readScore(record: ItemRecord, scorerId: string): number | 'notScorable' | 'failed' {
  if (record.failure) return isOfSimulatedUser(record.failure) ? 'notScorable' : 'failed'
  const score = Object.hasOwn(record.scores, scorerId) ? record.scores[scorerId] : undefined
  const where = `item ${record.itemId}, repeat ${record.repeat}, scorer ${scorerId}`
  if (!score) throw new InconsistentRunError(`${where}: there is an answer and no outcome`)
  if (score.outcome === 'failed') return 'failed'
  if (score.outcome === 'not scorable') return 'notScorable'
  if (!Number.isFinite(score.score)) throw new InconsistentRunError(`${where}: the score is ${score.score}`)
  return score.score
}

/** An item scored in both runs. */
export interface ScorePair extends MovedItem {
  readonly cluster: string
}

export interface ScorePairs {
  /** In the order of the later run. */
  readonly pairs: readonly ScorePair[]
  readonly unpaired: number
  /** Items scored in both runs, but by share in one, and by verdict for want of shares in the other. */
  readonly readOtherwise: number
  /** Scores of the unpaired items, in the earlier and in the later run. */
  readonly alone: { readonly before: readonly ClusteredValue[]; readonly after: readonly ClusteredValue[] }
  /** Absent if no item was repeated in both runs. */
  readonly repeated?: RepeatedPairs
}

/** Pairs the scores of one scorer in two runs, by item id. A run without the scorer has no scores. */
export function pairScores(before: EvaluationRun, after: EvaluationRun, scorerId: string): ScorePairs {
  const earlier = new Map(scoresIn(before, scorerId).map((item) => [item.itemId, item]))
  const pairs: ScorePair[] = []
  const both: [ItemScore, ItemScore][] = []
  const onlyAfter: ItemScore[] = []
  let readOtherwise = 0
  for (const item of scoresIn(after, scorerId)) {
    const { itemId } = item
    const first = earlier.get(itemId)
    if (first === undefined) {
      onlyAfter.push(item)
      continue
    }
    earlier.delete(itemId)
    if (isReadOtherwise(first, item)) {
      readOtherwise += 1
      continue
    }
    if (first.repeats > 1 && item.repeats > 1) both.push([first, item])
    pairs.push({
      itemId,
      cluster: nameCluster({ itemId, group: commonGroup(first.group, item.group) }),
      before: first.mean,
      after: item.mean,
      difference: withoutRounding(item.mean - first.mean),
    })
  }
  const alone = { before: toValues([...earlier.values()]), after: toValues(onlyAfter) }
  return {
    pairs,
    unpaired: alone.before.length + alone.after.length,
    readOtherwise,
    alone,
    ...(both.length === 0 ? {} : { repeated: repeatedIn(both) }),
  }
}

/** Returns whether some of their scores, but not all, count by verdict for want of shares. */
function isReadOtherwise(before: ItemScore, after: ItemScore): boolean {
  const lost = before.lostShares + after.lostShares
  return lost > 0 && lost < before.repeats + after.repeats
}

function repeatedIn(both: readonly (readonly [ItemScore, ItemScore])[]): RepeatedPairs {
  const all = both.flat()
  const ofMean = all.map(({ variance, repeats }) => variance / repeats)
  return {
    repeats: Math.min(...all.map(({ repeats }) => repeats)),
    // Twice the mean for a single score, since a difference has two.
    ofOne: 2 * computeMean(all.map(({ variance }) => variance)),
    ofMean: 2 * computeMean(ofMean),
  }
}

function scoresIn(run: EvaluationRun, scorerId: string): readonly ItemScore[] {
  return run.header.scorers.some(({ id }) => id === scorerId) ? collectScores(run, scorerId).items : []
}

/**
 * Returns the group of an item in a comparison: that of the later run, which the dataset has now, else that of the
 * earlier one. A group that the dataset gives comes before that of the question.
 */
export function commonGroup(before?: string, after?: string): string | undefined {
  return after === undefined || (before !== undefined && isQuestionGroup(after)) ? before : after
}

/** Returns 0 for a difference in the last digits, which averaging in another order may cause. */
function withoutRounding(difference: number): number {
  return Math.abs(difference) < 1e-12 ? 0 : difference
}

/** A run whose records contradict each other, so that no statistic of it would be right. */
export class InconsistentRunError extends Error {
  override readonly name = 'InconsistentRunError'
}

/** Two runs that cannot be compared; the message says why, and what to do. */
export class RunsNotComparableError extends Error {
  override readonly name = 'RunsNotComparableError'
}
