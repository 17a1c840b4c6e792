import { jobColumns } from './job-row.ts'
import { queueName, type Sql, toJsonb } from './rows.ts'

/** How often a job is tried alone before it is held for what kills its worker. */
const deathsAlone = 2
/** Three signs of life that did not come. */
const silenceInSeconds = 10

const lost = {
  name: 'WorkerLostError',
  message: 'its worker died or fell silent: the job is tried again, alone',
}
const poison = {
  name: 'WorkerLostError',
  message: `its worker died ${deathsAlone} times while doing nothing else: check what the answer does to the scorer`,
}

/**
 * Jobs whose worker died with them. One of them may have killed it, so they are kept out of the reach of `take` and
 * tried apart from the rest, each by a worker that has nothing else in work: a job that kills again kills alone. No try
 * is counted for any of them.
 */
export class LostJobs {
  readonly #sql: Sql
  readonly #jobs: string
  readonly #schema: string
  readonly #table: string
  readonly #isFree: string
  #lookedAt = Number.POSITIVE_INFINITY

  /** @param isFree Whether the group of `job` may be taken, where $2 are groups that are left to others. */
  constructor(sql: Sql, schema: string, isFree: string) {
    this.#sql = sql
    this.#isFree = isFree
    this.#schema = schema
    this.#jobs = `${schema}.job`
    this.#table = `${schema}.lost`
  }

  get table(): string {
    return this.#table
  }

  /** To be run once, within a transaction. */
  get definition(): string {
    return `create table if not exists ${this.#table} (id uuid primary key, deaths int not null)`
  }

  /** Finds the jobs of workers that were not heard of for a while. */
  async find(): Promise<void> {
    // Whoever was silent itself, as all are while the database is away, lets the others first say that they live.
    const wasSilent = performance.now() - this.#lookedAt > silenceInSeconds * 1000
    if (!wasSilent) await this.#find()
    this.#lookedAt = performance.now()
  }

  async #find(): Promise<void> {
    // That it has a group tells PostgreSQL of the index over the jobs in work.
    await this.#sql(
      `with silent as (
         select id from ${this.#jobs} where name = $1 and state = 'active' and group_id is not null
           and heartbeat_on < now() - interval '${silenceInSeconds}s' for update skip locked),
       counted as (
         insert into ${this.#table} as known (id, deaths) select id, 0 from silent
         on conflict (id) do update set deaths = known.deaths + 1 returning id, deaths)
       update ${this.#jobs} as job set heartbeat_on = null, started_on = null, start_after = 'infinity',
         state = case when deaths < ${deathsAlone} then 'created' else 'failed' end::${this.#schema}.job_state,
         completed_on = case when deaths < ${deathsAlone} then null else now() end,
         output = case when deaths < ${deathsAlone} then $2::jsonb else $3::jsonb end
       from counted where job.name = $1 and job.id = counted.id`,
      [queueName, toJsonb(lost), toJsonb(poison)],
    )
  }

  /** The next one, to be tried alone: those that killed nobody alone come first. */
  async take(without: readonly string[]): Promise<object | undefined> {
    const [row] = await this.#sql(
      `update ${this.#jobs} set state = 'active', started_on = now(), heartbeat_on = now()
       where name = $1 and id = (${this.waiting}
         order by lost.deaths, job.priority desc, job.created_on limit 1 for update of job skip locked)
       returning ${jobColumns}`,
      [queueName, without],
    )
    return row
  }

  /** What it is that a job's start is set to when it goes back to the queue: of one of them, out of the reach of `take`. */
  startAfter(otherwise: string): string {
    return `case when exists (select from ${this.#table} as lost where lost.id = ${this.#jobs}.id)
      then 'infinity'::timestamptz else ${otherwise} end`
  }

  /** @param ids A query for the jobs whose workers outlived them. */
  areHarmless(ids: string): string {
    return `delete from ${this.#table} where id in (${ids})`
  }

  /** Those of these jobs that killed are tried alone once more, as often as at first. */
  async beginAnew(ids: readonly string[]): Promise<void> {
    await this.#sql(`update ${this.#table} set deaths = 0 where id = any($1::uuid[])`, [ids])
  }

  /** Those that ended and were removed from the queue. */
  async forget(): Promise<void> {
    await this.#sql(
      `delete from ${this.#table} as lost
       where not exists (select from ${this.#jobs} as job where job.name = $1 and job.id = lost.id)`,
      [queueName],
    )
  }

  /** A query for those that wait and may be taken. Their ids as an array keep PostgreSQL from reading all jobs. */
  get waiting(): string {
    return `select job.id from ${this.#jobs} as job join ${this.#table} as lost on lost.id = job.id
      where job.name = $1 and job.id = any(array(select id from ${this.#table}))
        and job.state = 'created' and ${this.#isFree}`
  }
}
