import { fork } from 'node:child_process'
import { once } from 'node:events'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { importOptional } from '../../../shared/optional-package.ts'
import { CommandError } from '../../command-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { closeQuietly } from '../../plan/close-config.ts'
import { type Configuration, findConfig, loadConfig } from '../../plan/load-config.ts'
import { say } from '../../print.ts'
import type { Surroundings } from '../../surroundings.ts'
import { Changes, tickInMs } from './changes.ts'
import type { WatchFlags } from './options.ts'

const settledInMs = 500

/** @returns The exit code, once it is stopped. */
export async function watch(
  argument: string | undefined,
  flags: WatchFlags,
  around: Surroundings,
): Promise<number> {
  const { watch: watchFiles } = await importOptional('chokidar', 'verdict watch', () => import('chokidar'))
  const stop = new AbortController()
  const together = { ...around, signal: AbortSignal.any([around.signal, stop.signal]) }
  const config = argument ?? flags.config
  const views = flags.serve ? around.features.map((feature) => feature.view?.({ config }, together)) : []
  const work = [runOnChanges(watchFiles, config, flags, together), ...views]
  try {
    await Promise.all(work)
  } finally {
    stop.abort()
    await Promise.allSettled(work)
  }
  return exitCodes.passed
}

async function runOnChanges(
  watchFiles: typeof import('chokidar').watch,
  named: string | undefined,
  flags: WatchFlags,
  around: Surroundings,
): Promise<void> {
  const { folder, stdout, stderr, signal } = around
  const file = named === undefined ? findConfig(folder) : resolve(folder, named)
  if (file === undefined)
    throw new CommandError(`there is no verdict.config.ts in ${folder}: name a configuration`)
  const config = await loadConfig(around, file)
  // The page has the same configuration, and closes it.
  if (!flags.serve) await closeQuietly(config)
  const dataset = typeof config.data === 'string' ? config.data : undefined
  const written = listWritten(config, flags, folder)
  const read = new Set([file, ...(dataset === undefined ? [] : [dataset])])
  const changes = new Changes(read)
  const watcher = watchFiles([...new Set([folder, config.folder])], {
    ignoreInitial: true,
    alwaysStat: true,
    ignored: (path) => isIgnored(path, config.folder, written),
  })
  const wake = () => changes.wake()
  signal.addEventListener('abort', wake, { once: true })
  watcher.on('all', (_, path, stats) => changes.add(resolve(path), stats?.mtimeMs))
  const problem = new Promise<never>((_, reject) => {
    watcher.on('error', (error) => reject(new CommandError(`files cannot be watched: ${String(error)}`)))
  })
  const listed = (paths: readonly string[]) => paths.map((path) => relative(folder, path)).join(', ')
  const evaluate = async (more: readonly string[]) => {
    changes.began()
    const { code, modules } = await runOnce(file, flags, more, signal)
    changes.ended(code !== exitCodes.error)
    // Otherwise a file saved at once could carry a time within the run.
    await delay(tickInMs)
    const others = modules.filter((path) => !read.has(path))
    for (const path of others) read.add(path)
    watcher.add(others)
    // The watcher does not report when it starts to watch these.
    if (others.length > 0) await delay(settledInMs)
    const output = changes.output()
    if (output.length > 0)
      say(
        stderr,
        `Not evaluated: ${listed(output)} changed during this run and the runs before it, so runs seem to write it. To evaluate what you saved, save it again now.`,
      )
  }
  try {
    await Promise.race([once(watcher, 'ready'), problem])
    await evaluate(['--compare', 'last'])
    while (!signal.aborted) {
      say(stderr, 'Waiting for a change. Ctrl-C stops.')
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
}

const listWritten = (
  { runs, file, reports = {} }: Configuration,
  { report = {} }: WatchFlags,
  folder: string,
): string[] =>
  [runs || undefined, file, ...Object.values(reports)]
    .flatMap((path: string | undefined) => path ?? [])
    .concat(Object.values(report).map((path) => resolve(folder, path)))

/** Ignores output of runs and files that are not the user's own. */
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

/**
 * Runs in a process of its own, since imported modules never reload.
 *
 * @returns Its exit code, and the files of the modules that it imported, except packages.
 */
async function runOnce(
  config: string,
  { cache = '.verdict/judge-cache.db', target = [], scorer = [], report = {} }: WatchFlags,
  more: readonly string[],
  signal: AbortSignal,
): Promise<{ code: number | null; modules: string[] }> {
  const args = [
    ...['run', config, '--cache', cache, ...more],
    ...target.flatMap((name) => ['--target', name]),
    ...scorer.flatMap((id) => ['--scorer', id]),
    ...Object.values(report).flatMap((path) => ['--report', path]),
  ]
  // Detached from the terminal's process group: otherwise Ctrl-C would signal it twice, and it would end at once.
  const child = fork(process.argv[1] ?? '', args, {
    stdio: 'inherit',
    detached: true,
    // `node --watch` uses the same variable to learn what its processes import.
    env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' },
  })
  const modules = new Set<string>()
  child.on(
    'message',
    (told: Readonly<Partial<Record<'watch:import' | 'watch:require', readonly (string | null)[]>>>) => {
      for (const name of [told['watch:import'] ?? [], told['watch:require'] ?? []].flat())
        if (name !== null) modules.add(name.startsWith('file:') ? fileURLToPath(name) : name)
    },
  )
  const forward = () => child.kill('SIGINT')
  signal.addEventListener('abort', forward, { once: true })
  const [code]: (number | null)[] = await once(child, 'close')
  signal.removeEventListener('abort', forward)
  return {
    code: code ?? null,
    modules: [...modules].filter((path) => isAbsolute(path) && !path.includes(`${sep}node_modules${sep}`)),
  }
}
