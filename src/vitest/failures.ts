import { checkGates } from '../evaluation/gates/check-gates.ts'
import type { EvaluationRun } from '../evaluation/record.ts'
import { failureLines } from './details.ts'
import { findOutcome } from './judge-run.ts'
import type { Finding } from './outcome.ts'
import { describeValue } from './received.ts'

/**
 * The share of answers that failed, by whichever scorer failed most; an item without an answer counts as failed.
 *
 * @throws TypeError for a share that is not from 0 to 1.
 */
export function findFailures(run: EvaluationRun, share: unknown): Finding {
  if (typeof share !== 'number' || !(share >= 0 && share <= 1))
    throw new TypeError(
      `toHaveFailedAtMost: must be a share from 0 to 1, as 0.01 for 1 %, not ${describeValue(share)}`,
    )
  // What is not scorable is no failure: any share of it will do, as long as there is a score at all.
  return findOutcome(checkGates(run, { maxFailed: share, minScored: 0 }), () => failureLines(run))
}
