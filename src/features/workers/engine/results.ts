import { queueName, type Sql } from './sql.ts'

/** The result of one piece of a run, on its way from a worker to the process that began the run. */
export interface Result {
  /** Identifies the piece within its run. */
  readonly key: string
  /** JSON. */
  readonly record: string
}

/**
 * Results of runs that several processes share, until the process that began the run has saved them. The keys of saved
 * results stay until the run has ended, to recognise a piece that is done twice.
 */
export class Results {
  readonly #sql: Sql
  readonly #table: string
  readonly #jobs: string
  /** Created last by the definition: if it exists, everything does. */
  readonly lastMade: string

  constructor(sql: Sql, schema: string) {
    this.#sql = sql
    this.#table = `${schema}.result`
    this.#jobs = `${schema}.job`
    this.lastMade = `${schema}.result_unwritten`
  }

  /** Run it once, within a transaction. */
  get definition(): string {
    return `create table if not exists ${this.#table} (
      run text not null, key text not null, place bigserial not null, record text,
      created_on timestamptz not null default now(), primary key (run, key));
      create index if not exists result_unwritten on ${this.#table} (run, place) where record is not null`
  }

  /**
   * Stores results, unless their job is gone because its run is over.
   *
   * @returns True if they are wanted.
   */
  async add(run: string, results: readonly Result[], jobId: string): Promise<boolean> {
    const [row] = await this.#sql(
      `with wanted as (select from ${this.#jobs} where name = $3 and id = $4),
       added as (
         insert into ${this.#table} (run, key, record) select $1, x.key, x.record
         from json_to_recordset($2::json) as x (key text, record text) where exists (select from wanted)
         on conflict do nothing)
       select exists (select from wanted) as is_wanted`,
      [run, JSON.stringify(results), queueName, jobId],
    )
    return row?.is_wanted === true
  }

  async done(run: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const asked = `select key from ${this.#table} where run = $1 and key = any($2::text[])`
    return new Set((await this.#sql<Result>(asked, [run, keys])).map(({ key }) => key))
  }

  /** Returns results that are not saved yet, oldest first. */
  unwritten(run: string, atMost: number): Promise<Result[]> {
    return this.#sql(
      `select key, record from ${this.#table} where run = $1 and record is not null order by place limit $2`,
      [run, atMost],
    )
  }

  async written(run: string, keys: readonly string[]): Promise<void> {
    const asked = `update ${this.#table} set record = null where run = $1 and key = any($2::text[])`
    await this.#sql(asked, [run, keys])
  }

  /** Allows these pieces to be done again. */
  async forgetWritten(run: string, keys: readonly string[]): Promise<void> {
    const asked = `delete from ${this.#table} where run = $1 and record is null and key = any($2::text[])`
    await this.#sql(asked, [run, keys])
  }

  async forget(run: string): Promise<void> {
    await this.#sql(`delete from ${this.#table} where run = $1`, [run])
  }

  async forgetOlderThan(seconds: number): Promise<void> {
    await this.#sql(`delete from ${this.#table} where created_on < now() - $1 * interval '1s'`, [seconds])
  }
}
