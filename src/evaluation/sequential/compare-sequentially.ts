import type { Uncorrected } from '../comparison/compare-scores.ts'
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

/** The comparison without what is too sure of a run that could stop at any time: it looked at its scores on the way. */
export function withSequential(
  {
    pValue: _pValue,
    standardError: _error,
    effectSize: _effect,
    detectableDifference: _detectable,
    interval: _interval,
    note: _note,
    ...comparison
  }: Uncorrected,
  sequential: SequentialResult,
): Uncorrected {
  const { values, decidedAfter, interval } = sequential
  const found =
    decidedAfter === undefined
      ? `Not decided by ${values} differences, looked at one after another.`
      : `Decided by ${decidedAfter} differences, looked at one after another.`
  const none = interval === undefined ? ' No interval: no mean fits all of them.' : ''
  if (values === 0)
    return { ...comparison, sequential, note: 'Not decided: no difference could be looked at in order.' }
  return { ...comparison, interval, sequential, note: `${found}${none}` }
}
