import { join } from 'node:path'
import { toSentence } from '../../cli/command-error.ts'
import type { Plan } from '../../cli/plan/plan.ts'
import type { People } from '../../cli/surroundings.ts'
import { html } from '../../page/markup.ts'
import { type RunningServer, serve } from '../../server/serve.ts'
import { addressTo, type Query } from './page/address.ts'
import { type ReportRequest, reportPage, reportTop, wentOn } from './page/report-page.ts'
import { problemPage, runsPage, viewShell } from './page/runs-page.ts'
import { readable } from './runs/listed-run.ts'
import type { WatchedRuns } from './runs/watched-runs.ts'

/** The report of a run under way is made again and again, for at most a fiftieth of the time. */
const restPerWork = 49

/**
 * Serves the runs of a folder, and the rooms of other features, on this machine only. The page at the address holds no
 * data: its script requests `/page`, with the token, for the list, a report (`report`) or a comparison (`report` and
 * `baseline`).
 *
 * @param port 0 for any free port.
 */
export function serveView(view: {
  readonly watched: WatchedRuns
  readonly plan: Plan
  readonly people?: People
  readonly port: number
}): Promise<RunningServer> {
  const { watched, plan, people, port } = view
  const shell = viewShell()
  const rooms = plan.features.flatMap(({ room }) => room ?? [])
  const offered = rooms.filter(
    (room) => room.ofAnswer === undefined && (room.isOffered?.(plan.config) ?? true),
  )
  let last = { key: '', page: '' }
  let reportsRestUntil = 0

  /** The list is asked for every few seconds, and mostly has not changed. */
  function list(query: Query): string {
    const key = `${watched.version} ${watched.unread} ${addressTo(query)}`
    if (last.key !== key) last = { key, page: runsPage(watched, query, offered) }
    return last.page
  }

  /** Returns undefined for anything but a run of the folder that can be read. */
  function find(file: string) {
    const found = readable(watched.runs()).find((run) => run.file === file)
    return found && { run: found, file: join(watched.folder, file) }
  }

  function whyLost(file: string): string {
    const entry = watched.runs().find((run) => run.file === file)?.entry
    return entry?.kind === 'damaged'
      ? `${file} cannot be read: ${entry.problem}`
      : `There is no run ${file} in ${watched.folder}.`
  }

  async function report(request: ReportRequest): Promise<string> {
    const startedAt = performance.now()
    reportsRestUntil = Number.POSITIVE_INFINITY
    try {
      return await reportPage(request)
    } finally {
      const now = performance.now()
      reportsRestUntil = now + (now - startedAt) * restPerWork
    }
  }

  async function findRun(file: string): Promise<string | undefined> {
    await watched.look()
    return find(file)?.file
  }

  return serve({ port, command: 'verdict view' }, async (routes) => {
    routes
      .get('/', (context) => context.html(shell))
      .get('/page', async (context) => {
        const query: Query = context.req.query()
        await watched.look()
        if (query.report === undefined) return context.html(list(query))
        const asked = [query.report, query.baseline ?? []].flat()
        for (const file of asked) await watched.lookAt(file)
        const named = asked.map(find)
        const lost = asked[named.indexOf(undefined)]
        if (lost !== undefined) return context.html(problemPage(whyLost(lost)), 404)
        const [run, baseline] = named
        if (run === undefined) throw new TypeError('a report is of a run')
        const request = { ...run, baselineFile: baseline?.file, people, plan }
        const { seen } = query
        const { entry, isUnderWay } = run.run
        const rests = isUnderWay && entry.end === undefined && performance.now() < reportsRestUntil
        if (seen !== undefined && (rests || !wentOn(run.run, seen)))
          return context.html(html`<main>${reportTop(request, seen)}</main>`)
        try {
          return context.html(await report(request))
        } catch (error) {
          // Such as two runs that share no item, or a file that was cut off meanwhile.
          return context.html(problemPage(toSentence(error)), 409)
        }
      })
    for (const room of rooms) await room.add(routes.basePath(`/${room.path}/`), { ...plan, findRun })
  })
}
