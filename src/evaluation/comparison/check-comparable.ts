import type { EvaluationRun, ScorerRecord } from '../record.ts'
import { RunsNotComparableError } from './errors.ts'

/**
 * The scorers of two runs: those of the run after, then those that it lost.
 *
 * @throws RunsNotComparableError where the runs are over different data, unless that is allowed, or where a
 * scorer's scale or direction was changed.
 */
export function comparableScorers(
  before: EvaluationRun,
  after: EvaluationRun,
  allowDifferentData: boolean,
): ScorerRecord[] {
  const [earlier, later] = [before.header.dataset, after.header.dataset]
  if (earlier.hash !== later.hash && !allowDifferentData)
    throw new RunsNotComparableError(
      `run ${before.header.id} is over other data (${earlier.name}, ${earlier.items} items, hash ${earlier.hash}) ` +
        `than run ${after.header.id} (${later.name}, ${later.items} items, hash ${later.hash}): ` +
        'run both over the same data, or allow different data to compare the items whose ids are in both',
    )
  for (const scorer of after.header.scorers) {
    const other = before.header.scorers.find(({ id }) => id === scorer.id)
    if (!other) continue
    if (other.scale !== scorer.scale)
      throw new RunsNotComparableError(
        `scorer ${scorer.id} had the scale ${other.scale ?? 'unknown'} before and has ${scorer.scale ?? 'unknown'} ` +
          'after: run both with one scale',
      )
    if (other.lowerIsBetter !== scorer.lowerIsBetter)
      throw new RunsNotComparableError(
        `scorer ${scorer.id} says in one run that lower is better and in the other that higher is`,
      )
  }
  const ids = new Set(after.header.scorers.map(({ id }) => id))
  return [...after.header.scorers, ...before.header.scorers.filter(({ id }) => !ids.has(id))]
}
