import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { MonitorEvent } from '../../../src/features/monitor/index.ts'

export interface Received {
  readonly event: MonitorEvent
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A server on loopback that keeps what is posted to it, and answers with the status that it is told. */
export async function receiver(status: () => number = () => 204) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const code = status()
    if (code < 300) received.push({ body, event: JSON.parse(body), headers: request.headers })
    response.writeHead(code).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}
