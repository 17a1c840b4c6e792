import { EventEmitter } from 'node:events'

/** Codes of PostgreSQL (the server ends the connection) and of sockets (the other side is gone). */
const codes = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'ETIMEDOUT'])
const messages =
  /^(?:Connection terminated unexpectedly|terminating connection due to |Client has encountered a connection error)/

export function isLostConnection(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return codes.has(String(code)) || messages.test(String(message))
}

const heard = new WeakSet<EventEmitter>()

/**
 * Handles the error events of a `pg` pool and of each client taken from it. When a connection ends, for example because
 * the database stops, `pg` emits an event that ends the process if nobody handles it. `pg` and `PostgresStore` of
 * `@mastra/pg` leave that to the pool's owner. The query in progress is rejected in any case.
 *
 * @param pool Any value; only a pool is listened to.
 * @param onLost Called when idle clients fail, if nobody else listens.
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
