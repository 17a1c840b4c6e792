import { isDead, type ProcessIdentity, thisProcess } from '../../../shared/process-identity.ts'
import type { Database } from '../source/database.ts'
import { LostStateError, type StateKeeper } from './state-keeper.ts'

const table = 'verdict_monitors'
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
export class StoreState implements StateKeeper {
  readonly #database: Database
  readonly #name: string
  readonly #table: string
  /** SQL for the time in milliseconds. */
  readonly #now: string
  readonly #owner = JSON.stringify(thisProcess())
  #heartbeat: NodeJS.Timeout | undefined

  constructor(database: Database, name: string) {
    this.#database = database
    this.#name = name
    this.#table = database.table(table)
    this.#now = milliseconds[database.kind]
  }

  async acquire(): Promise<string | undefined> {
    // PostgreSQL may fail one of two concurrent creations; the retry finds the table.
    await this.#makeTable().catch(() => this.#makeTable())
    const insert = `insert into ${this.#table} (name, until) values ($1, 0) on conflict (name) do nothing`
    await this.#database.query(insert, [this.#name])
    const select = `select owner from ${this.#table} where name = $1`
    const [holder] = await this.#database.query(select, [this.#name])
    const held = typeof holder?.owner === 'string' ? holder.owner : undefined
    const [taken] = await this.#take(held !== undefined && isDead(parseOwner(held), 'space') ? held : null)
    if (taken === undefined) return `${nameOwner(held)} is using the state "${this.#name}"`
    this.#heartbeat = setInterval(() => this.#keep(), leaseInMs / 3)
    this.#heartbeat.unref()
    return undefined
  }

  async load(): Promise<unknown> {
    if (!(await this.#database.has(table))) return undefined
    const [row] = await this.#database.query(`select state from ${this.#table} where name = $1`, [this.#name])
    if (typeof row?.state !== 'string') return undefined
    try {
      return JSON.parse(row.state) as unknown
    } catch (error) {
      const message = `the state "${this.#name}" in verdict_monitors is damaged: delete that row, or give the monitor another name`
      throw new TypeError(message, { cause: error })
    }
  }

  async save(state: object): Promise<void> {
    const [saved] = await this.#database.query(
      `update ${this.#table} set state = $3, until = ${this.#now} + ${leaseInMs} where name = $1 and owner = $2 returning name`,
      [this.#name, this.#owner, JSON.stringify(state)],
    )
    if (saved === undefined)
      throw new LostStateError(`another monitor has taken over the state "${this.#name}": this monitor stops`)
  }

  async release(): Promise<void> {
    clearInterval(this.#heartbeat)
    await this.#database.query(
      `update ${this.#table} set owner = null, until = 0 where name = $1 and owner = $2`,
      [this.#name, this.#owner],
    )
  }

  #makeTable() {
    return this.#database.query(
      `create table if not exists ${this.#table}
         (name text primary key, owner text, until double precision not null, state text)`,
    )
  }

  #take(dead: string | null) {
    return this.#database.query(
      `update ${this.#table} set owner = $2, until = ${this.#now} + ${leaseInMs}
       where name = $1 and (owner is null or until < ${this.#now} or owner = $2 or owner = $3) returning name`,
      [this.#name, this.#owner, dead],
    )
  }

  #keep() {
    const renew = `update ${this.#table} set until = ${this.#now} + ${leaseInMs} where name = $1 and owner = $2`
    // Readers report a store that is away.
    return this.#database.query(renew, [this.#name, this.#owner]).catch(() => undefined)
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
