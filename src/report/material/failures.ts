import type { EvaluationRun, FailureRecord } from '../../evaluation/record.ts'

/** Failures with the same error: one line of a report instead of a thousand. */
export interface FailureGroup {
  /** The id of the scorer that failed; absent where the target gave no answer. */
  readonly scorerId?: string
  readonly failure: FailureRecord
  /** Answers that failed so, 1 or more. */
  readonly count: number
  /** The first of them. */
  readonly itemId: string
}

/** The failures of a run, most frequent first. */
export function groupFailures({ items }: EvaluationRun): FailureGroup[] {
  const groups = new Map<string, FailureGroup>()
  const add = (itemId: string, failure: FailureRecord, scorerId?: string) => {
    const key = JSON.stringify([scorerId, failure.name, failure.message])
    const group = groups.get(key) ?? { scorerId, failure, count: 0, itemId }
    groups.set(key, { ...group, count: group.count + 1 })
  }
  for (const { itemId, failure, scores } of items) {
    if (failure !== undefined) add(itemId, failure)
    for (const [scorerId, record] of Object.entries(scores)) {
      if (record.outcome === 'failed') add(itemId, record.failure, scorerId)
    }
  }
  return [...groups.values()].sort((one, other) => other.count - one.count)
}
