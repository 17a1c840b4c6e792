import type { z } from 'zod/v4'
import type { queueSchema } from '../queue/queue-options.ts'
import { JobEngine } from './job-engine.ts'
import { importPgBoss } from './pg-boss.ts'
import { openPglite } from './pglite.ts'

const dayInSeconds = 86_400
/**
 * Drops a connection that has become silent; the pool opens another one. This is not a server-side limit, because
 * poolers in between reject those.
 */
const timeLimits = { query_timeout: 30_000, keepAlive: true }

/**
 * Opens the queue in PostgreSQL, or in a folder of this process.
 *
 * @param onError Called for errors outside of calls: a lost connection, failed maintenance.
 */
export async function openEngine(
  { connectionString, pglite, schema, retries, keepDays, connections }: z.output<typeof queueSchema>,
  onError: (error: Error) => void,
): Promise<JobEngine> {
  const { PgBoss } = await importPgBoss()
  const embedded = pglite === undefined ? undefined : await openPglite(pglite)
  const engine = new JobEngine(PgBoss, {
    connection: embedded?.connection ?? {
      connectionString,
      max: connections,
      connectionTimeoutMillis: 10_000,
      application_name: 'verdict',
      ...timeLimits,
    },
    schema,
    retries,
    keepForInSeconds: Math.ceil(keepDays * dayInSeconds),
    onError,
    close: embedded?.close,
  })
  try {
    await engine.open()
  } catch (error) {
    await engine.close().catch(() => undefined)
    throw error
  }
  return engine
}
