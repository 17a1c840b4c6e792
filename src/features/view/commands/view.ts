import { CommandError } from '../../../cli/command-error.ts'
import { exitCodes } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { readPeople } from '../../../cli/plan/read-labels.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import type { addViewCommand } from '../command-options.ts'
import { SummaryCache } from '../runs/summary-cache.ts'
import { WatchedRuns } from '../runs/watched-runs.ts'
import { serveView } from '../serve.ts'

/** @returns The exit code, once it is stopped. */
export function view(
  { config, port = 0 }: FlagsOf<typeof addViewCommand>,
  around: Surroundings,
): Promise<number> {
  return withPlan({ config }, around, {}, async (plan) => {
    const { folder, signal, stdout, stderr } = plan
    const { path } = plan.runs
    const index = SummaryCache.place(folder, path, (sentence) => warn(stderr, sentence))
    const watched = await WatchedRuns.open(path, index)
    const people = await readPeople(plan)
    const server = await serveView({ watched, plan, people, port }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      throw new CommandError(`--port: ${port} is taken: name another, or none`)
    })
    say(stdout, `Open ${server.address}`)
    say(stderr, `It shows the runs in ${path}, on this machine only. Ctrl-C stops.`)
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => stop(), { once: true })
    if (signal.aborted) stop()
    try {
      await stopped
    } finally {
      await server.close()
      await watched.close()
    }
    return exitCodes.passed
  })
}
