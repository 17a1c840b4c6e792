import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { meaningOf } from '../run/file/run-file-error.ts'
import { isLostConnection } from '../shared/lost-connections.ts'
import { flushEvents } from '../telemetry/log-events.ts'
import { exitCodes } from './ending.ts'
import { fail, warn } from './surroundings.ts'
import { outputsFor } from './terminal/log-lines.ts'
import { separateOutputs } from './terminal/others.ts'
import { verdict } from './verdict.ts'

/** Runs the command as this process, and ends it. */
export async function start(): Promise<void> {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // The first ends the run in order, with its records kept; the second at once.
      if (stop.signal.aborted) process.exit(exitCodes.interrupted)
      stop.abort(new Error('interrupted'))
    })
  }
  // Whoever reads may stop reading, as `head` does: the command still ends as its gates say. Any other error means
  // that results are lost.
  let lost: Error | undefined
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error
  })

  const { stdin } = process
  const args = process.argv.slice(2)
  const problems = loadEnvironmentFiles(process.cwd())
  const { stdout, stderr, onOthers } = outputsFor(args, process.env, separateOutputs())
  // There is nowhere left to say it.
  process.stderr.on('error', () => {})
  // The project's own stores and memories have pools, too, and whatever waits for the connection is told.
  process.on('uncaughtException', (error) => {
    if (isLostConnection(error)) return warn(stderr, `a connection ended: ${error.message}`)
    fail(stderr, inspect(error))
    stderr.write('', () => process.exit(exitCodes.error))
  })
  for (const problem of problems) warn(stderr, problem)
  const code = await verdict(args, {
    stdout,
    stderr,
    stdin,
    onOthers,
    isOwnProcess: true,
    folder: process.cwd(),
    environment: process.env,
    signal: stop.signal,
  })
  await flushEvents()
  // A project's stores and telemetry may keep the process alive; what is written must be out first.
  function leave(): void {
    if (lost !== undefined) fail(stderr, `verdict: standard output cannot be written: ${lost.message}`)
    stderr.write('', () => process.exit(lost === undefined ? code : exitCodes.error))
  }
  // The error of a write comes after its callback.
  stdout.write('', () => setImmediate(leave))
}

/** Those that `mastra dev` reads, what counts most first: there a later one takes the place of an earlier. */
const names = ['.env.development', '.env.local', '.env']

/**
 * Reads keys and settings as `mastra dev` does, so that what runs there runs here. What the shell has set stays, and
 * `MASTRA_SKIP_DOTENV` turns it off.
 *
 * @returns A sentence for each file that cannot be read; never what stands in one.
 */
function loadEnvironmentFiles(folder: string): string[] {
  if (['true', '1'].includes(process.env.MASTRA_SKIP_DOTENV ?? '')) return []
  return names.flatMap((name) => {
    const file = join(folder, name)
    if (!existsSync(file)) return []
    try {
      // It sets only what is not set.
      process.loadEnvFile(file)
      return []
    } catch (error) {
      return `${file} cannot be read: ${meaningOf(error)}`
    }
  })
}
