import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { secureHeaders } from 'hono/secure-headers'
import { z } from 'zod/v4'
import { Guard, type GuardOptions, loopback } from './guard.ts'

type Routes = Hono<{ Bindings: HttpBindings }>

export interface ServeOptions extends Pick<GuardOptions, 'command'> {
  /** 0 for one that is free. */
  readonly port: number
  /** Default: this machine only, and then to whoever names it so. */
  readonly host?: string
  /** The answer where a route has thrown. Default: 500 with the message. */
  readonly failed?: (error: Error, context: Context) => Response | Promise<Response>
}

export interface Served {
  /**
   * What a person opens. A token stands behind #, which a browser sends to nobody: the page's script takes it from there.
   */
  readonly address: string
  close(): Promise<void>
}

/** Of a route that takes a body, before it is read: no more than 64 KiB. */
export const limited = bodyLimit({ maxSize: 64 * 1024 })

const listed = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * Serves what `add` adds, behind the guard.
 *
 * @throws Error where the port is taken.
 */
export async function serve(options: ServeOptions, add: (routes: Routes) => void): Promise<Served> {
  const { port, host = loopback, command, failed = sayMessage } = options
  const guard = new Guard({ host, command })
  const app: Routes = new Hono()
  app.use(secureHeaders({ xFrameOptions: 'DENY', strictTransportSecurity: false }), async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })
  app.use(methodNotAllowed({ app }), async (context, next) => {
    const { incoming } = context.env
    // Such as '//' or a whole address, with which others lead elsewhere.
    if (!/^\/(?!\/)/.test(incoming.url ?? '')) return context.text('This is no address.\n', 400)
    const refused = guard.refuse(incoming)
    return refused === undefined ? next() : context.text(`Refused: ${refused}.\n`, 403)
  })
  add(app)
  const paths = app.routes.flatMap(({ path }) => (path === '/*' ? [] : [path]))
  app.notFound((context) => context.text(`${listed.format(paths)}\n`, 404))
  app.onError((error, context) =>
    error instanceof HTTPException ? error.getResponse() : failed(error, context),
  )
  // What else runs in the process keeps its own Request and Response.
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

const sayMessage = ({ message }: Error, context: Context) => context.text(`${message}\n`, 500)

/** The body of a request. @throws HTTPException 400 for what is no JSON, was cut off, or is not as the schema has it. */
export async function bodyOf<Body>({ req }: Context, schema: z.ZodType<Body>): Promise<Body> {
  const read = schema.safeParse(await req.json().catch(() => undefined))
  if (!read.success) throw new HTTPException(400, { message: z.prettifyError(read.error) })
  return read.data
}
