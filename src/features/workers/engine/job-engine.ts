import type { ConstructorOptions, PgBoss } from 'pg-boss'
import { Batcher } from '../../../shared/batcher.ts'
import { HoldTable } from './hold-table.ts'
import { jobColumns, toJob } from './job-row.ts'
import { JobTable } from './job-table.ts'
import type { Job, JobFailure, JobOutcome, NewJob } from './jobs.ts'
import { LostJobs } from './lost-jobs.ts'
import { Results } from './results.ts'
import { queueName, type Sql, toJsonb } from './sql.ts'

/** @internal Like everything that names a type of pg-boss, which may be missing when users compile. */
export interface JobEngineOptions {
  /** The connection of pg-boss to its database. */
  readonly connection: ConstructorOptions
  readonly schema: string
  readonly retries: number
  readonly keepForInSeconds: number
  /** Called for errors outside of calls: a lost connection, failed maintenance. */
  readonly onError: (error: Error) => void
  /** Closes the resources behind the connection. */
  readonly close?: () => Promise<void>
}

/** The longest that pg-boss allows: a shard may take hours, and `LostJobs` detects dead workers. */
const longestJobInSeconds = 86_400
const seconds = (milliseconds: number) => milliseconds / 1000

/** SQL condition: job $2 is still in the run that began at $3, which is exact to the millisecond. */
const takenAtThatTime = `state = 'active' and date_trunc('milliseconds', started_on) = $3::timestamptz`

/** Jobs in PostgreSQL, through pg-boss 12.30 to 12.38. Queries its job table directly where it has no call. */
export class JobEngine extends JobTable {
  readonly #boss: PgBoss
  readonly #options: JobEngineOptions
  readonly holds: HoldTable
  /** Results of workers, for the process that enqueued the jobs. */
  readonly results: Results
  protected readonly lost: LostJobs
  readonly #ended = new Batcher<{ readonly id: string; readonly outcome: JobOutcome }>((ended) =>
    this.#complete(ended),
  )

  /** @internal */
  constructor(Boss: typeof PgBoss, options: JobEngineOptions) {
    super(options.schema, options.keepForInSeconds)
    this.#options = options
    this.holds = new HoldTable(this.plainSql, options.schema)
    this.results = new Results(this.plainSql, options.schema)
    this.lost = new LostJobs(this.plainSql, options.schema, this.holds.isFree)
    this.#boss = new Boss({ ...options.connection, schema: options.schema, schedule: false })
    this.#boss.on('error', options.onError)
  }

  protected readonly plainSql: Sql = async (text, values) =>
    (await this.#boss.getDb().executeSql(text, [...values])).rows

  /** Connects, and creates what is missing. */
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
    // A role without the right to create tables is refused even if they exist.
    const threads = `${schema}.job_thread`
    const made = [this.holds.table, this.lost.table, this.results.lastMade, threads]
    const [missing] = await this.plainSql(
      'select from unnest($1::text[]) as made (name) where to_regclass(name) is null',
      [made],
    )
    if (missing === undefined) return
    // One transaction under a lock, because two processes that start together would create the same table.
    await this.#boss.getDb().executeSql(
      `begin; select pg_advisory_xact_lock(hashtext('${this.holds.table}'));
       create index if not exists job_thread on ${this.jobs} (name, singleton_key) where singleton_key is not null;
       ${this.holds.definition}; ${this.lost.definition}; ${this.results.definition}; commit`,
    )
  }

  async put(jobs: readonly NewJob[]): Promise<number> {
    const different = [...new Map(jobs.map((job) => [job.id, job])).values()]
    const able = different.filter(({ failure }) => failure === undefined)
    const put = await this.#boss.insert(
      queueName,
      able.map(({ id, group, data, priority, delayInMs = 0, thread }) => ({
        id,
        data,
        priority,
        group: { id: group },
        singletonKey: thread,
        startAfter: seconds(delayInMs),
      })),
      { returnId: true },
    )
    let count = put?.length ?? 0
    for (const job of different) if (job.failure !== undefined) count += await this.bury(job, job.failure)
    return count
  }

  /**
   * Takes up to `count` free jobs, except of groups on hold. Jobs of dead workers come first, one at a time, and only
   * to idle workers; while such a job waits, busy workers get none.
   *
   * @param options `without` are groups and job ids to leave to other workers. `isIdle` is true by default.
   * `areOthersFirst` (default false) takes jobs of dead workers only if there are no others.
   */
  async take(
    count: number,
    { without = [] as readonly string[], isIdle = true, areOthersFirst = false } = {},
  ): Promise<Job[]> {
    // One statement, since workers call it all the time; it reads an index, however many jobs wait.
    const rows = await this.sql(
      `with next as (
         select id from ${this.jobs} as job
         where name = $1 and state < 'active' and not blocked and start_after <= now() and ${this.holds.isFree}
           and ($4 or not exists (${this.lost.waiting}))
         order by priority desc, created_on limit $3 for update of job skip locked)
       update ${this.jobs} set state = 'active', started_on = now(), heartbeat_on = now(),
         retry_count = retry_count + (started_on is not null)::int
       where name = $1 and id = any(array(select id from next)) returning ${jobColumns}`,
      [without, count, areOthersFirst],
    )
    if (rows.length > 0 || !isIdle) return rows.map((row) => toJob(row, false))
    const row = await this.lost.take(without)
    return row === undefined ? [] : [toJob(row, true)]
  }

  /** Renews jobs in progress. Call it every few seconds; jobs that are not renewed go to another worker. */
  async keep(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#boss.touch(queueName, [...ids])
  }

  /** Requeues the jobs of dead workers, to be retried alone. A job that kills two workers alone fails. */
  recover(): Promise<void> {
    return this.lost.find()
  }

  /** Completes a job even if another worker has it by now, because its outcome exists. */
  done(id: string, outcome: JobOutcome): Promise<void> {
    return this.#ended.add({ id, outcome })
  }

  async #complete(ended: readonly { readonly id: string; readonly outcome: JobOutcome }[]): Promise<[]> {
    // Whoever has the jobs now, done is done. The list of ids keeps PostgreSQL from reading all jobs.
    await this.sql(
      `with ended as (select id, outcome from jsonb_to_recordset($2) as x (id uuid, outcome jsonb)),
       completed as (
         update ${this.jobs} as job
         set state = 'completed', completed_on = now(), heartbeat_on = null, output = ended.outcome
         from ended
         where job.name = $1 and job.id = any($3::uuid[]) and job.id = ended.id and job.state <> 'completed')
       ${this.lost.deleteHarmless('select unnest($3::uuid[])')}`,
      [toJsonb(ended), ended.map(({ id }) => id)],
    )
    return []
  }

  /**
   * @param job The job as taken: if another worker has it by now, nothing changes.
   * @param again Whether to retry it later, within the retries of the queue.
   * @returns The new state; undefined if another worker has it.
   */
  async failed(
    { id, takenAt }: Pick<Job, 'id' | 'takenAt'>,
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
    await this.plainSql(this.lost.deleteHarmless('$1'), [id])
    return row.state === 'failed' ? 'failed' : 'waiting'
  }

  /** Requeues a job after a delay as if it had not been taken, unless another worker has it by now. */
  async giveBack(
    { id, takenAt }: Pick<Job, 'id' | 'takenAt'>,
    delayInMs: number,
    about: {
      /** The reason, if the worker cannot do the job. */
      readonly why?: JobFailure | undefined
      /** Whether the worker has survived the job, so that it need not be alone any more. Default false. */
      readonly isHarmless?: boolean
      /** Whether other jobs go first from now on. Default false. */
      readonly isLast?: boolean
    } = {},
  ): Promise<void> {
    const { why, isHarmless = false, isLast = false } = about
    const startAfter = "now() + $4 * interval '1s'"
    // Without a start time, the next take does not count as a retry; the output shows that the job was taken.
    const requeue = `update ${this.jobs} set state = 'created', started_on = null, heartbeat_on = null,
         start_after = ${isHarmless ? startAfter : this.lost.startAfter(startAfter)}, output = $5,
         priority = priority - $6::int
       where name = $1 and id = $2 and ${takenAtThatTime} returning id`
    await this.sql(
      isHarmless ? `with given as (${requeue}) ${this.lost.deleteHarmless('select id from given')}` : requeue,
      [id, takenAt, seconds(delayInMs), toJsonb(why ?? {}), Number(isLast)],
    )
  }

  /** Deletes the data of jobs that ended this long ago, and unfetched results. @returns Number of jobs. */
  async forget(afterInMs: number): Promise<number> {
    await this.results.forgetOlderThan(this.keepForInSeconds)
    await this.holds.forget()
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
