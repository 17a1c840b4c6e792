import type { GateOutcome, GateResult } from '../evaluation/gates/gate.ts'
import { isOfQuality } from '../evaluation/gates/run-outcome.ts'
import { appendOutcome } from '../run/file/append-outcome.ts'
import { RunFileError } from '../run/file/run-file-error.ts'
import type { EvaluationRun, OutcomeRecord } from '../run/record.ts'
import { warn } from './print.ts'
import type { Surroundings } from './surroundings.ts'

export type KeptOutcome = Omit<OutcomeRecord, 'kind' | 'at'>

/** @param ends The result of all gates, as the command ends. */
export function ofGates(gates: readonly GateOutcome[], ends: GateResult): KeptOutcome {
  const compared = gates.filter(({ gate }) => gate === 'fail if worse')
  return {
    result: ends,
    isCompared: compared.length > 0,
    isUndecided: compared.some(({ result }) => result === 'cannot tell') || undefined,
    isOfQuality: gates.some(isOfQuality),
  }
}

/** Keeps the outcome of a finished run in its file, so that `last` is no run that failed, and readers see it. */
export async function keepOutcome(
  file: string,
  { end }: EvaluationRun,
  outcome: KeptOutcome,
  { stderr }: Pick<Surroundings, 'stderr'>,
): Promise<void> {
  if (end?.status !== 'complete' && end?.status !== 'decided') return
  try {
    await appendOutcome(file, { at: new Date().toISOString(), ...outcome })
  } catch (error) {
    if (!(error instanceof RunFileError)) throw error
    warn(stderr, `${error.message}; the run does not record whether it passed its gates`)
  }
}
