import type { Gates } from '../../evaluation/gates/gate.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { CommandError } from '../command-error.ts'
import type { Plan } from './plan.ts'

export interface RunBaseline {
  readonly gates: Gates
  /** The run to compare with, for a gate or for display. */
  readonly baseline?: EvaluationRun
  /** Whether the run must not be worse than the baseline. */
  readonly isGate: boolean
  readonly baselineFile: string | undefined
}

/** Adds the default gate of a new run: no answer may fail. */
export const withDefaultGates = (baseline: RunBaseline): RunBaseline => ({
  ...baseline,
  gates: { failed: 0, ...baseline.gates },
})

/**
 * Finds the baseline.
 *
 * @param read Reads a run by its name, which must exist if a gate needs it.
 * @throws RunFileError for a baseline that cannot be read; CommandError for one without answers.
 */
export async function readBaseline(
  { gates, failIfWorse, compare, runs }: Pick<Plan, 'gates' | 'failIfWorse' | 'compare' | 'runs'>,
  read: (named: string, isNeeded: boolean) => Promise<EvaluationRun | undefined>,
): Promise<RunBaseline> {
  const required = typeof failIfWorse === 'string' ? await read(failIfWorse, true) : failIfWorse
  const baseline = required ?? (compare === undefined ? undefined : await read(compare, false))
  const baselineFile = runs.findPlace(baseline)
  if (baseline?.items.length === 0)
    throw new CommandError(
      `${baselineFile === undefined ? '' : `${baselineFile}: `}the baseline holds no answer: its run ended before the first; compare with another run`,
    )
  return { gates, baseline, isGate: required !== undefined, baselineFile }
}
