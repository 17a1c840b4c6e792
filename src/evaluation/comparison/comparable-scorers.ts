import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { RunsNotComparableError } from './collect-scores.ts'

/**
 * Returns the scorers of two runs: those of the later run, then those that only the earlier one had.
 *
 * @throws RunsNotComparableError if a scorer's scale or direction has changed.
 */
export function comparableScorers(
  before: readonly ScorerRecord[],
  after: readonly ScorerRecord[],
): ScorerRecord[] {
  for (const scorer of after) {
    const other = before.find(({ id }) => id === scorer.id)
    if (!other) continue
    if (other.scale !== scorer.scale)
      throw new RunsNotComparableError(
        `scorer ${scorer.id} had the scale ${other.scale ?? 'unknown'} before and has ${scorer.scale ?? 'unknown'} after: score both with the same scale (\`verdict rescore\`)`,
      )
    if (other.lowerIsBetter !== scorer.lowerIsBetter)
      throw new RunsNotComparableError(
        `scorer ${scorer.id} says in one run that lower is better and in the other that higher is`,
      )
  }
  const ids = new Set(after.map(({ id }) => id))
  return [...after, ...before.filter(({ id }) => !ids.has(id))]
}

/** Returns a run with only those of its scorers that are among these. */
export function withScorers(
  { header, ...run }: EvaluationRun,
  chosen: readonly ScorerRecord[],
): EvaluationRun {
  const ids = new Set(chosen.map(({ id }) => id))
  return { ...run, header: { ...header, scorers: header.scorers.filter(({ id }) => ids.has(id)) } }
}
