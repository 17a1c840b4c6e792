import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname, relative, resolve, sep } from 'node:path'
import { datasetFormats } from '../../../evaluation/dataset/formats.ts'
import { importOptional } from '../../../shared/optional-package.ts'
import { CommandError, exitCodes } from '../../ending.ts'
import type { WatchFlags } from '../../options/of-runs.ts'
import { findConfig, loadConfig } from '../../plan/load-config.ts'
import { type Surroundings, say } from '../../surroundings.ts'

/** What an evaluation is made of: code, data and settings. */
const endings = new Set([
  ...['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.tsx', '.jsx'],
  ...Object.keys(datasetFormats),
  ...['.md', '.txt', '.yaml', '.yml'],
])
const quietInMs = 200

/** @returns The exit code, when it is stopped. */
export async function watch(
  argument: string | undefined,
  flags: WatchFlags,
  { folder, stdout, stderr, signal }: Surroundings,
): Promise<number> {
  const { watch: watchFiles } = await importOptional('chokidar', 'verdict watch', () => import('chokidar'))
  const named = argument ?? flags.config
  const file = named === undefined ? findConfig(folder) : resolve(folder, named)
  if (file === undefined)
    throw new CommandError(`there is no verdict.config.ts in ${folder}: name a configuration`)
  const {
    close,
    data: dataset,
    runs,
    reports = {},
    file: runFile,
    folder: configFolder,
  } = await loadConfig(folder, file)
  await close?.()
  const written = [runs || undefined, runFile, ...Object.values(reports)]
    .flatMap((path: string | undefined) => path ?? [])
    .concat(Object.values(flags.report ?? {}).map((path) => resolve(folder, path)))

  const changes = new Changes()
  const watcher = watchFiles([...new Set([folder, configFolder])], {
    ignoreInitial: true,
    ignored: (path, stats) =>
      isIgnored(path, configFolder, written) ||
      (stats?.isFile() === true && !endings.has(extname(path).toLowerCase())),
  })
  const wake = () => changes.wake()
  signal.addEventListener('abort', wake, { once: true })
  watcher.on('all', (_, path) => changes.add(resolve(path)))
  const problem = new Promise<never>((_, reject) => {
    watcher.on('error', (error) => reject(new CommandError(`files cannot be watched: ${String(error)}`)))
  })
  const listed = (paths: readonly string[]) => paths.map((path) => relative(folder, path)).join(', ')
  const evaluate = async (more: readonly string[]) => {
    const own = await changes.during(() => runOnce(file, flags, more, signal))
    if (own.length > 0) say(stderr, `Not watched any more, because each run changes it: ${listed(own)}`)
  }
  try {
    await Promise.race([once(watcher, 'ready'), problem])
    await evaluate(['--compare', 'last'])
    while (!signal.aborted) {
      say(stderr, 'Waiting for a change. Ctrl-C ends.')
      await Promise.race([changes.next(signal), problem])
      if (signal.aborted) break
      const paths = changes.take()
      say(stdout, `Changed: ${listed(paths)}`)
      await evaluate(paths.every((path) => path === dataset) ? ['--only', 'changed'] : ['--compare', 'last'])
    }
  } finally {
    signal.removeEventListener('abort', wake)
    await watcher.close()
  }
  return exitCodes.passed
}

/** Files that changed and were not looked at yet. */
class Changes {
  readonly #paths = new Set<string>()
  /** Path to how many runs on end it changed in. */
  readonly #inRuns = new Map<string, number>()
  /** They changed while nothing ran. */
  readonly #byPeople = new Set<string>()
  #running: Set<string> | undefined
  #resume = () => {}

  add(path: string): void {
    if (this.#running) this.#running.add(path)
    else {
      this.#byPeople.add(path)
      this.#inRuns.delete(path)
    }
    if ((this.#inRuns.get(path) ?? 0) >= this.#mostRuns(path)) return
    this.#paths.add(path)
    this.wake()
  }

  /** In how many runs on end a file changes before it is one that runs write: people may save while one is under way. */
  #mostRuns(path: string): number {
    return this.#byPeople.has(path) ? 5 : 2
  }

  wake(): void {
    this.#resume()
  }

  /** Until files have changed, and then none for a moment: editors write in several steps. */
  async next(signal: AbortSignal): Promise<void> {
    while (this.#paths.size === 0 && !signal.aborted)
      await new Promise<void>((resume) => {
        this.#resume = resume
      })
    for (let seen = -1; seen !== this.#paths.size && !signal.aborted; ) {
      seen = this.#paths.size
      await new Promise((resume) => setTimeout(resume, quietInMs))
    }
  }

  take(): string[] {
    const paths = [...this.#paths]
    this.#paths.clear()
    return paths
  }

  /** @returns Files that changed in so many runs on end that the work is taken to write them. */
  async during(work: () => Promise<void>): Promise<string[]> {
    this.#running = new Set()
    await work()
    // What was written last is told a little later.
    await new Promise((resume) => setTimeout(resume, quietInMs))
    const seen = this.#running
    this.#running = undefined
    for (const path of this.#inRuns.keys()) if (!seen.has(path)) this.#inRuns.delete(path)
    for (const path of seen) this.#inRuns.set(path, (this.#inRuns.get(path) ?? 0) + 1)
    const own = [...seen].filter((path) => this.#inRuns.get(path) === this.#mostRuns(path))
    for (const path of own) this.#paths.delete(path)
    return own
  }
}

/** What a run writes, and what is not the user's own. */
function isIgnored(path: string, folder: string, written: readonly string[]): boolean {
  const whole = resolve(path)
  const parts = relative(folder, whole).split(sep)
  if (
    parts.some(
      (part) =>
        part === 'node_modules' ||
        part === 'dist' ||
        (part.startsWith('.') && !part.startsWith('.env') && part !== '..'),
    )
  )
    return true
  return written.some((place) => whole === place || whole.startsWith(`${place}${sep}`))
}

/** In a process of its own: modules that were imported stay as they were. */
async function runOnce(
  config: string,
  { cache = '.verdict/judge-cache.db', target = [], scorer = [], report = {} }: WatchFlags,
  more: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const args = [
    ...['run', config, '--cache', cache, ...more],
    ...target.flatMap((name) => ['--target', name]),
    ...scorer.flatMap((id) => ['--scorer', id]),
    ...Object.values(report).flatMap((path) => ['--report', path]),
  ]
  // Not in the group that a terminal's Ctrl-C goes to: it would be told twice, and end at once.
  const child = fork(process.argv[1] ?? '', args, { stdio: 'inherit', detached: true })
  const forward = () => child.kill('SIGINT')
  signal.addEventListener('abort', forward, { once: true })
  await once(child, 'exit')
  signal.removeEventListener('abort', forward)
}
