import type { ItemRecord } from '../../run/item-record.ts'
import type { ScorerRecord } from '../../run/record.ts'

export const listScores = (items: readonly ItemRecord[], scorerId: string): number[] =>
  items.flatMap(({ scores: { [scorerId]: record } }) => (record?.outcome === 'scored' ? [record.score] : []))

/**
 * Returns the range for drawing scores: 0 to the scale, wider if scores lie outside, or the range of the scores if the
 * scale is unknown.
 */
export function scoreRange({ scale }: ScorerRecord, scores: readonly number[]): [number, number] {
  // Not Math.min(...scores): a call cannot take a hundred thousand arguments.
  const ends = scale === undefined ? [] : [0, scale]
  const low = [...ends, ...scores].reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const high = [...ends, ...scores].reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
  if (scores.length === 0 && scale === undefined) return [0, 1]
  return low === high ? [low - 0.5, high + 0.5] : [low, high]
}
