import { isDead, type ProcessIdentity, thisProcess } from '../../../shared/process-identity.ts'
import type { Database } from '../source/database.ts'
import { LostStateError, type StateKeeper } from './state-keeper.ts'

const leaseInMs = 30_000
const milliseconds = {
  postgres: `(extract(epoch from clock_timestamp()) * 1000)`,
  libsql: `(unixepoch('subsec') * 1000)`,
} as const

/**
 * Keeps the state in a table next to the scores. The owner renews its lease every ten seconds. Thirty seconds after the
 * last renewal, another monitor may take over, or at once if the owning process is dead on this machine (only Linux can
 * tell for sure). A monitor that has lost the state cannot save.
 */
export function storeState(database: Database, name: string): StateKeeper {
  const table = database.table('verdict_monitors')
  const now = milliseconds[database.kind]
  const owner = JSON.stringify(thisProcess())
  let heartbeat: NodeJS.Timeout | undefined
  const take = (dead: string | null) =>
    database.query(
      `update ${table} set owner = $2, until = ${now} + ${leaseInMs}
       where name = $1 and (owner is null or until < ${now} or owner = $2 or owner = $3) returning name`,
      [name, owner, dead],
    )
  const makeTable = () =>
    database.query(
      `create table if not exists ${table}
         (name text primary key, owner text, until double precision not null, state text)`,
    )
  const keep = () =>
    database
      .query(`update ${table} set until = ${now} + ${leaseInMs} where name = $1 and owner = $2`, [
        name,
        owner,
      ])
      // Readers report a store that is away.
      .catch(() => undefined)
  return {
    async acquire() {
      // PostgreSQL may fail one of two concurrent creations; the retry finds the table.
      await makeTable().catch(makeTable)
      await database.query(
        `insert into ${table} (name, until) values ($1, 0) on conflict (name) do nothing`,
        [name],
      )
      const [holder] = await database.query(`select owner from ${table} where name = $1`, [name])
      const held = typeof holder?.owner === 'string' ? holder.owner : undefined
      const [taken] = await take(held !== undefined && isDead(parseOwner(held), 'space') ? held : null)
      if (taken === undefined) return `${nameOwner(held)} is using the state "${name}"`
      heartbeat = setInterval(keep, leaseInMs / 3)
      heartbeat.unref()
      return undefined
    },
    async load() {
      const [row] = await database.query(`select state from ${table} where name = $1`, [name])
      if (typeof row?.state !== 'string') return undefined
      try {
        return JSON.parse(row.state) as unknown
      } catch (error) {
        const message = `the state "${name}" in verdict_monitors is damaged: delete that row, or give the monitor another name`
        throw new TypeError(message, { cause: error })
      }
    },
    async save(state) {
      const [saved] = await database.query(
        `update ${table} set state = $3, until = ${now} + ${leaseInMs} where name = $1 and owner = $2 returning name`,
        [name, owner, JSON.stringify(state)],
      )
      if (saved === undefined)
        throw new LostStateError(`another monitor has taken over the state "${name}": this monitor stops`)
    },
    async release() {
      clearInterval(heartbeat)
      await database.query(`update ${table} set owner = null, until = 0 where name = $1 and owner = $2`, [
        name,
        owner,
      ])
    },
  }
}

const parseOwner = (text: string | undefined): Partial<ProcessIdentity> => {
  try {
    return JSON.parse(text ?? '{}') as Partial<ProcessIdentity>
  } catch {
    return {}
  }
}

function nameOwner(text: string | undefined): string {
  const { host, pid } = parseOwner(text)
  return pid === undefined ? 'another monitor' : `process ${pid} on ${host}`
}
