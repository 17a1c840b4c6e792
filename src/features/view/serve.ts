import { join } from 'node:path'
import { HTTPException } from 'hono/http-exception'
import type { People } from '../../cli/people.ts'
import type { Plan } from '../../cli/plan/plan.ts'
import { type RunningServer, serve } from '../../server/serve.ts'
import { listPage, viewShell } from './page/list-page.ts'
import { reportPage } from './page/report-page.ts'
import { addressTo, type Query } from './page/words.ts'
import { type RunShelf, readable, type ShelvedRun } from './runs/run-shelf.ts'
import type { RunSummary } from './runs/summary.ts'

/**
 * Serves the runs of a folder on this machine only. The page at the address holds no data: its script requests `/page`,
 * with the token, for the list, a report (`report`) or a comparison (`report` and `baseline`).
 *
 * @param port 0 for any free port.
 */
export function serveView({
  shelf,
  plan,
  people,
  port,
}: {
  readonly shelf: RunShelf
  readonly plan: Plan
  readonly people?: People
  readonly port: number
}): Promise<RunningServer> {
  const shell = viewShell()
  let last = { key: '', page: '' }

  /** The list is asked for every few seconds, and mostly has not changed. */
  function list(query: Query): string {
    const key = `${shelf.version} ${shelf.unread} ${addressTo(query)}`
    if (last.key !== key) last = { key, page: listPage(shelf, query) }
    return last.page
  }

  /** @throws HTTPException 404 for anything but a run of the folder that can be read. */
  function find(file: string): Found {
    const found = readable(shelf.runs()).find((run) => run.file === file)
    if (found === undefined)
      throw new HTTPException(404, { message: `There is no run ${file} in ${shelf.folder}.` })
    return { run: found, file: join(shelf.folder, file) }
  }

  return serve({ port, command: 'verdict view' }, (routes) =>
    routes
      .get('/', (context) => context.html(shell))
      .get('/page', async (context) => {
        const query: Query = context.req.query()
        await shelf.look()
        if (query.report === undefined) return context.html(list(query))
        const named = [query.report, query.baseline ?? []].flat().map(find)
        const [run, baseline] = named.toSorted(byTime)
        if (run === undefined) throw new TypeError('a report is of a run')
        const html = await reportPage({ ...run, baselineFile: baseline?.file, people, plan })
        return context.html(html)
      }),
  )
}

type Found = { readonly run: ShelvedRun & { readonly entry: RunSummary }; readonly file: string }

/** Sorts the later run first: the earlier one is the baseline, whichever was chosen first. */
const byTime = (one: Found, other: Found) =>
  one.run.entry.header.startedAt < other.run.entry.header.startedAt ? 1 : -1
