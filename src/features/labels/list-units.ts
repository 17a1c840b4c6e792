import type { ScoreRecord, ScorerRecord, VerdictRecord } from '../../run/record.ts'
import { aggregates } from '../../scorers/units/aggregates.ts'

/**
 * Returns the units that a judge was asked about, including those that it did not count, because people may count them.
 * They are in text order if their positions are known, so that other judges of the same units give the same order.
 */
export function listUnits({ verdicts = [], notCounted = [] }: ScoreRecord): readonly VerdictRecord[] {
  const units = [...verdicts, ...notCounted]
  const isPlaced = units.every(({ start }) => start !== undefined)
  return isPlaced ? units.sort((one, other) => (one.start ?? 0) - (other.start ?? 0)) : units
}

/**
 * Computes the value of an answer from people's labels of each unit.
 *
 * @param credits One per unit, null if it does not count.
 * @returns A value on the scorer's scale; undefined if nothing counts, or if the scorer's arithmetic is unknown.
 */
export function valueOfCredits(
  credits: readonly (number | null)[],
  { question, scale = 1 }: ScorerRecord,
): number | undefined {
  const counted = credits.filter((credit) => credit !== null)
  if (question === undefined || counted.length === 0) return undefined
  return scale * aggregates[question.arithmetic](counted)
}
