import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { hearLostConnections } from '../../../shared/lost-connections.ts'

export type Row = Record<string, unknown>

/** The database of a Mastra store, as far as a monitor reads it and keeps its own state in it. */
export interface Database {
  readonly kind: 'postgres' | 'libsql'
  /** The name of a table with its schema, ready to stand in SQL. */
  table(name: string): string
  /** @param text With $1, $2 … for the values. */
  query(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** A value that is a time in ISO 8601, to be compared with a column. */
  time(value: string): string
  /** A column with a time as ISO 8601 in UTC, in an order of texts that is that of times. */
  timeText(column: string): string
  /** A column that holds JSON, as text. */
  json(column: string): string
  /** Parts of a column that holds JSON as a list in JSON, null for those that are not there. */
  jsonParts(column: string, paths: readonly (readonly string[])[]): string
  /** The database's own time, as `timeText` writes it. */
  readonly now: string
  /** A time before that, to be compared with a column. */
  ago(milliseconds: number): string
  /** Whether there is such a table. */
  has(table: string): Promise<boolean>
}

/** What reads and writes; a store of Mastra has one, or it is given. */
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

type PostgresClient = Extract<DatabaseOption, { postgres: unknown }>['postgres']
type LibsqlClient = Extract<DatabaseOption, { libsql: unknown }>['libsql']

const able = <Client>(method: string) =>
  z.custom<Client>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      typeof (value as Record<string, unknown>)[method] === 'function',
  )
const postgresClient = able<PostgresClient>('query')
const libsqlClient = able<LibsqlClient>('execute')

export const databaseOption = z.union(
  [
    z.strictObject({ postgres: postgresClient, schema: z.string().min(1).optional() }),
    z.strictObject({ libsql: libsqlClient }),
  ],
  'must be { postgres: a pool of pg, schema } or { libsql: a client of @libsql/client }',
)

/** What the stores of Mastra have inside: one says its pool, the other only keeps its client. */
const postgresStore = z.object({ pool: postgresClient, schema: z.string().optional() })
const libsqlStore = z.object({ client: libsqlClient })

/**
 * The database in which Mastra keeps scores.
 *
 * @throws TypeError where it is neither LibSQL nor PostgreSQL.
 */
export async function databaseOf(mastra: Mastra | undefined, given?: DatabaseOption): Promise<Database> {
  // Of a connection that ends, the query is rejected, and the monitor looks again.
  if (given && 'postgres' in given) hearLostConnections(given.postgres, () => {})
  if (given) return 'libsql' in given ? libsql(given.libsql) : postgres(given.postgres, given.schema)
  const storage = mastra?.getStorage()
  const pg = postgresStore.safeParse(storage)
  if (pg.success) hearLostConnections(pg.data.pool, () => {})
  await storage?.init()
  if (pg.success) return postgres(pg.data.pool, pg.data.schema)
  const sqlite = libsqlStore.safeParse(storage)
  if (sqlite.success) return libsql(sqlite.data.client)
  throw new TypeError(
    'monitor: the storage of the Mastra instance is neither LibSQLStore nor PostgresStore: give `database` as { postgres: pool, schema } or { libsql: client }',
  )
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function postgres(client: PostgresClient, schema = 'public'): Database {
  const format = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`
  return {
    kind: 'postgres',
    table: (name) => `${quoted(schema)}.${quoted(name)}`,
    query: async (text, values = []) => (await client.query(text, [...values])).rows,
    // Mastra's columns have no zone and hold UTC; the Z of the value is passed over.
    time: (value) => `(${value}::timestamp)`,
    timeText: (column) => `to_char(${column}, ${format})`,
    json: (column) => `${column}::text`,
    jsonParts: (column, paths) =>
      `(case when ${column} is not null then jsonb_build_array(${paths
        .map((path) => `${column}::jsonb #> '{${path.join(',')}}'`)
        .join(', ')})::text end)`,
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

function libsql(client: LibsqlClient): Database {
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
    now: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    ago: (milliseconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${milliseconds / 1000} seconds')`,
    has: async (table) =>
      (await query(`select 1 as there from sqlite_master where type = 'table' and name = $1`, [table]))
        .length > 0,
  }
}
