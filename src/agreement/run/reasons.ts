import type { Unscored } from '../result.ts'
import type { WithoutScore } from './row-outcome.ts'

/** Rows with the same reason as one entry, the most frequent first. */
export function groupReasons(rows: readonly WithoutScore[]): Unscored[] {
  return [...Map.groupBy(rows, ({ reason }) => reason)]
    .map(([reason, same]) => ({ reason, count: same.length, id: same[0]?.id ?? '' }))
    .sort((one, other) => other.count - one.count)
}
