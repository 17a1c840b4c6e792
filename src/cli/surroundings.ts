import type { Readable, Writable } from 'node:stream'
import { terminalText } from '../report/safe-text.ts'

/** Somewhere to write; a terminal says that it is one, and how wide. */
export interface Output extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Everything that a command touches beside files, so that it can be run within a program. */
export interface Surroundings {
  /** Results, and nothing else. */
  readonly stdout: Output
  /** Progress, warnings, errors. */
  readonly stderr: Output
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** What relative paths are relative to. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Tells before anybody but the command writes to the terminal; gives what takes the listener off again. */
  readonly onOthers?: (listener: () => void) => () => void
  /** Whether this process is the command's alone, which may then say how V8 and SQLite use memory. Default false. */
  readonly isOwnProcess?: boolean
  /** Throws for paths, whole ones, where nothing may be read or written. Absent where the command may go everywhere. */
  readonly confine?: (paths: readonly unknown[]) => void
  /** Is given the result as JSON, whatever is printed: of programs that want both. */
  readonly onResult?: (json: string) => void
  /** Stops the command. */
  readonly signal: AbortSignal
}

/** Says something on a line of its own, in which nothing that others wrote (an id, a file's name) steers the terminal. */
export function say(output: Output, text: string): void {
  print(output, terminalText(text))
}

/** Writes a text as lines of its own. */
export function print(output: Output, text: string): void {
  output.write(text.endsWith('\n') ? text : `${text}\n`)
}
