import type { ComparedScores } from '../comparison/compare-scores.ts'
import type { EvaluationRun } from '../record.ts'
import type { SequentialResult } from './sequential-result.ts'
import { replay, requireWhole } from './stop-when-decided.ts'

/**
 * What a run that could stop says against the baseline it was made against, by scorer id. Undefined for all other
 * runs, which are compared as they are.
 *
 * @param together How many such comparisons are made at once, as one for each group of items: they share the level.
 * @throws RunsNotComparableError where one of them is a part of a run that stopped against another one.
 */
export function sequentially(
  before: EvaluationRun,
  after: EvaluationRun,
  together: number,
): ((scorerId: string) => SequentialResult | undefined) | undefined {
  requireWhole(before)
  if (after.header.sequential?.baseline !== before.header.id) {
    requireWhole(after)
    return undefined
  }
  // Answers that were under way when it stopped are missing from the order.
  if (after.end?.status !== 'complete' && after.end?.status !== 'decided') return () => unknown
  const comparison = replay(before, after, together)
  return (scorerId) => comparison.resultOf(scorerId)
}

const unknown: SequentialResult = { values: 0, evidence: 1 }

/** Of a run that could stop at any time: it looked at its scores on the way, so that its test alone decides. */
export function withSequential(
  { note: _, ...described }: ComparedScores,
  sequential: SequentialResult,
): ComparedScores {
  const { values, decided, decidedAfter, interval } = sequential
  const { before, after, lowerIsBetter } = described
  const comparison: ComparedScores = {
    ...described,
    ...(before === undefined || after === undefined ? {} : { difference: after - before }),
    ...(decided === undefined
      ? {}
      : { verdict: (decided === 'higher') === lowerIsBetter ? 'worse' : 'better' }),
    sequential,
  }
  const found =
    decidedAfter === undefined
      ? `Not decided by ${values} differences, looked at one after another.`
      : `Decided by ${decidedAfter} differences, looked at one after another.`
  const none = interval === undefined ? ' No interval: no mean fits all of them.' : ''
  if (values === 0) return { ...comparison, note: 'Not decided: no difference could be looked at in order.' }
  return { ...comparison, interval, note: `${found}${none}` }
}
