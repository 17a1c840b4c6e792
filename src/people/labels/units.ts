import type { ScoreRecord, ScorerRecord, VerdictRecord } from '../../run/record.ts'
import { aggregates } from '../../scorers/units/weighting.ts'

/**
 * The units that a judge was asked about, also those that it did not count: people may. In the order of the text where
 * their places are known, so that another judge of the same units has them in the same order.
 */
export function unitsOf({ verdicts = [], notCounted = [] }: ScoreRecord): readonly VerdictRecord[] {
  const units = [...verdicts, ...notCounted]
  const isPlaced = units.every(({ start }) => start !== undefined)
  return isPlaced ? units.sort((one, other) => (one.start ?? 0) - (other.start ?? 0)) : units
}

/**
 * What an answer is worth by what people said of each unit.
 *
 * @param credits Of each unit, null for one that does not count.
 * @returns On the scorer's scale; undefined where nothing counts, or where nothing is known of how units make a score.
 */
export function valueOfCredits(
  credits: readonly (number | null)[],
  { question, scale = 1 }: ScorerRecord,
): number | undefined {
  const counted = credits.filter((credit) => credit !== null)
  if (question === undefined || counted.length === 0) return undefined
  return scale * aggregates[question.arithmetic](counted)
}
