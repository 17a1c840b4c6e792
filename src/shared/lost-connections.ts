import { EventEmitter } from 'node:events'

/** Codes of PostgreSQL (the server ends the connection) and of sockets (the other side is gone). */
const codes = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'ETIMEDOUT'])
const messages = /^(?:Connection terminated unexpectedly|terminating connection due to )/

/** Whether an error says that a connection to a database has ended, as `pg` says it. */
export function isLostConnection(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return codes.has(String(code)) || messages.test(String(message))
}

const heard = new WeakSet<EventEmitter>()

/**
 * Hears the errors of a pool of `pg` and of each client that is taken out of it. A connection that ends, as when the
 * database is stopped, says so by an event, and an event that nobody hears ends the process. `pg` and `PostgresStore`
 * of `@mastra/pg` leave that to the pool's owner. The query that was under way is rejected in any case.
 *
 * @param pool Anything; only a pool is heard.
 * @param onLost Told of idle clients that fail, if nobody else is.
 */
export function hearLostConnections(pool: unknown, onLost: (error: unknown) => void): void {
  if (!(pool instanceof EventEmitter) || heard.has(pool)) return
  heard.add(pool)
  if (pool.listenerCount('error') === 0) pool.on('error', onLost)
  pool.on('acquire', (client: unknown) => {
    if (!(client instanceof EventEmitter) || heard.has(client)) return
    heard.add(client)
    client.on('error', () => {})
  })
}
