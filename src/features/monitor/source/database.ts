import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { isObject } from '../../../shared/is-object.ts'
import { hearLostConnections } from '../../../shared/lost-connections.ts'

export type Row = Record<string, unknown>

/** The database of a Mastra store, with what a monitor needs to read it and keep its state there. */
export interface Database {
  readonly kind: 'postgres' | 'libsql'
  /** Returns a table name with its schema, quoted for SQL. */
  table(name: string): string
  /** @param text SQL with $1, $2 … for the values. */
  query(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Converts an ISO 8601 time for comparison with a column. */
  time(value: string): string
  /** Selects a time column as ISO 8601 text in UTC, which sorts in the order of times. */
  timeText(column: string): string
  /** Selects a JSON column as text. */
  json(column: string): string
  /** Selects parts of a JSON column as a JSON list, with null for missing ones. */
  jsonParts(column: string, paths: readonly (readonly string[])[]): string
  /** Selects a text in a JSON column; null if it is missing. */
  jsonText(column: string, key: string): string
  /** The database's current time, in the format of `timeText`. */
  readonly now: string
  /** Returns a time in the past, for comparison with a column. */
  ago(milliseconds: number): string
  has(table: string): Promise<boolean>
}

/** A database client, for stores of Mastra that do not provide one. */
export type DatabaseOption =
  | {
      /** A pool or client of `pg`. */
      readonly postgres: { query(text: string, values?: unknown[]): Promise<{ rows: Row[] }> }
      /** The schema of Mastra's tables. Default 'public'. */
      readonly schema?: string
    }
  /** A client of `@libsql/client`. */
  | {
      readonly libsql: {
        execute(statement: { sql: string; args: unknown[] }): Promise<{ rows: readonly object[] }>
      }
    }

const able = <Client>(method: string) =>
  z.custom<Client>((value) => isObject(value) && typeof value[method] === 'function')
const postgresClient = able<Extract<DatabaseOption, { postgres: unknown }>['postgres']>('query')
const libsqlClient = able<Extract<DatabaseOption, { libsql: unknown }>['libsql']>('execute')

export const databaseOption = z.union(
  [
    z.strictObject({ postgres: postgresClient, schema: z.string().min(1).optional() }),
    z.strictObject({ libsql: libsqlClient }),
  ],
  'must be { postgres: a pool of pg, schema } or { libsql: a client of @libsql/client }',
)

/** The internals of Mastra's stores: one exposes its pool, the other only holds its client. */
const postgresStore = z.object({ pool: postgresClient, schema: z.string().optional() })
const libsqlStore = z.object({ client: libsqlClient })

/**
 * Returns the database in which Mastra keeps scores.
 *
 * @param mayCreate Whether Mastra may make its tables. Default true.
 * @throws TypeError if it is neither LibSQL nor PostgreSQL.
 */
export async function openDatabase(
  mastra: Mastra | undefined,
  given?: DatabaseOption,
  { mayCreate = true } = {},
): Promise<Database> {
  // A lost connection rejects its query, and the monitor looks again.
  if (given && 'postgres' in given) hearLostConnections(given.postgres, () => {})
  if (given) return 'libsql' in given ? libsql(given.libsql) : postgres(given.postgres, given.schema)
  const storage = mastra?.getStorage()
  const pg = postgresStore.safeParse(storage)
  if (pg.success) hearLostConnections(pg.data.pool, () => {})
  if (mayCreate) await storage?.init()
  if (pg.success) return postgres(pg.data.pool, pg.data.schema)
  const sqlite = libsqlStore.safeParse(storage)
  if (sqlite.success) return libsql(sqlite.data.client)
  throw new TypeError(
    'monitor: the storage of the Mastra instance is neither LibSQLStore nor PostgresStore: give `database` as { postgres: pool, schema } or { libsql: client }',
  )
}

/** Mastra's PostgreSQL store keeps objects as JSON within a JSON text. */
const postgresJson = (column: string) =>
  `(case when jsonb_typeof(${column}::jsonb) <> 'string' then ${column}::jsonb when (${column}::jsonb #>> '{}') like '{%}' then (${column}::jsonb #>> '{}')::jsonb end)`

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function postgres(client: z.output<typeof postgresClient>, schema = 'public'): Database {
  const format = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`
  return {
    kind: 'postgres',
    table: (name) => `${quoted(schema)}.${quoted(name)}`,
    query: async (text, values = []) => (await client.query(text, [...values])).rows,
    // Mastra's columns hold UTC without a zone, so the cast drops the Z of the value.
    time: (value) => `(${value}::timestamp)`,
    timeText: (column) => `to_char(${column}, ${format})`,
    json: (column) => `${column}::text`,
    jsonParts: (column, paths) =>
      `(case when ${column} is not null then jsonb_build_array(${paths
        .map((path) => `${postgresJson(column)} #> '{${path.join(',')}}'`)
        .join(', ')})::text end)`,
    jsonText: (column, key) => `(${postgresJson(column)} ->> '${key}')`,
    now: `to_char(now() at time zone 'UTC', ${format})`,
    ago: (milliseconds) => `(now() at time zone 'UTC' - interval '${milliseconds} milliseconds')`,
    has: async (table) => {
      const [row] = await client
        .query('select to_regclass($1) is not null as there', [`${quoted(schema)}.${quoted(table)}`])
        .then(({ rows }) => rows)
      return row?.there === true
    },
  }
}

function libsql(client: z.output<typeof libsqlClient>): Database {
  const query: Database['query'] = async (text, values = []) => {
    const { rows } = await client.execute({
      sql: text.replaceAll(/\$(\d+)/g, '?$1'),
      args: values.map((value) => value ?? null),
    })
    return rows as Row[]
  }
  return {
    kind: 'libsql',
    table: quoted,
    query,
    time: (value) => value,
    timeText: (column) => column,
    json: (column) => `json(${column})`,
    jsonParts: (column, paths) =>
      `(case when ${column} is not null then json_array(${paths
        .map((path) => `${column} ->> '$.${path.join('.')}'`)
        .join(', ')}) end)`,
    jsonText: (column, key) => `(${column} ->> '$.${key}')`,
    now: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    ago: (milliseconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${milliseconds / 1000} seconds')`,
    has: async (table) =>
      (await query(`select 1 as there from sqlite_master where type = 'table' and name = $1`, [table]))
        .length > 0,
  }
}
