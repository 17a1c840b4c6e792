import { messageOf } from '../../../shared/message-of.ts'
import type { Database } from './database.ts'

const table = 'mastra_scorers'
const index = 'verdict_monitor_created_at'
/** Monitors that begin at once may end each other's making. */
const mostAttempts = 3

/**
 * Makes sure that scores can be read in their order without reading all of them each time.
 *
 * @returns Why the index could not be made, as where this user may not; undefined where it is there, or another monitor
 *   is making it.
 */
export async function makeScoreIndex(database: Database): Promise<string | undefined> {
  let problem: string | undefined
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    try {
      await (database.kind === 'postgres' ? makeInPostgres(database) : makeInSqlite(database))
      return undefined
    } catch (error) {
      problem = messageOf(error)
    }
  }
  return problem
}

/** Writers wait for it, a second or two for a million rows. */
async function makeInSqlite({ query, table: named }: Database): Promise<void> {
  await query(`create index if not exists ${index} on ${named(table)} ("createdAt", id)`)
}

/** While others write. */
async function makeInPostgres({ query, table: named }: Database): Promise<void> {
  // Who makes an index holds a lock on its table; what the index is called others may not be allowed to see.
  const [found] = await query(
    `select i.indisvalid as "isValid", exists(
       select 1 from pg_stat_progress_create_index p join pg_locks l on l.pid = p.pid
       where l.relation = i.indrelid and l.granted) as "isInTheMaking"
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and c.relname = $2`,
    [named(table), index],
  )
  // Waiting for another to make it can be a deadlock: its making waits for all who have begun to read.
  if (found?.isValid === true || found?.isInTheMaking === true) return
  // One that was broken off is read by nothing, and no other can take its name.
  if (found !== undefined) await query(`drop index concurrently if exists ${named(index)}`)
  await query(`create index concurrently ${index} on ${named(table)} ("createdAt", id)`)
}
