import type { EvaluationRun } from '../record.ts'
import { RunsNotComparableError } from './errors.ts'
import { clusterOf, collectScores, type ItemScore } from './item-scores.ts'
import type { MovedItem } from './types.ts'

/** An item scored in both runs. */
export interface ScorePair extends MovedItem {
  readonly cluster: string
}

export interface ScorePairs {
  /** In the order of the run after. */
  readonly pairs: readonly ScorePair[]
  /** Items scored in one run only. */
  readonly unpaired: number
}

/** The scores of one scorer in two runs, by item id. A run that lacks the scorer has scored nothing. */
export function pairScores(before: EvaluationRun, after: EvaluationRun, scorerId: string): ScorePairs {
  const earlier = new Map(scoresIn(before, scorerId).map((item) => [item.itemId, item]))
  const later = scoresIn(after, scorerId)
  const pairs = later.flatMap((item) => {
    const first = earlier.get(item.itemId)
    if (!first) return []
    return {
      itemId: item.itemId,
      cluster: clusterOf({ itemId: item.itemId, group: commonGroup(first, item) }),
      before: first.mean,
      after: item.mean,
      difference: withoutRounding(item.mean - first.mean),
    }
  })
  return { pairs, unpaired: earlier.size + later.length - 2 * pairs.length }
}

function scoresIn(run: EvaluationRun, scorerId: string): readonly ItemScore[] {
  return run.header.scorers.some(({ id }) => id === scorerId) ? collectScores(run, scorerId).items : []
}

/** Groups may have been added between two runs; that they were changed would make clusters ambiguous. */
function commonGroup(before: ItemScore, after: ItemScore): string | undefined {
  if (before.group !== undefined && after.group !== undefined && before.group !== after.group)
    throw new RunsNotComparableError(
      `item ${after.itemId} is in group ${before.group} in one run and in group ${after.group} in the other`,
    )
  return after.group ?? before.group
}

/** The same repeats averaged in another order differ in the last digit, which is no move. */
function withoutRounding(difference: number): number {
  return Math.abs(difference) < 1e-12 ? 0 : difference
}
