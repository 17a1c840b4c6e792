import type { GateResult } from '../evaluation/gates/gate.ts'
import type { RunEnd } from '../run/record.ts'

/** Exit codes. Any code but `passed` stops a build. */
export const exitCodes = {
  /** Done, and every gate passed. */
  passed: 0,
  /** A gate failed, or nothing was scored. */
  failed: 1,
  /** The command could not run: a wrong option, an unreadable file, an error in the user's own code. */
  error: 2,
  /** Gates were inconclusive: too few items, or a run that stopped early. */
  cannotTell: 3,
  /** Stopped from outside, for example by Ctrl-C: 128 + 2, as in shells. */
  interrupted: 130,
} as const

export const codeOfGates = (ends: GateResult): number =>
  ends === 'cannot tell' ? exitCodes.cannotTell : exitCodes[ends]

/** Returns the exit code for work on one result: inconclusive if it stopped early, failed if it found nothing. */
export function codeOfWork({ status }: Pick<RunEnd, 'status'>, hasResult: boolean): number {
  if (status === 'cancelled') return exitCodes.interrupted
  if (status !== 'complete') return exitCodes.cannotTell
  return hasResult ? exitCodes.passed : exitCodes.failed
}
