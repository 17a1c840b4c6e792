import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@libsql/client/sqlite3'
import { z } from 'zod/v4'
import { reopenAfterBusy } from '../../../shared/after-busy.ts'
import { Batcher } from '../../../shared/batcher.ts'
import { importOptional } from '../../../shared/optional-package.ts'
import { readOptions } from '../../../shared/read-options.ts'
import type { CacheStore } from './cache-store.ts'

const optionsSchema = z.strictObject({
  file: z.string().min(1),
  maxEntries: z.int().positive().default(100_000),
  maxBytes: z.int().positive().default(500_000_000),
})

/** Reading an entry updates its time of use at most this often, so that most reads do not write. */
const useNotedEveryMs = 60_000

/** Entries that one statement reads: enough for an evaluation, and far below SQLite's limit. */
const readAtOnce = 500
const writtenAtOnce = 100

/** The percentage of `maxEntries` that may be written between two checks of the bounds. */
const percentBetweenLooks = 1

/** Statements that create the table; they are harmless if it exists. */
const schema = [
  `create table if not exists verdict_cache (
     key text primary key, value text not null, bytes integer not null, used_at integer not null,
     expires_at integer) without rowid`,
  'create index if not exists verdict_cache_used_at on verdict_cache (used_at, key)',
]

const forget = `delete from verdict_cache where expires_at <= :now or key in (
  select key from (
    select key, row_number() over newest as place, sum(bytes) over newest as total from verdict_cache
    window newest as (order by used_at desc, key rows unbounded preceding))
  where place > :maxEntries or total > :maxBytes)`

/**
 * Opens a cache in a LibSQL file, which many processes may share.
 *
 * The bounds are checked after every hundredth of `maxEntries` that this process has written, so each process that
 * writes may exceed them by one per cent.
 *
 * @throws TypeError for an option out of range, and if the folder of the file is missing.
 */
export function libsqlCache(options: {
  /** Path of the file; it is created if missing, its folder is not. */
  file: string
  /** The maximum number of entries; the least recently used are dropped first. Default 100,000. */
  maxEntries?: number
  /** The maximum number of bytes in all entries, dropped in the same order. Default 500,000,000. */
  maxBytes?: number
}): CacheStore & { close(): Promise<void> } {
  const { file, maxEntries, maxBytes } = readOptions('libsqlCache', optionsSchema, options)
  const { use, close } = libsqlFile(file)
  const writesBetweenLooks = Math.ceil((maxEntries * percentBetweenLooks) / 100)
  let writes = 0
  // A statement is prepared on every use, which costs more than reading or writing an entry.
  const reading = new Batcher<string, string | undefined>(
    (keys) =>
      use(async (client) => {
        const now = Date.now()
        const { rows } = await client.execute({
          // As bytes: the native client ends the process if a text that it reads is not UTF-8.
          sql: `select cast(key as blob) as key, cast(value as blob) as value, cast(used_at as integer) as used_at
            from verdict_cache
            where key in (${placesFor(keys)}) and (expires_at is null or expires_at > ?)`,
          args: [...keys, now],
        })
        const unnoted = rows.flatMap(({ key, used_at }) =>
          now - Number(used_at) >= useNotedEveryMs ? [decodeValue(key)] : [],
        )
        if (unnoted.length > 0) {
          await client.execute({
            sql: `update verdict_cache set used_at = ? where key in (${placesFor(unnoted)})`,
            args: [now, ...unnoted],
          })
        }
        const values = new Map(rows.map(({ key, value }) => [decodeValue(key), decodeValue(value)]))
        return keys.map((key) => values.get(key))
      }),
    readAtOnce,
  )
  const writing = new Batcher<Entry>(
    (entries) =>
      use(async (client) => {
        const now = Date.now()
        await client.execute({
          sql: `insert into verdict_cache (key, value, bytes, used_at, expires_at)
            values ${entries.map((entry) => `(${placesFor(toRow(entry, now))})`).join(', ')}
            on conflict (key) do update set value = excluded.value, bytes = excluded.bytes,
            used_at = excluded.used_at, expires_at = excluded.expires_at`,
          args: entries.flatMap((entry) => toRow(entry, now)),
        })
        writes += entries.length
        // At most that many at once, so that no check is skipped.
        if (writes % writesBetweenLooks < entries.length) {
          await client.execute({ sql: forget, args: { now, maxEntries, maxBytes } })
        }
        return []
      }),
    Math.min(writesBetweenLooks, writtenAtOnce),
  )
  return {
    close,
    get: (key) => reading.add(key),
    set: (key, value, maxAgeInMs) => writing.add({ key, value, maxAgeInMs }),
  }
}

interface Entry {
  readonly key: string
  readonly value: string
  readonly maxAgeInMs: number | undefined
}

const toRow = ({ key, value, maxAgeInMs }: Entry, now: number) => [
  key,
  value,
  Buffer.byteLength(value),
  now,
  maxAgeInMs === undefined ? null : now + maxAgeInMs,
]

/** Decodes a value. Invalid UTF-8 becomes text that was never written, which its digest reveals. */
const decodeValue = (value: unknown) =>
  value instanceof ArrayBuffer ? Buffer.from(value).toString() : String(value)

const placesFor = (values: readonly unknown[]) => values.map(() => '?').join(', ')

/** How long a statement waits for another process to finish its own, in milliseconds. */
const busyTimeoutInMs = 5_000

/**
 * Opens a LibSQL file that many processes may use at once: with a write-ahead log, and statements that wait their turn.
 *
 * @throws TypeError if the folder of the file is missing or cannot be written.
 */
function libsqlFile(file: string) {
  const path = resolve(file)
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch (cause) {
    const message = `libsqlCache: the folder of ${path} is missing or cannot be written: create it first`
    throw new TypeError(message, { cause })
  }
  let opened: Promise<Client> | undefined
  async function open(): Promise<Client> {
    // Loaded late and hidden from bundlers: a native module whose 50 ms most users of judges never need.
    const { createClient } = await importOptional<typeof import('@libsql/client/sqlite3')>(
      '@libsql/client/sqlite3',
      'libsqlCache',
    )
    const client = createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: busyTimeoutInMs })
    reopenAfterBusy(client)
    try {
      for (const statement of ['pragma journal_mode = wal', 'pragma synchronous = normal', ...schema]) {
        await client.execute(statement)
      }
    } catch (error) {
      client.close()
      throw error
    }
    return client
  }
  return {
    /** Runs work on the file; opens it and creates its table first. */
    async use<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
      opened ??= open().catch((error: unknown) => {
        opened = undefined
        throw error
      })
      return work(await opened)
    },
    /** Closes the file. The next use opens it again. */
    async close(): Promise<void> {
      const client = await opened?.catch(() => undefined)
      opened = undefined
      client?.close()
    },
  }
}
