import type { ConstructorOptions, PgBoss } from 'pg-boss'
import { Gathered } from './gathered.ts'
import { jobColumns, toJob } from './job-row.ts'
import { JobTable } from './job-table.ts'
import type { Job, JobFailure, JobOutcome, NewJob, Taken } from './jobs.ts'
import { LostJobs } from './lost-jobs.ts'
import { Results } from './results.ts'
import { queueName, toJsonb } from './rows.ts'
import { Servers } from './servers.ts'

/** @internal Like all that names a type of pg-boss, which need not be installed where this is compiled. */
export interface JobEngineOptions {
  /** How pg-boss reaches its database. */
  readonly connection: ConstructorOptions
  readonly schema: string
  /** How often a job is tried again. */
  readonly retries: number
  readonly keepForInSeconds: number
  /** Told of errors that happen beside the calls: a lost connection, maintenance that failed. */
  readonly onError: (error: Error) => void
  /** Closes what the connection was opened on. */
  readonly close?: () => Promise<void>
}

/** The longest that pg-boss allows: a part of an evaluation may take hours, and it is `LostJobs` that tells who died. */
const longestJobInSeconds = 86_400
const seconds = (milliseconds: number) => milliseconds / 1000

/** Whether the job $2 is still in the work that began at $3, which is known to the millisecond. */
const takenAtThatTime = `state = 'active' and date_trunc('milliseconds', started_on) = $3::timestamptz`

/** Jobs in PostgreSQL, by pg-boss 12.30; what it has no call for is asked of its job table, here and in `JobTable`. */
export class JobEngine extends JobTable {
  readonly #boss: PgBoss
  readonly #options: JobEngineOptions
  readonly #holds: string
  /** Whether the group of `job` is neither held back nor one of $2, nor the job itself. */
  readonly #isFree: string
  /** Where workers leave what they made, for whoever put the jobs. */
  readonly results: Results
  /** What those that put jobs have counted. */
  readonly servers: Servers
  protected readonly lost: LostJobs
  readonly #ended = new Gathered<{ readonly id: string; readonly outcome: JobOutcome }>((ended) =>
    this.#complete(ended),
  )

  /** @internal */
  constructor(Boss: typeof PgBoss, options: JobEngineOptions) {
    super(options.schema, options.keepForInSeconds)
    this.#options = options
    this.#holds = `${options.schema}.hold`
    this.results = new Results((...query) => this.plainSql(...query), options.schema)
    this.servers = new Servers((...query) => this.plainSql(...query), options.schema)
    this.#isFree = `job.group_id <> all($2::text[] || array(select name from ${this.#holds} where until > now())) and job.id::text <> all($2::text[])`
    this.lost = new LostJobs((...query) => this.plainSql(...query), options.schema, this.#isFree)
    this.#boss = new Boss({ ...options.connection, schema: options.schema, schedule: false })
    this.#boss.on('error', options.onError)
  }

  protected async plainSql(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
    return (await this.#boss.getDb().executeSql(text, [...values])).rows
  }

  /** Connects, and makes what is not there yet. */
  async open(): Promise<void> {
    const { retries, keepForInSeconds, schema } = this.#options
    await this.#boss.start()
    const settings = {
      retryLimit: retries,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 600,
      heartbeatSeconds: longestJobInSeconds,
      expireInSeconds: longestJobInSeconds,
      retentionSeconds: keepForInSeconds,
      deleteAfterSeconds: keepForInSeconds,
    }
    if (await this.#boss.getQueue(queueName)) await this.#boss.updateQueue(queueName, settings)
    else await this.#boss.createQueue(queueName, settings)
    // A role that may not make tables is refused even where they are there.
    const threads = `${schema}.job_thread`
    const made = [this.#holds, this.lost.table, this.servers.table, this.results.lastMade, threads]
    const [missing] = await this.plainSql(
      'select from unnest($1::text[]) as made (name) where to_regclass(name) is null',
      [made],
    )
    if (missing === undefined) return
    // In one transaction under a lock: two processes that begin at once would make the same table.
    await this.#boss.getDb().executeSql(
      `begin; select pg_advisory_xact_lock(hashtext('${this.#holds}'));
       create index if not exists job_thread on ${this.jobs} (name, singleton_key) where singleton_key is not null;
       create table if not exists ${this.#holds} (name text primary key, until timestamptz not null);
       ${this.lost.definition}; ${this.servers.definition};
       ${this.results.definition}; commit`,
    )
  }

  /** @returns How many were new. */
  async put(jobs: readonly NewJob[]): Promise<number> {
    const different = [...new Map(jobs.map((job) => [job.id, job])).values()]
    const able = different.filter(({ failure }) => failure === undefined)
    const put = await this.#boss.insert(
      queueName,
      able.map(({ id, group, data, priority, delayInMs = 0, thread }) => ({
        ...{ id, data, priority, group: { id: group }, singletonKey: thread },
        startAfter: seconds(delayInMs),
      })),
      { returnId: true },
    )
    let buried = 0
    for (const { id, group, data, failure } of different) {
      if (failure === undefined) continue
      const rows = await this.sql(
        `insert into ${this.jobs} (id, name, data, group_id, state, output, completed_on, policy, deletion_seconds)
         values ($2, $1, $3, $4, 'failed', $5, now(), 'standard', $6) on conflict do nothing returning id`,
        [id, toJsonb(data), group, toJsonb(failure), this.keepForInSeconds],
      )
      buried += rows.length
    }
    return (put?.length ?? 0) + buried
  }

  /**
   * Up to so many jobs that nobody else has, but for those of groups that are held back. Jobs whose worker died come
   * first, one at a time, and to whoever has nothing else in work; who has something gets nothing while one waits.
   *
   * @param taking How jobs are taken.
   */
  async take(
    count: number,
    {
      without = [],
      isIdle = true,
    }: {
      /** Groups, and ids of jobs, that are left to others. */
      readonly without?: readonly string[]
      /** Whether whoever takes them has nothing else in work. Default true. */
      readonly isIdle?: boolean
    } = {},
  ): Promise<Job[]> {
    // In one statement, since workers take all the time; from an index in its order, however many wait.
    const rows = await this.sql(
      `with next as (
         select id from ${this.jobs} as job
         where name = $1 and state < 'active' and not blocked and start_after <= now() and ${this.#isFree}
           and not exists (${this.lost.waiting})
         order by priority desc, created_on limit $3 for update of job skip locked)
       update ${this.jobs} set state = 'active', started_on = now(), heartbeat_on = now(),
         retry_count = retry_count + (started_on is not null)::int
       where name = $1 and id = any(array(select id from next)) returning ${jobColumns}`,
      [without, count],
    )
    if (rows.length > 0 || !isIdle) return rows.map((row) => toJob(row, false))
    const row = await this.lost.take(without)
    return row === undefined ? [] : [toJob(row, true)]
  }

  /** To be said every few seconds of jobs that are in work: others are given to somebody else. */
  async keep(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#boss.touch(queueName, [...ids])
  }

  /** Gives back the jobs of workers that died, to be tried alone; what killed two workers alone fails. */
  recover(): Promise<void> {
    return this.lost.find()
  }

  /** Holds whoever has the job by now: its outcome is there. */
  done(id: string, outcome: JobOutcome): Promise<void> {
    return this.#ended.add({ id, outcome })
  }

  async #complete(ended: readonly { readonly id: string; readonly outcome: JobOutcome }[]): Promise<void> {
    // Whoever has them by now: what is done is done. That the ids are named apart keeps PostgreSQL from reading all jobs.
    await this.sql(
      `with ended as (select id, outcome from jsonb_to_recordset($2) as x (id uuid, outcome jsonb)),
       completed as (
         update ${this.jobs} as job
         set state = 'completed', completed_on = now(), heartbeat_on = null, output = ended.outcome
         from ended
         where job.name = $1 and job.id = any($3::uuid[]) and job.id = ended.id and job.state <> 'completed')
       ${this.lost.areHarmless('select unnest($3::uuid[])')}`,
      [toJsonb(ended), ended.map(({ id }) => id)],
    )
  }

  /**
   * @param job As it was taken: of one that somebody else has by now, nothing is changed.
   * @param again Whether it is tried again later, as often as the queue allows.
   * @returns What became of it; undefined of one that somebody else has.
   */
  async failed(
    { id, takenAt }: Taken,
    failure: JobFailure,
    again: boolean,
  ): Promise<'waiting' | 'failed' | undefined> {
    const [row] = await this.sql(
      `update ${this.jobs} set heartbeat_on = null, output = $5,
         state = case when $4 and retry_count < retry_limit then 'retry' else 'failed' end::${this.#options.schema}.job_state,
         completed_on = case when $4 and retry_count < retry_limit then null else now() end,
         start_after = now() + interval '1s' * least(retry_delay_max, retry_delay * 2 ^ retry_count * (1 + random()))
       where name = $1 and id = $2 and ${takenAtThatTime} returning state`,
      [id, takenAt, again, toJsonb(failure)],
    )
    if (row === undefined) return undefined
    await this.plainSql(this.lost.areHarmless('$1'), [id])
    return row.state === 'failed' ? 'failed' : 'waiting'
  }

  /**
   * Back to the queue as if it had not been taken, for a while, unless somebody else has it by now.
   *
   * @param why Where whoever had it cannot do it.
   */
  async giveBack({ id, takenAt }: Taken, delayInMs: number, why?: JobFailure): Promise<void> {
    // Without its start, the next one to take it is not counted as a further try; its output tells that it was taken.
    await this.sql(
      `update ${this.jobs} set state = 'created', started_on = null, heartbeat_on = null,
         start_after = ${this.lost.startAfter("now() + $4 * interval '1s'")}, output = $5
       where name = $1 and id = $2 and ${takenAtThatTime}`,
      [id, takenAt, seconds(delayInMs), toJsonb(why ?? {})],
    )
  }

  /** No worker takes jobs of the group for so long. A shorter time than is left changes nothing. */
  async hold(group: string, forInMs: number): Promise<void> {
    await this.plainSql(
      `insert into ${this.#holds} as held (name, until) values ($1, now() + $2 * interval '1s')
       on conflict (name) do update set until = greatest(held.until, excluded.until)`,
      [group, seconds(forInMs)],
    )
  }

  /** Takes their data from jobs that ended so long ago, and forgets results that nobody fetched. @returns How many jobs. */
  async forget(afterInMs: number): Promise<number> {
    await this.results.forgetOlderThan(this.keepForInSeconds)
    await this.servers.forgetOlderThan(this.keepForInSeconds)
    await this.plainSql(`delete from ${this.#holds} where until < now()`, [])
    await this.lost.forget()
    return this.forgetData(afterInMs)
  }

  async close(): Promise<void> {
    try {
      await this.#boss.stop({ graceful: false })
    } finally {
      await this.#options.close?.()
    }
  }
}
