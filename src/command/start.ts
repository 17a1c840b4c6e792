import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { exitCodes } from '../cli/exit-codes.ts'
import { fail, warn } from '../cli/print.ts'
import { verdict } from '../cli/program.ts'
import { logOthers, outputsFor } from '../cli/terminal/log-lines.ts'
import { separateOutputs } from '../cli/terminal/separate-outputs.ts'
import { explainError } from '../run/file/run-file-error.ts'
import { describeError } from '../shared/describe-error.ts'
import { isLostConnection } from '../shared/lost-connections.ts'
import { flushEvents } from '../telemetry/log-events.ts'
import { features } from './features.ts'
import { guardExit } from './guard-exit.ts'

/** Runs the command in this process, and ends it. */
export async function start(): Promise<void> {
  const stop = new AbortController()
  // The reader of a pipe may stop early, as `head` does: the exit code still follows the gates. Any other error
  // means lost results.
  let lost: Error | undefined
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error
  })

  const { stdin } = process
  const args = process.argv.slice(2)
  const problems = loadEnvironmentFiles(process.cwd())
  const { stdout, stderr, onOthers } = outputsFor(args, process.env, separateOutputs())
  const guard = guardExit(stderr, stop.signal)
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // The first signal ends the run in order and keeps its records; the second ends it at once.
      if (stop.signal.aborted) guard.exit(exitCodes.interrupted)
      stop.abort(new Error('interrupted'))
    })
  }
  if (stderr.log) logOthers()
  sayEndedConnections()
  // There is nowhere left to report it.
  process.stderr.on('error', () => {})
  // The project's stores and memories have pools too; whoever waits for a lost connection gets the error anyway.
  process.on('uncaughtException', (error) => {
    if (isLostConnection(error)) return warn(stderr, `a connection ended: ${error.message}`)
    fail(stderr, inspect(error))
    stderr.write('', () => guard.exit(exitCodes.error))
  })
  for (const problem of problems) warn(stderr, problem)
  const code = await verdict(args, {
    features,
    stdout,
    stderr,
    stdin,
    onOthers,
    onOutcome: guard.onOutcome,
    isOwnProcess: true,
    folder: process.cwd(),
    environment: process.env,
    signal: stop.signal,
  })
  await flushEvents()
  // A project's stores and telemetry may keep the process alive; flush the output before exiting.
  function leave(): void {
    if (lost !== undefined) fail(stderr, `verdict: standard output cannot be written: ${lost.message}`)
    stderr.write('', () => guard.exit(lost === undefined ? code : exitCodes.error))
  }
  // A write error arrives after its callback.
  stdout.write('', () => setImmediate(leave))
}

/** Stores print the stack of an error: for the end of a connection, which happens, its sentence will do. */
function sayEndedConnections(): void {
  for (const level of ['warn', 'error'] as const) {
    const write = console[level]
    console[level] = (...given) =>
      write(...given.map((one) => (isLostConnection(one) ? describeError(one) : one)))
  }
}

/** The files that `mastra dev` reads, highest priority first: there, a later file overrides an earlier one. */
const names = ['.env.development', '.env.local', '.env']

/**
 * Reads keys and settings as `mastra dev` does, so that a project that runs there runs here. Variables of the shell
 * have priority, and `MASTRA_SKIP_DOTENV` turns this off.
 *
 * @returns A sentence for each file that cannot be read; never its contents.
 */
function loadEnvironmentFiles(folder: string): string[] {
  if (['true', '1'].includes(process.env.MASTRA_SKIP_DOTENV ?? '')) return []
  return names.flatMap((name) => {
    const file = join(folder, name)
    if (!existsSync(file)) return []
    try {
      // It sets only missing variables.
      process.loadEnvFile(file)
      return []
    } catch (error) {
      return `${file} cannot be read: ${explainError(error)}`
    }
  })
}
