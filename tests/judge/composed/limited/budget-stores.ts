import pg from 'pg'
import { RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible'
import { createClient } from 'redis'
import { type BudgetStore, rateLimiterBudget } from '../../../../src/judge/index.ts'

export const stores = ['redis', 'postgres'] as const
export type StoreName = (typeof stores)[number]

export interface OpenStore {
  readonly store: BudgetStore
  close(): Promise<unknown>
}

/**
 * A store that other processes open, too.
 *
 * @param place The prefix of the counters.
 * @throws What the client throws where nothing answers.
 */
export async function openStore(name: StoreName, place: string): Promise<OpenStore> {
  if (name === 'redis') {
    const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
    const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 2_000 } })
    client.on('error', () => {})
    await client.connect()
    const store = rateLimiterBudget(
      (options) =>
        new RateLimiterRedis({ ...options, storeClient: client, keyPrefix: place, useRedisPackage: true }),
    )
    return { store, close: () => client.close() }
  }
  const connectionString = process.env.POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const pool = new pg.Pool({ connectionString, max: 4, connectionTimeoutMillis: 2_000 })
  await pool.query('select 1')
  const tableName = 'verdict_budget_test'
  const makeTable = `create table if not exists ${tableName} (key varchar(255) primary key, points integer not null default 0, expire bigint)`
  // Processes that make a table at the same time can collide on its type: the second finds it there.
  await pool.query(makeTable).catch(() => pool.query(makeTable))
  const store = rateLimiterBudget(
    (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: 'pool',
        keyPrefix: place,
        tableName,
        tableCreated: true,
      }),
  )
  return { store, close: () => pool.end() }
}
