import type { Markup } from '../../../page/markup.ts'
import { HTTPException, type Routes, type RunningServer, serve } from '../../../server/serve.ts'
import type { MonitorStatus } from '../status.ts'
import { monitorPage, monitorShell } from './page.ts'

const refreshInMs = 3000

/**
 * Serves the page of a monitor on this machine only.
 *
 * @param status Undefined until the monitor has a result.
 * @param port 0 for any free port.
 */
export const serveMonitor = (
  status: () => MonitorStatus | undefined,
  { port }: { port: number },
): Promise<RunningServer> =>
  serve({ port, command: 'verdict monitor' }, (routes) =>
    addMonitorPages(routes, async () => {
      const now = status()
      if (now !== undefined) return now
      throw new HTTPException(503, { message: 'The monitor waits for its state: try again in a moment.' })
    }),
  )

/**
 * Adds the page of a monitor. The page at the address holds no data: its script requests `page` every three seconds,
 * with the token. `status` returns the same as JSON.
 *
 * @param readStatus Throws an HTTPException with what the page says instead.
 */
export function addMonitorPages(
  routes: Routes,
  readStatus: () => Promise<MonitorStatus>,
  above?: Markup,
): void {
  const look = { refreshInMs, above }
  routes
    .get('/', (context) => context.html(monitorShell(look)))
    .get('/page', async (context) => context.html(monitorPage(await readStatus(), look)))
    .get('/status', async (context) => context.json(await readStatus()))
}
