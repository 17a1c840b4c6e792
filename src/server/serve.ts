import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { secureHeaders } from 'hono/secure-headers'
import { z } from 'zod/v4'
import { tokenHeader } from './token-header.ts'

export { type Context, HTTPException }

export interface RunningServer {
  /** The address to open. A token follows #, which a browser never sends: the page's script reads it there. */
  readonly address: string
  close(): Promise<void>
}

export type Routes = Hono<{ Bindings: HttpBindings }>

/** Rejects a body of more than 64 KiB before it is read. */
export const limited = bodyLimit({ maxSize: 64 * 1024 })

const listed = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * Serves the routes from `add`, protected by the guard. Whatever a route throws is answered with its message.
 *
 * @throws Error if the port is in use.
 */
export async function serve(
  options: {
    /** The command that prints the address with the token. Without it, no token is required. */
    readonly command?: string
    /** 0 for a free port. */
    readonly port: number
    /** Default: this machine only, and only for requests that name it so. */
    readonly host?: string
  },
  add: (routes: Routes) => unknown,
): Promise<RunningServer> {
  const { port, host = loopback, command } = options
  const guard = new Guard(host, command)
  const app: Routes = new Hono()
  app.use(secureHeaders({ xFrameOptions: 'DENY', strictTransportSecurity: false }), async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })
  app.use(methodNotAllowed({ app }), async (context, next) => {
    const { incoming } = context.env
    // Rejects targets such as '//' or a whole URL, which could lead elsewhere.
    if (!/^\/(?!\/)/.test(incoming.url ?? '')) return context.text('There is no such page.\n', 400)
    // Browsers ask for it without the token, and would show an error.
    if (incoming.url === '/favicon.ico') return context.body(null, 204)
    const refused = guard.refuse(incoming)
    if (refused === undefined) return next()
    const page = `${context.req.path}/`
    if (app.routes.some(({ path }) => path === page))
      return context.redirect(page + new URL(context.req.url).search)
    return context.text(`Refused: ${refused}.\n`, 403)
  })
  await add(app)
  const paths = app.routes.flatMap(({ path }) => (path === '/*' ? [] : [path]))
  app.notFound((context) => context.text(`${listed.format(paths)}\n`, 404))
  app.onError((error, context) =>
    error instanceof HTTPException ? error.getResponse() : context.text(`${error.message}\n`, 500),
  )
  // Other code in the process keeps its own Request and Response.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  server.listen(port, host)
  await once(server, 'listening')
  const { address, family, port: own } = server.address() as AddressInfo
  const name = family === 'IPv6' ? `[${address}]` : address
  return {
    address: `http://${name}:${own}/${guard.token === undefined ? '' : `#token=${guard.token}`}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Reads a request's body. @throws HTTPException 400 for invalid or incomplete JSON, or another schema. */
export async function readBody<Body>({ req }: Context, schema: z.ZodType<Body>): Promise<Body> {
  const read = schema.safeParse(await req.json().catch(() => undefined))
  if (!read.success) throw new HTTPException(400, { message: z.prettifyError(read.error) })
  return read.data
}

const loopback = '127.0.0.1'
const names: ReadonlySet<string> = new Set([loopback, 'localhost', '[::1]'])

/**
 * Decides which requests a server accepts: the Host header must name this machine, so that no foreign name leads here;
 * no page but the server's own may send them; and if there is a token, they must carry it, as the page opened at the
 * printed address does.
 */
class Guard {
  readonly token: string | undefined
  readonly #host: string
  readonly #command: string | undefined

  constructor(host: string, command: string | undefined) {
    this.#host = host
    this.#command = command
    this.token = command === undefined ? undefined : randomBytes(24).toString('base64url')
  }

  /** Returns why a request is refused; undefined if it is accepted. */
  refuse({ method, url = '', headers }: IncomingMessage): string | undefined {
    const { host = '', origin, 'sec-fetch-site': site } = headers
    if (this.#host === loopback && !names.has(host.replace(/:\d+$/, '')))
      return `the host ${host} is not served`
    // Addresses that end in / are pages without any data, and may be opened from anywhere.
    if (this.token !== undefined && /^[^?#]*\/(?:$|\?)/.test(url)) return undefined
    // A page on another port of this machine is another page on the same site.
    const isOfAnother = origin !== undefined && origin !== `http://${host}`
    if (isOfAnother || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      return 'requests from another page are not allowed'
    if (this.token === undefined) return undefined
    if (method === 'POST') {
      if (origin === undefined) return 'the request does not say which page it comes from'
      if (headers['content-type'] !== 'application/json') return 'the request is not JSON'
      if (headers['content-length'] === undefined) return 'the request does not state its length'
    }
    return isSame(headers[tokenHeader], this.token)
      ? undefined
      : `open the address that \`${this.#command}\` printed`
  }
}

/** Compares in constant time, to reveal nothing about the token. */
function isSame(given: string | string[] | undefined, token: string): boolean {
  const one = Buffer.from(String(given))
  const other = Buffer.from(token)
  return one.length === other.length && timingSafeEqual(one, other)
}
