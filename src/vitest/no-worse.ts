import { z } from 'zod/v4'
import { compareRuns } from '../evaluation/comparison/compare-runs.ts'
import { checkGates } from '../evaluation/gates/check-gates.ts'
import type { EvaluationRun } from '../run/record.ts'
import { readOptions } from '../shared/read-options.ts'
import { type ResamplingOptions, resamplingOptions } from '../statistics/resampling.ts'
import { lossLines } from './failure-details.ts'
import { type Finding, findOutcome } from './outcome.ts'
import { describeValue, isRun, toScorer } from './read-received.ts'

export interface NoWorseOptions extends ResamplingOptions {
  /**
   * How much worse the mean may be, 0 or more, in units of the score: for every scorer of the run, or by scorer id for
   * only those. A larger loss must be ruled out. Without it, the test passes unless a loss of more than a twentieth of
   * each scorer's scale is shown, or is 80 % likely.
   */
  allowedLoss?: number | Readonly<Record<string, number>>
  /** The least share of answers with a score, 0 to 1. Below it, the result is inconclusive. Default 0.5. */
  minScored?: number
}

const loss = z.number().min(0)

const noWorseOptions = z.strictObject({
  ...resamplingOptions,
  allowedLoss: z
    .union([
      loss,
      z.record(z.string(), loss).refine((losses) => Object.keys(losses).length > 0, 'must name a scorer'),
    ])
    .optional(),
  minScored: z.number().min(0).max(1).optional(),
})

const matcher = 'toBeNoWorseThan'

/**
 * Decides whether a run lost more than allowed against a baseline, by the interval of the paired difference.
 *
 * @throws TypeError for a baseline that is not a run, a scorer that the run does not have, or options out of range;
 * RunsNotComparableError if the baseline has none of the run's items.
 */
export function findLoss(
  run: EvaluationRun,
  baseline: unknown,
  options: NoWorseOptions | undefined,
): Finding {
  if (!isRun(baseline))
    throw new TypeError(
      typeof baseline === 'string'
        ? `${matcher}: the baseline must be a run, not a path: pass \`await readRun('${baseline}')\``
        : `${matcher}: the baseline must be a run from evaluate or readRun, not ${describeValue(baseline)}`,
    )
  const { allowedLoss, minScored, ...resampling } = readOptions(matcher, noWorseOptions, options)
  if (typeof allowedLoss === 'object') for (const id of Object.keys(allowedLoss)) toScorer(matcher, run, id)
  const isAsked = (id: string) => typeof allowedLoss !== 'object' || id in allowedLoss
  const comparisons = compareRuns(baseline, run, { ...resampling, moved: run.items.length })
  const losses =
    typeof allowedLoss === 'object'
      ? Object.fromEntries(Object.entries(allowedLoss).map(([id, loss]) => [`${id}.loss`, loss]))
      : { loss: allowedLoss }
  const gates = { ...losses, scored: minScored }
  const outcomes = checkGates(run, gates, { ...resampling, baseline, comparisons }).filter(
    ({ scorerId }) => scorerId === undefined || isAsked(scorerId),
  )
  const notPassed = new Set(outcomes.flatMap(({ scorerId, result }) => (result === 'passed' ? [] : scorerId)))
  return findOutcome(outcomes, () =>
    comparisons.filter(({ scorerId }) => notPassed.has(scorerId)).flatMap(lossLines),
  )
}
