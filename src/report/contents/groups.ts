import type { EvaluationRun, FailureRecord } from '../../evaluation/record.ts'

interface Group {
  /** Answers that ended so, 1 or more. */
  readonly count: number
  /** The first of them. */
  readonly itemId: string
}

/** Failures with the same error: one line of a report instead of a thousand. */
export interface FailureGroup extends Group {
  /** The id of the scorer that failed; absent where the target gave no answer. */
  readonly scorerId?: string
  readonly failure: FailureRecord
}

/** Answers that one scorer could not score for the same reason. */
export interface NotScorableGroup extends Group {
  readonly scorerId: string
  readonly reason: string
}

/** What a scorer of the run is called, by its id. */
export function scorerNames({ header }: EvaluationRun): (id: string) => string {
  const names = new Map(header.scorers.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

/** The failures of a run, most frequent first. */
export function groupFailures({ items }: EvaluationRun): FailureGroup[] {
  const ends = items.flatMap(({ itemId, failure, scores }) => [
    ...(failure === undefined ? [] : [{ scorerId: undefined, failure, count: 1, itemId }]),
    ...Object.entries(scores).flatMap(([scorerId, record]) =>
      record.outcome === 'failed' ? [{ scorerId, failure: record.failure, count: 1, itemId }] : [],
    ),
  ])
  return group(ends, ({ scorerId, failure: { name, message } }) => [scorerId, name, message])
}

/** Why answers of a run were not scorable, most frequent first. */
export function groupNotScorable({ items }: EvaluationRun): NotScorableGroup[] {
  const ends = items.flatMap(({ itemId, scores }) =>
    Object.entries(scores).flatMap(([scorerId, record]) =>
      record.outcome === 'not scorable' ? [{ scorerId, reason: record.reason, count: 1, itemId }] : [],
    ),
  )
  return group(ends, ({ scorerId, reason }) => [scorerId, reason])
}

function group<End extends { count: number }>(ends: readonly End[], keyOf: (end: End) => unknown[]): End[] {
  const groups = new Map<string, End>()
  for (const end of ends) {
    const key = JSON.stringify(keyOf(end))
    const first = groups.get(key)
    if (first === undefined) groups.set(key, end)
    else first.count += 1
  }
  return [...groups.values()].sort((one, other) => other.count - one.count)
}
