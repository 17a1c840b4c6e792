import { HTTPException } from 'hono/http-exception'
import { type RunningServer, serve } from '../../../server/serve.ts'
import type { MonitorStatus } from '../status.ts'
import { monitorPage, monitorShell } from './page.ts'

const refreshInMs = 3000

/**
 * Serves the page of a monitor on this machine only. The page at the address holds no data: its script requests `/page`
 * every three seconds, with the token. `/status` returns the same as JSON.
 *
 * @param status Undefined until the monitor has a result.
 * @param port 0 for any free port.
 */
export function serveMonitor(
  status: () => MonitorStatus | undefined,
  { port }: { port: number },
): Promise<RunningServer> {
  function known(): MonitorStatus {
    const now = status()
    if (now === undefined)
      throw new HTTPException(503, { message: 'The monitor waits for its state: try again in a moment.' })
    return now
  }
  return serve({ port, command: 'verdict monitor' }, (routes) =>
    routes
      .get('/', (context) => context.html(monitorShell({ refreshInMs })))
      .get('/page', (context) => context.html(monitorPage(known(), { refreshInMs })))
      .get('/status', (context) => context.json(known())),
  )
}
