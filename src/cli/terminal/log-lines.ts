import { hostname } from 'node:os'
import { terminalJson } from '../../report/safe-text.ts'
import type { LogLevel, Output, Surroundings } from '../surroundings.ts'

/** Pino's, which Mastra's `PinoLogger` writes: one reader of logs understands both. */
const levels: Readonly<Record<LogLevel, number>> = { info: 30, warn: 40, error: 50 }

/**
 * Outputs of a command that runs for weeks say everything as JSON lines where the environment has `LOG_FORMAT=json`.
 * Whether they are a terminal makes no difference, as with Mastra's loggers.
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
  const log: Output['log'] = (level, msg, fields) => {
    const entry = { level: levels[level], time: Date.now(), pid: process.pid, hostname: hostname() }
    output.write(`${terminalJson({ ...entry, name: 'verdict', ...fields, msg }, 0)}\n`)
  }
  return Object.create(output, { log: { value: log }, write: { value: output.write.bind(output) } })
}
