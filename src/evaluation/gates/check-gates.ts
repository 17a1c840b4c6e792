import type { ResamplingOptions } from '../../statistics/resampling.ts'
import { compareRuns } from '../comparison/compare-runs.ts'
import { summarise } from '../comparison/summarise.ts'
import type { EvaluationRun } from '../record.ts'
import { checkFailures } from './check-failures.ts'
import { checkLoss } from './check-losses.ts'
import { checkMeans } from './check-means.ts'
import { checkScored } from './check-scored.ts'
import { checkGateOptions } from './gate-options.ts'
import type { GateOutcome, GateResult, Gates } from './types.ts'

/**
 * Holds a run against its gates. A run in which nothing was scored fails; of one that stopped before its end, or in
 * which a scorer could score fewer than half of the answers, it cannot be told, whatever gates were asked for.
 *
 * @param resampling Of the intervals.
 * @returns One outcome a gate and scorer, in the order of `Gates`.
 * @throws TypeError for a gate that is out of range, names an unknown scorer, or is for the other direction;
 * RunsNotComparableError where the baseline is over other data.
 */
export function checkGates(run: EvaluationRun, gates: Gates, resampling?: ResamplingOptions): GateOutcome[] {
  checkGateOptions(gates, run.header.scorers)
  const summaries = summarise(run, resampling)
  const { failUnder = {}, failOver = {}, failIfWorse, maxFailed, minScored } = gates
  return [
    ...(summaries.some(({ scored }) => scored > 0) ? checkScored(minScored, summaries) : [nothingScored]),
    ...checkComplete(run),
    ...checkMeans('fail under', failUnder, summaries),
    ...checkMeans('fail over', failOver, summaries),
    ...(failIfWorse ? checkLosses(run, failIfWorse, resampling) : []),
    ...(maxFailed === undefined ? [] : checkFailures(maxFailed, summaries)),
  ]
}

/** The worst of them: 'failed' before 'cannot tell' before 'passed'. Without outcomes 'passed'. */
export function overallResult(outcomes: readonly GateOutcome[]): GateResult {
  const results = outcomes.map(({ result }) => result)
  if (results.includes('failed')) return 'failed'
  return results.includes('cannot tell') ? 'cannot tell' : 'passed'
}

const nothingScored: GateOutcome = {
  gate: 'nothing scored',
  result: 'failed',
  sentence: 'No answer was scored by any scorer.',
}

function checkComplete({ header, items }: EvaluationRun): GateOutcome[] {
  const expected = header.dataset.items * header.repeats
  if (items.length >= expected) return []
  return [
    {
      gate: 'incomplete run',
      result: 'cannot tell',
      sentence: `The run holds ${items.length} of ${expected} answers: resume it before it is judged.`,
    },
  ]
}

/** One allowed loss is for every scorer of the run; losses by scorer id are for those. */
function checkLosses(
  run: EvaluationRun,
  { baseline, allowedLoss = 0 }: NonNullable<Gates['failIfWorse']>,
  resampling: ResamplingOptions | undefined,
): GateOutcome[] {
  // What a whole baseline does not have, it was not asked: a new question is no loss.
  const asked = new Set(baseline.items.map(({ itemId }) => itemId))
  const items =
    baseline.end?.status === 'complete' ? run.items.filter(({ itemId }) => asked.has(itemId)) : run.items
  const comparisons = compareRuns(baseline, { ...run, items }, { ...resampling, moved: 0 })
  return run.header.scorers.flatMap(({ id }) => {
    const allowed = typeof allowedLoss === 'number' ? allowedLoss : allowedLoss[id]
    const comparison = comparisons.find(({ scorerId }) => scorerId === id)
    return allowed === undefined || !comparison ? [] : [checkLoss(comparison, allowed)]
  })
}
