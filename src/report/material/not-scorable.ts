import type { EvaluationRun } from '../../evaluation/record.ts'

/** Answers that one scorer could not score for the same reason. */
export interface NotScorableGroup {
  readonly scorerId: string
  readonly reason: string
  /** Answers, 1 or more. */
  readonly count: number
  /** The first of them. */
  readonly itemId: string
}

/** Why answers of a run were not scorable, most frequent first. */
export function groupNotScorable({ items }: EvaluationRun): NotScorableGroup[] {
  const groups = new Map<string, NotScorableGroup>()
  for (const { itemId, scores } of items) {
    for (const [scorerId, record] of Object.entries(scores)) {
      if (record.outcome !== 'not scorable') continue
      const { reason } = record
      const key = JSON.stringify([scorerId, reason])
      const group = groups.get(key) ?? { scorerId, reason, count: 0, itemId }
      groups.set(key, { ...group, count: group.count + 1 })
    }
  }
  return [...groups.values()].sort((one, other) => other.count - one.count)
}
