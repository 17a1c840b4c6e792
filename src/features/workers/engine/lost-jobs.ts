import { jobColumns } from './job-row.ts'
import { queueName, type Sql, toJsonb } from './sql.ts'

/** Number of attempts alone before a job is blamed for the death of its worker. */
const deathsAlone = 2
/** Three missed heartbeats. */
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
 * Jobs whose worker died. One of them may have killed it, so `take` cannot reach them, and each is retried alone, by a
 * worker with nothing else in progress: a job that kills again kills nothing else. None of this counts as an attempt. A
 * job that its worker survives is an ordinary one again.
 */
export class LostJobs {
  readonly table: string
  readonly #sql: Sql
  readonly #jobs: string
  readonly #schema: string
  readonly #isFree: string
  /** Times of the database, in seconds. */
  #lookedAt = Number.POSITIVE_INFINITY
  #othersHeardFrom = 0

  /** @param isFree SQL condition: the group of `job` may be taken; $2 are groups to leave to others. */
  constructor(sql: Sql, schema: string, isFree: string) {
    this.#sql = sql
    this.#isFree = isFree
    this.#schema = schema
    this.#jobs = `${schema}.job`
    this.table = `${schema}.lost`
  }

  /** Run it once, within a transaction. */
  get definition(): string {
    return `create table if not exists ${this.table} (id uuid primary key, deaths int not null)`
  }

  /**
   * Finds the jobs of workers that have been silent for a while, by the clock of the database: it goes on while a
   * process or its connection is held up, and it may jump.
   */
  async find(): Promise<void> {
    // The condition on the group lets PostgreSQL use the index on jobs in progress.
    const [row] = await this.#sql<{ now: number }>(
      `with silent as (
         select id from ${this.#jobs} where name = $1 and state = 'active' and group_id is not null
           and heartbeat_on < now() - interval '${silenceInSeconds}s'
           and extract(epoch from now()) between $4::float8 and $5::float8 for update skip locked),
       counted as (
         insert into ${this.table} as known (id, deaths) select id, 0 from silent
         on conflict (id) do update set deaths = known.deaths + 1 returning id, deaths),
       requeued as (
         update ${this.#jobs} as job set heartbeat_on = null, started_on = null, start_after = 'infinity',
           state = case when deaths < ${deathsAlone} then 'created' else 'failed' end::${this.#schema}.job_state,
           completed_on = case when deaths < ${deathsAlone} then null else now() end,
           output = case when deaths < ${deathsAlone} then $2::jsonb else $3::jsonb end
         from counted where job.name = $1 and job.id = counted.id)
       select extract(epoch from now())::float8 as now`,
      [queueName, toJsonb(lost), toJsonb(poison), this.#othersHeardFrom, this.#lookedAt + silenceInSeconds],
    )
    if (row === undefined) throw new Error('the database returned no time')
    // After its own silence, as when the database was away, a process lets all others send heartbeats first.
    if (row.now > this.#lookedAt + silenceInSeconds) this.#othersHeardFrom = row.now + silenceInSeconds
    this.#lookedAt = row.now
  }

  /**
   * Takes the next job to retry alone. Jobs that have killed no worker alone come first, and of these the newest: a job
   * that hangs was in progress for longer than the others when its worker died.
   */
  async take(without: readonly string[]): Promise<object | undefined> {
    const [row] = await this.#sql(
      `update ${this.#jobs} set state = 'active', started_on = now(), heartbeat_on = now()
       where name = $1 and id = (${this.waiting}
         order by lost.deaths, job.priority desc, job.created_on desc limit 1 for update of job skip locked)
       returning ${jobColumns}`,
      [queueName, without],
    )
    return row
  }

  /** Returns SQL for the start time of a job that is requeued: `take` cannot reach lost jobs. */
  startAfter(otherwise: string): string {
    return `case when exists (select from ${this.table} as lost where lost.id = ${this.#jobs}.id)
      then 'infinity'::timestamptz else ${otherwise} end`
  }

  /** Returns SQL that makes these jobs ordinary ones again. @param ids A query for jobs whose workers survived them. */
  deleteHarmless(ids: string): string {
    return `delete from ${this.table} where id in (${ids})`
  }

  /** Lets those of these jobs that killed workers be retried alone again, as often as at first. */
  async beginAnew(ids: readonly string[]): Promise<void> {
    await this.#sql(`update ${this.table} set deaths = 0 where id = any($1::uuid[])`, [ids])
  }

  /** Deletes lost jobs that have ended and left the queue. */
  async forget(): Promise<void> {
    await this.#sql(
      `delete from ${this.table} as lost
       where not exists (select from ${this.#jobs} as job where job.name = $1 and job.id = lost.id)`,
      [queueName],
    )
  }

  /** A query for lost jobs that may be taken. The array of ids keeps PostgreSQL from reading all jobs. */
  get waiting(): string {
    return `select job.id from ${this.#jobs} as job join ${this.table} as lost on lost.id = job.id
      where job.name = $1 and job.id = any(array(select id from ${this.table}))
        and job.state = 'created' and ${this.#isFree}`
  }
}
