import { relative } from 'node:path'
import type { GateResult } from '../evaluation/gates/types.ts'
import { thrownText } from '../judge/thrown.ts'
import type { RunEnd } from '../run/record.ts'
import { type Surroundings, say } from './surroundings.ts'

/** How the command ends. Anything but `passed` stops a build. */
export const exitCodes = {
  /** Done, and every gate passed. */
  passed: 0,
  /** A gate failed, or nothing was scored. */
  failed: 1,
  /** It could not be done: a wrong option, a file that cannot be read, an error in the user's own code. */
  error: 2,
  /** Whether a gate passed cannot be told: too few items, or a run that stopped before its end. */
  cannotTell: 3,
  /** Stopped from outside, as by Ctrl-C: 128 + 2, as shells have it. */
  interrupted: 130,
} as const

/** How the command ends by its gates. */
export const codeOfGates = (ends: GateResult): number =>
  ends === 'cannot tell' ? exitCodes.cannotTell : exitCodes[ends]

/** Something that the user can put right. Its message is one sentence that says what is wrong and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** An error as one sentence, whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return thrownText(error).trim()
}

/** Says whether and where work is kept that stopped before its end. */
export function sayHowToGoOn(
  status: RunEnd['status'] | undefined,
  file: string | undefined,
  { stderr, folder }: Surroundings,
): void {
  if (status === 'complete' || status === 'decided') return
  const how =
    file === undefined
      ? 'Nothing was saved. A run with --file can be resumed.'
      : `The run is in ${relative(folder, file)}: continue it with the same command and --resume ${relative(folder, file)}.`
  say(stderr, how)
}
