import type { Gates } from '../../evaluation/gates/types.ts'
import type { EvaluationRun } from '../../run/record.ts'
import type { Plan } from './plan.ts'

/** What a run is held against. */
export interface Held {
  readonly gates: Gates
  /** The run to compare with, by a gate or for show. */
  readonly baseline?: EvaluationRun
  /** Whether the run must not be worse than that. */
  readonly isGate: boolean
  /** Where that is. */
  readonly baselineFile: string | undefined
}

/** No answer of a run that is made may have failed, unless somebody says otherwise. */
export const ofNewRun = (held: Held): Held => ({ ...held, gates: { failed: 0, ...held.gates } })

/**
 * Finds the baseline.
 *
 * @param read Gives the run that is named; what a gate needs must be there.
 * @throws RunFileError for a baseline that cannot be read.
 */
export async function heldAgainst(
  { gates, failIfWorse, compare, runs }: Pick<Plan, 'gates' | 'failIfWorse' | 'compare' | 'runs'>,
  read: (named: string, isNeeded: boolean) => Promise<EvaluationRun | undefined>,
): Promise<Held> {
  const held = typeof failIfWorse === 'string' ? await read(failIfWorse, true) : failIfWorse
  const baseline = held ?? (compare === undefined ? undefined : await read(compare, false))
  return { gates, baseline, isGate: held !== undefined, baselineFile: runs.placeOf(baseline) }
}
