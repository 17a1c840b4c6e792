import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod/v4'
import { addressOf, privateHeaders } from '../../shared/local-server.ts'
import { Guard } from './guard.ts'
import { labellingPage } from './page.ts'
import { type LabellingSession, NotSaidError } from './session.ts'

export interface LabellingServer {
  /** What the rater opens. It holds the token: whoever has it may label. */
  readonly address: string
  /** Settles when it has closed; rejects with an error after which no label can be kept. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

const mostBytes = 64 * 1024

const said = z.strictObject({
  task: z.string(),
  kind: z.enum(['label', 'skipped', 'cannot say']),
  label: z.union([z.string(), z.number()]).optional(),
  comment: z.string().max(10_000).optional(),
})

/**
 * Serves the labelling page to this machine alone.
 *
 * @param port 0 for one that is free.
 * @throws Error where the port is taken.
 */
export async function serveLabelling(session: LabellingSession, port = 0): Promise<LabellingServer> {
  const page = labellingPage()
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  let guard: Guard | undefined
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A label that was not kept must not be lost in silence: the page says it, and the command ends.
      sendJson(response, 500, { error: 'It was not kept: see what `verdict label` says.' })
      reject(error)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  guard = new Guard((server.address() as AddressInfo).port)
  const { address } = guard

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = addressOf(request)
    if (url === undefined || guard === undefined)
      return send(response, 400, 'text/plain', 'This is no address.\n')
    const route = `${request.method} ${url.pathname}`
    const refused = route === 'GET /' ? guard.refusePage(request) : guard.refuse(request)
    if (refused !== undefined) return send(response, 403, 'text/plain', `Refused: ${refused}.\n`)
    if (route === 'GET /') {
      response.setHeader('content-security-policy', page.policy)
      return send(response, 200, 'text/html', page.html)
    }
    if (route === 'GET /state') return sendJson(response, 200, await session.state())
    if (route !== 'POST /say' && route !== 'POST /undo')
      return send(response, 404, 'text/plain', 'There is nothing here.\n')
    const body = await bodyOf(request)
    // The page was closed in the middle: nothing was said, and nobody waits for an answer.
    if (!request.complete) return
    try {
      if (route === 'POST /undo') return sendJson(response, 200, await session.undo())
      const read = said.safeParse(body)
      if (!read.success) return sendJson(response, 400, { error: z.prettifyError(read.error) })
      sendJson(response, 200, await session.say(read.data))
    } catch (error) {
      if (!(error instanceof NotSaidError)) throw error
      sendJson(response, 409, { error: error.message, state: await session.state() })
    }
  }

  return {
    address,
    ended,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      resolve()
    },
  }
}

/** Undefined for what is no JSON, too long to be a label, or was cut off. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length <= mostBytes) chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  if (length > mostBytes) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, privateHeaders(type)).end(text)
}

const sendJson = (response: ServerResponse, status: number, value: unknown) =>
  send(response, status, 'application/json', JSON.stringify(value))
