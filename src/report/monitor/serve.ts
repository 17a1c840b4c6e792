import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MonitorStatus } from '../../live/monitor/index.ts'
import { AccessToken, addressOf, namesThisMachine, privateHeaders } from '../../shared/local-server.ts'
import { monitorPage } from './page.ts'

const refreshInMs = 3000
const loopback = '127.0.0.1'

export interface ServedMonitor {
  readonly server: Server
  /** With the token, without which nothing is shown. */
  readonly address: string
}

/**
 * Serves the page of a monitor on this machine alone, to whoever has the token of its address. The page asks for itself
 * anew every three seconds. `/status` is the same as JSON.
 *
 * @param status Undefined until the monitor knows anything.
 * @param port 0 for any that is free.
 */
export async function serveMonitor(
  status: () => MonitorStatus | undefined,
  { port }: { port: number },
): Promise<ServedMonitor> {
  const token = new AccessToken()
  const server = createServer((request, response) => {
    try {
      answer(request, response, { token, status })
    } catch (error) {
      response
        .writeHead(500, privateHeaders('text/plain'))
        .end(`${error instanceof Error ? error.message : error}\n`)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, loopback, resolve)
  })
  const { port: own } = server.address() as AddressInfo
  return { server, address: `http://${loopback}:${own}/?token=${token.text}` }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { token, status }: { token: AccessToken; status: () => MonitorStatus | undefined },
): void {
  const refuse = (code: number, text: string) =>
    response.writeHead(code, privateHeaders('text/plain')).end(`${text}\n`)
  if (!namesThisMachine(request)) return void refuse(403, 'not this host')
  if (request.method !== 'GET' && request.method !== 'HEAD') return void refuse(405, 'GET only')
  const address = addressOf(request)
  if (address === undefined) return void refuse(400, 'this is no address')
  const { pathname, searchParams } = address
  if (!token.is(searchParams.get('token') ?? ''))
    return void refuse(403, 'the token is missing or wrong: use the address that verdict monitor has printed')
  const known = status()
  if (pathname !== '/' && pathname !== '/status') return void refuse(404, '/ or /status')
  if (known === undefined) return void refuse(503, 'the monitor waits for its state, try again in a moment')
  const isPage = pathname === '/'
  // Before the head: where it cannot be made, another head says so.
  const body = isPage ? monitorPage(known, { refreshInMs }) : JSON.stringify(known)
  response.writeHead(200, privateHeaders(isPage ? 'text/html' : 'application/json')).end(body)
}
