import { hostname } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { terminalJson } from '../../report/safe-text.ts'
import type { Output, Surroundings } from '../surroundings.ts'

/** The levels of Pino, which Mastra's `PinoLogger` writes, so that one log reader understands both. */
const levels = { info: 30, warn: 40, error: 50 }

/**
 * Makes commands that run for weeks write everything as JSON lines if the environment has `LOG_FORMAT=json`, to a
 * terminal or not, as Mastra's loggers do.
 */
export function outputsFor<Outputs extends Pick<Surroundings, 'stdout' | 'stderr'>>(
  [command, subcommand]: readonly string[],
  { LOG_FORMAT: format }: Surroundings['environment'],
  outputs: Outputs,
): Outputs {
  const runsOn = command === 'worker' || (command === 'monitor' && subcommand !== 'anchors')
  if (format !== 'json' || !runsOn || outputs.stderr.log) return outputs
  return { ...outputs, stdout: withLog(outputs.stdout), stderr: withLog(outputs.stderr) }
}

function withLog(output: Output): Output {
  const log: Output['log'] = (level, msg, fields) => output.write(toLine(levels[level], msg, fields))
  return Object.create(output, { log: { value: log }, write: { value: output.write.bind(output) } })
}

function toLine(level: number, msg: string, fields: Readonly<Record<string, unknown>> = {}): string {
  const entry = { level, time: Date.now(), pid: process.pid, hostname: hostname(), name: 'verdict' }
  return `${terminalJson({ ...entry, ...fields, msg }, 0)}\n`
}

/** Makes entries of everything else that the process prints: stores, the project's console, Node. JSON lines stay. */
export function logOthers(): void {
  for (const [stream, level] of [
    [process.stdout, levels.info],
    [process.stderr, levels.warn],
  ] as const) {
    const write = stream.write.bind(stream) as (chunk: string, ...rest: unknown[]) => boolean
    const writeEntry = (chunk: string, ...rest: unknown[]) => {
      const text = stripVTControlCharacters(Buffer.from(chunk).toString()).trim()
      const lines = text.split('\n').filter((line) => line !== '')
      return write(
        lines.every(isEntry) ? lines.map((line) => `${line}\n`).join('') : toLine(level, text),
        ...rest,
      )
    }
    Object.assign(stream, { write: writeEntry })
  }
  // Node prints its warnings past the streams.
  process.removeAllListeners('warning').on('warning', (warning) => process.stderr.write(String(warning)))
}

function isEntry(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
