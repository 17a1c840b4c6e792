import type { Readable, Writable } from 'node:stream'
import { terminalText } from '../report/safe-text.ts'

/** Somewhere to write; a terminal says that it is one, and how wide. */
export interface Output extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
  /** Where it is a log: takes each sentence as an entry, with what else is known of it. */
  readonly log?: (level: LogLevel, text: string, fields?: Readonly<Record<string, unknown>>) => void
}

export type LogLevel = 'info' | 'warn' | 'error'

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
  if (output.log) output.log('info', text)
  else print(output, terminalText(text))
}

/** Says what somebody should look at. */
export function warn(output: Output, text: string): void {
  if (output.log) output.log('warn', text)
  else say(output, `warning: ${text}`)
}

/** Says why the command ends, in lines that steer no terminal. */
export function fail(output: Output, text: string): void {
  if (output.log) output.log('error', text.trim())
  else print(output, terminalLines(text))
}

export const terminalLines = (text: string) =>
  text
    .split('\n')
    .map((line) => `${/^ */.exec(line)?.[0]}${terminalText(line)}`)
    .join('\n')

/** Writes a text as lines of its own. */
export function print(output: Output, text: string): void {
  output.write(text.endsWith('\n') ? text : `${text}\n`)
}
