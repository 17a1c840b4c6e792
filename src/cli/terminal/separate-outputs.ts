import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { Output, Surroundings } from '../surroundings.ts'

type Write = (this: unknown, ...args: never[]) => unknown

/**
 * Reserves standard output for results: output of the project's loggers goes to standard error. This covers `console`,
 * the streams of the process, and loggers such as pino that write to the file descriptor.
 */
export function separateOutputs(): Required<Pick<Surroundings, 'stdout' | 'stderr' | 'onOthers'>> {
  const listeners = new Set<() => void>()
  const { stdout, stderr } = process
  const own = (stream: NodeJS.WriteStream): Output =>
    Object.create(stream, { write: { value: stream.write.bind(stream) } })
  const outputs = { stdout: own(stdout), stderr: own(stderr) }
  const told =
    <Arguments extends unknown[], Result>(write: (...args: Arguments) => Result) =>
    (...args: Arguments): Result => {
      for (const listener of listeners) listener()
      return write(...args)
    }
  const toStandardError = told(stderr.write.bind(stderr))
  Object.assign(stdout, { write: toStandardError })
  Object.assign(stderr, { write: toStandardError })
  const redirected =
    (write: Write): Write =>
    (fd, ...rest) => {
      if (fd !== 1 && fd !== 2) return write.call(fs, fd, ...rest)
      return told(() => write.call(fs, ...([2, ...rest] as never[])))()
    }
  Object.assign(fs, { write: redirected(fs.write as Write), writeSync: redirected(fs.writeSync as Write) })
  syncBuiltinESMExports()
  return {
    ...outputs,
    onOthers(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
