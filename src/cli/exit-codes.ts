import { relative } from 'node:path'
import type { GateResult } from '../evaluation/gates/gate.ts'
import { thrownText } from '../judge/original-error.ts'
import type { RunEnd } from '../run/record.ts'
import { type Surroundings, say } from './surroundings.ts'

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

/** An error that the user can fix. Its message is one sentence that says what is wrong and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Turns anything thrown into one sentence. */
export function toSentence(error: unknown): string {
  return thrownText(error).trim()
}

/**
 * Says whether and where the work of a stopped command is kept.
 *
 * @param command The one that goes on: `verdict watch` begins a `run`, which a resumed `watch` would not find.
 */
export function sayHowToGoOn(
  command: string,
  status: RunEnd['status'] | undefined,
  file: string | undefined,
  { stderr, folder }: Surroundings,
): void {
  if (status === 'complete' || status === 'decided') return
  const how =
    file === undefined
      ? 'Nothing was saved. A run with --file can be resumed.'
      : `The run is in ${relative(folder, file)}: continue it with \`verdict ${command}\`, the same arguments and --resume ${relative(folder, file)}.`
  say(stderr, how)
}
