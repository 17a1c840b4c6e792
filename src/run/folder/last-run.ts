import { readOutcome } from '../file/append-outcome.ts'
import { readRun } from '../file/read-run.ts'
import { RunFileError } from '../file/run-file-error.ts'
import { type EvaluationName, isSameEvaluation, type KeptRun } from './list-runs.ts'

/** Returns whether `last` may mean a run: two items, or old answers with one more scorer, are no baseline. */
const belongsTo =
  (name: EvaluationName) =>
  ({ header }: KeptRun) =>
    isSameEvaluation(name, header) && header.rescored === undefined && header.pairs === undefined

/**
 * Finds the newest complete or incomplete run of an evaluation; undefined if there is none. A complete run only counts
 * if it covers all items and has answers of its own.
 *
 * @param kept Newest first.
 * @param onDamaged Called with each newer run that cannot be read, which is skipped. Without it, such a run is an
 * error.
 * @throws RunFileError
 */
export async function findLastRun(
  kept: readonly KeptRun[],
  name: EvaluationName,
  wanted: 'complete' | 'incomplete',
  onDamaged?: (error: RunFileError) => void,
) {
  for (const { file, header } of kept.filter(belongsTo(name))) {
    if (wanted === 'complete' && header.selection !== undefined) continue
    const run = await readRun(file).catch((error: unknown) => {
      if (onDamaged === undefined || !(error instanceof RunFileError)) throw error
      onDamaged(error)
    })
    if (run === undefined) continue
    // A decided run has nothing left to resume, and its scores determined which items it has.
    if (run.end?.status === 'decided') continue
    if ((run.end?.status === 'complete') === (wanted === 'complete')) return { file, run }
  }
  return undefined
}

/**
 * Keeps the runs that may be the baseline of a gate. A run that did not pass its gates, whose comparison could not
 * tell, or that was shown to be worse without a gate, is none: the same agent would pass against itself. After such a
 * loss, neither is one that was compared with nothing, until a run passes a comparison. A run without an outcome is one
 * only if no earlier run has an outcome: otherwise it ended before its gates were checked.
 *
 * @param kept Newest first.
 */
export async function withoutFailedRuns(kept: readonly KeptRun[], name: EvaluationName): Promise<KeptRun[]> {
  const passed: KeptRun[] = []
  let hasLost = false
  let hasOutcomes = false
  for (const one of kept.filter(belongsTo(name)).reverse()) {
    if (one.header.selection !== undefined) continue
    const outcome = await readOutcome(one.file)
    if (outcome === undefined && hasOutcomes) continue
    hasOutcomes ||= outcome !== undefined
    const { result = 'passed', isCompared = false, isUndecided = false, isWorse = false } = outcome ?? {}
    if (isCompared ? result === 'failed' : isWorse) hasLost = true
    else if (isCompared && result === 'passed' && !isUndecided) hasLost = false
    if (result === 'passed' && !isUndecided && !hasLost) passed.unshift(one)
  }
  return passed
}
