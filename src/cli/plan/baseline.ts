import type { Inconclusive } from '../../evaluation/gates/run-outcome.ts'
import type { Gates } from '../../evaluation/gates/types.ts'
import type { EvaluationRun } from '../../run/record.ts'
import type { Plan } from './plan.ts'

/** What a run is held against. */
export interface Held {
  readonly gates: Gates
  /** What is made of those that cannot tell. */
  readonly inconclusive?: Inconclusive
  /** The run to compare with, by a gate or for show. */
  readonly baseline?: EvaluationRun
  /** Where that is. */
  readonly baselineFile: string | undefined
}

/** Of a run that is made, no answer may have failed where nobody says otherwise. */
export const ofNewRun = (held: Held): Held => ({
  ...held,
  gates: { ...held.gates, maxFailed: held.gates.maxFailed ?? 0 },
})

/**
 * Finds the baseline.
 *
 * @param read Gives the run that is named; what a gate needs must be there.
 * @throws RunFileError for a baseline that cannot be read.
 */
export async function heldAgainst(
  { gates: { inconclusive, failIfWorse, ...gates }, compare, runs }: Plan,
  read: (named: string, isNeeded: boolean) => Promise<EvaluationRun | undefined>,
): Promise<Held> {
  const { baseline: named, allowedLoss } = failIfWorse ?? {}
  const held = typeof named === 'string' ? await read(named, true) : named
  const baseline = held ?? (compare === undefined ? undefined : await read(compare, false))
  return {
    gates: { ...gates, failIfWorse: held && { baseline: held, allowedLoss } },
    ...{ inconclusive, baseline, baselineFile: runs.placeOf(baseline) },
  }
}
