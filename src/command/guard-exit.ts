import { exitCodes } from '../cli/exit-codes.ts'
import { fail } from '../cli/print.ts'
import type { Output } from '../cli/surroundings.ts'

/**
 * Keeps the exit code right if the project's code ends the process: an exit in the middle of a command must not look
 * like success, and one while the configuration closes must not replace the outcome.
 *
 * @param signal Stops the command.
 */
export function guardExit(stderr: Output, signal: AbortSignal) {
  let outcome: number | undefined
  let isOver = false
  process.on('exit', (code) => {
    if (isOver) return
    if (outcome === undefined && signal.aborted) process.exitCode = code || exitCodes.interrupted
    else process.exitCode = outcome ?? exitCodes.error
    if (outcome !== undefined || signal.aborted) return
    fail(
      stderr,
      code === unsettled
        ? 'verdict: the command never ended: the configuration, the target or a scorer waits for a promise that nothing settles'
        : `verdict: the process ended before the command did, and so nothing was decided: process.exit was called, perhaps by the configuration, the target or a scorer (exit code ${code})`,
    )
  })
  return {
    /** Call it with the exit code of the command, before the configuration closes. */
    onOutcome(code: number): void {
      outcome = code
    },
    exit(code: number): never {
      isOver = true
      process.exit(code)
    },
  }
}

/** With this code, Node ends a process that has nothing left to do, but a top-level `await`. */
const unsettled = 13
