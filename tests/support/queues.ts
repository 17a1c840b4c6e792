import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { ScoringQueueOptions } from '../../src/features/workers/queue/queue-options.ts'
import { scoringQueue } from '../../src/features/workers/queue/scoring-queue.ts'

export const databaseUrl = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'

async function answers(): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether a PostgreSQL answers at `DATABASE_URL`, by default 127.0.0.1:5432. */
export const hasPostgres = await answers()
if (!hasPostgres) console.warn(`Tests on PostgreSQL are skipped: nothing answers at ${databaseUrl}`)

/** A queue of one's own in the fastest store there is. */
export const anyStore: () => ScoringQueueOptions = hasPostgres
  ? postgresStore
  : (await import('./pglite-store.ts')).pgliteStore

/** A schema of one's own, which goes with the test. */
export function postgresStore(): ScoringQueueOptions {
  const schema = `verdict_${randomUUID().slice(0, 8)}`
  onTestFinished(() => query(`drop schema if exists ${schema} cascade`).then(() => undefined))
  return { connectionString: databaseUrl, schema }
}

export async function query(
  text: string,
  values: readonly unknown[] = [],
  connectionString = databaseUrl,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query(text, [...values])
    return rows
  } finally {
    await client.end()
  }
}

/** A queue that says its warnings to nobody, and is closed with the test. */
export function testQueue(options: ScoringQueueOptions) {
  const said: string[] = []
  const queue = scoringQueue({ logger: { warn: (message) => said.push(message) }, ...options })
  onTestFinished(() => queue.close({ waitInMs: 100 }))
  return Object.assign(queue, { said })
}
