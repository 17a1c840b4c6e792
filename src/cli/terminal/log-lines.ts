import { hostname } from 'node:os'
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
  const log: Output['log'] = (level, msg, fields) => {
    const entry = { level: levels[level], time: Date.now(), pid: process.pid, hostname: hostname() }
    output.write(`${terminalJson({ ...entry, name: 'verdict', ...fields, msg }, 0)}\n`)
  }
  return Object.create(output, { log: { value: log }, write: { value: output.write.bind(output) } })
}
