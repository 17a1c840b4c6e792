import type { Sql } from './sql.ts'

/** Groups of jobs that no worker may take for a while, because their judge or store is away. */
export class HoldTable {
  readonly table: string
  /** SQL condition: the group of `job` is neither on hold nor in $2, and the job is not in $2. */
  readonly isFree: string
  readonly #sql: Sql

  constructor(sql: Sql, schema: string) {
    this.#sql = sql
    this.table = `${schema}.hold`
    this.isFree = `job.group_id <> all($2::text[] || array(select name from ${this.table} where until > now())) and job.id::text <> all($2::text[])`
  }

  /** Run it once, within a transaction. */
  get definition(): string {
    return `create table if not exists ${this.table} (name text primary key, until timestamptz not null)`
  }

  /** Keeps workers from taking jobs of the group for this long. A hold that ends later stays. */
  async add(group: string, forInMs: number): Promise<void> {
    await this.#sql(
      `insert into ${this.table} as held (name, until) values ($1, now() + $2 * interval '1s')
       on conflict (name) do update set until = greatest(held.until, excluded.until)`,
      [group, forInMs / 1000],
    )
  }

  async forget(): Promise<void> {
    await this.#sql(`delete from ${this.table} where until < now()`, [])
  }
}
