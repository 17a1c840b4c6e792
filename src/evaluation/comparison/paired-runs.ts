import type { EvaluationRun } from '../record.ts'
import { sequentially } from '../sequential/compare-sequentially.ts'
import type { SequentialResult } from '../sequential/sequential-result.ts'
import { commonItems } from './common-items.ts'
import { comparableScorers } from './comparable-scorers.ts'
import type { PairedScorer } from './compare-scores.ts'
import { type MeasureDifference, measureDifferences } from './measure-differences.ts'
import { checkRepeats, pairScores } from './scores.ts'

/** One scorer over the items that two runs have in common. */
export interface PairedRuns extends PairedScorer {
  /** What its scores depend on beside the answers and is not the same; empty where all of it is. */
  readonly measure: readonly MeasureDifference[]
  /** Of a run that could stop when it was decided against the other. */
  readonly sequential?: SequentialResult
}

/**
 * Each scorer of two runs over what both asked.
 *
 * @param together How many such pairs are looked at at once.
 * @throws RunsNotComparableError and InconsistentRunError as `compareRuns` does.
 */
export function pairRuns(before: EvaluationRun, after: EvaluationRun, together = 1): PairedRuns[] {
  for (const run of [before, after]) checkRepeats(run)
  const scorers = comparableScorers(before.header.scorers, after.header.scorers)
  const both = commonItems(before, after)
  const sequential = sequentially(before, { ...after, items: both.after.items }, together)
  return scorers.map((scorer) => ({
    scorer,
    paired: pairScores(both.before, both.after, scorer.id),
    measure: measureDifferences(before, after, scorer.id),
    sequential: sequential?.(scorer.id),
  }))
}
