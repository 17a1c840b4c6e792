import { describeError } from '../../../shared/describe-error.ts'
import type { Database } from './database.ts'

const table = 'mastra_scorers'
const index = 'verdict_monitor_created_at'
/** Monitors that start together may abort each other's index build. */
const mostAttempts = 3

/**
 * Ensures that scores can be read in order without scanning the whole table.
 *
 * @returns Why the index could not be made (say, missing rights); undefined if it exists or is being made.
 */
export async function makeScoreIndex(database: Database): Promise<string | undefined> {
  let problem: string | undefined
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    try {
      await (database.kind === 'postgres' ? makeInPostgres(database) : makeInSqlite(database))
      return undefined
    } catch (error) {
      problem = describeError(error)
    }
  }
  return problem
}

/** Blocks writers, for a second or two per million rows. */
async function makeInSqlite({ query, table: named }: Database): Promise<void> {
  await query(`create index if not exists ${index} on ${named(table)} ("createdAt", id)`)
}

/** Builds the index while others write. */
async function makeInPostgres({ query, table: named }: Database): Promise<void> {
  // The builder of an index holds a lock on its table. Other users may not be allowed to see the index name.
  const [found] = await query(
    `select i.indisvalid as "isValid", exists(
       select 1 from pg_stat_progress_create_index p join pg_locks l on l.pid = p.pid
       where l.relation = i.indrelid and l.granted) as "isInTheMaking"
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and c.relname = $2`,
    [named(table), index],
  )
  // Waiting for another builder can deadlock: it waits for all transactions that have begun to read.
  if (found?.isValid === true || found?.isInTheMaking === true) return
  // An aborted index is never used, and its name is taken.
  if (found !== undefined) await query(`drop index concurrently if exists ${named(index)}`)
  await query(`create index concurrently ${index} on ${named(table)} ("createdAt", id)`)
}
