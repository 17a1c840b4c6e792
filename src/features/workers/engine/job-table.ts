import type { EndedJob, Job, JobCosts, JobCounts, JobFailure, JobState, NewJob, ReasonCount } from './jobs.ts'
import type { LostJobs } from './lost-jobs.ts'
import { queueName, type Sql, toJsonb } from './sql.ts'

const reasonOfFailure = `coalesce(output->>'message', output->'value'->>'message', 'no reason is kept')`

/** The failed jobs that `retry` and `drop` select. $2 is a group or null, $3 a part of a reason or null. */
const whichFailed = `name = $1 and state = 'failed' and ($2::text is null or group_id = $2)
  and ($3::text is null or position(lower($3) in lower(${reasonOfFailure})) > 0)`

const isoTime = (value: string) => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Queries of pg-boss's job table for which it has no call: states of jobs, and repair of failed ones. */
export abstract class JobTable {
  protected readonly jobs: string
  protected readonly keepForInSeconds: number

  constructor(schema: string, keepForInSeconds: number) {
    this.jobs = `${schema}.job`
    this.keepForInSeconds = keepForInSeconds
  }

  protected abstract readonly lost: LostJobs

  protected abstract readonly plainSql: Sql

  /** $1 is the name of the queue. */
  protected sql<Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []) {
    return this.plainSql<Row>(text, [queueName, ...values])
  }

  /** Stores a job that cannot be done as failed. @returns 0 if the queue has it already, otherwise 1. */
  protected async bury({ id, group, data }: NewJob, failure: JobFailure): Promise<number> {
    const rows = await this.sql(
      `insert into ${this.jobs} (id, name, data, group_id, state, output, completed_on, policy, deletion_seconds)
       values ($2, $1, $3, $4, 'failed', $5, now(), 'standard', $6) on conflict do nothing returning id`,
      [id, toJsonb(data), group, toJsonb(failure), this.keepForInSeconds],
    )
    return rows.length
  }

  /** Returns true if no job waits or is in progress. */
  async isEmpty(): Promise<boolean> {
    // Worded like two partial indexes of pg-boss, so that PostgreSQL skips ended jobs.
    const [row] = await this.sql(
      `select exists (select from ${this.jobs} where name = $1 and state < 'active' and not blocked)
         or exists (select from ${this.jobs} where name = $1 and state = 'active' and group_id is not null) as any`,
    )
    return row?.any === false
  }

  /** Returns the states of those jobs that the queue knows. Fast for any size of queue. */
  async states(ids: readonly string[]): Promise<ReadonlyMap<string, JobState>> {
    const rows = await this.sql(
      `select id, case when state < 'active' then 'waiting' when state = 'active' then 'running'
           when state = 'completed' then output->>'outcome' else 'failed' end as state,
         case when state = 'failed' or (state < 'active' and output <> '{}') then ${reasonOfFailure} end as reason
       from ${this.jobs} where name = $1 and id = any($2::uuid[])`,
      [ids],
    )
    return new Map(
      rows.map(({ id, state, reason }) => [String(id), { state, reason: reason ?? undefined } as JobState]),
    )
  }

  /** Returns the jobs of a thread in the order of enqueuing, with the states that they scored. */
  thread(key: string): Promise<{ readonly id: string; readonly state: string | null }[]> {
    const where = 'name = $1 and singleton_key = $2 order by created_on, id'
    return this.sql(`select id, output->>'state' as state from ${this.jobs} where ${where}`, [key])
  }

  /**
   * Counts jobs by group. It reads the whole queue, which is slow if the queue is large.
   *
   * @param since Only jobs enqueued since then.
   */
  async counts(since?: Date): Promise<JobCounts[]> {
    const rows = await this.sql<JobCounts>(
      `select group_id as "group", count(*) filter (where state < 'active')::int as waiting,
         count(*) filter (where state = 'active')::int as running,
         count(*) filter (where state = 'completed' and output->>'outcome' = 'scored')::int as scored,
         count(*) filter (where state = 'completed' and output->>'outcome' = 'not scorable')::int as "notScorable",
         count(*) filter (where state = 'failed')::int as failed,
         min(created_on) filter (where state < 'active') as "oldestWaiting"
       from ${this.jobs} where name = $1 and ($2::timestamptz is null or created_on >= $2)
       group by group_id order by group_id`,
      [since ?? null],
    )
    return rows.map((row) => ({ ...row, oldestWaiting: row.oldestWaiting ?? undefined }))
  }

  /** Returns up to `limit` jobs that ended after one place and up to another, in order. */
  ended(behind: Pick<EndedJob, 'time' | 'id'>, upTo: typeof behind, limit: number): Promise<EndedJob[]> {
    return this.sql<EndedJob>(
      `select id, group_id as "group", case when state = 'failed' then 'failed' else output->>'outcome' end as outcome,
         ${isoTime('completed_on')} as time
       from ${this.jobs} where name = $1 and state in ('completed', 'failed')
         and (completed_on, id) > ($2::timestamptz, $3::uuid) and (completed_on, id) <= ($4::timestamptz, $5::uuid)
       order by completed_on, id limit $6`,
      [behind.time, behind.id, upTo.time, upTo.id, limit],
    )
  }

  /** Returns the database's current time, by which jobs end, in ISO 8601. */
  async now(): Promise<string> {
    const [row] = await this.plainSql(`select ${isoTime('now()')} as now`, [])
    return String(row?.now)
  }

  /**
   * Returns the reasons of jobs that failed, were not scorable, or wait because a worker could not do them; the most
   * frequent first.
   */
  reasons(of: 'failed' | 'not scorable' | 'waiting'): Promise<ReasonCount[]> {
    const [reason, where] = {
      failed: [reasonOfFailure, `state = 'failed'`],
      'not scorable': [
        `coalesce(output->>'reason', 'no reason is kept')`,
        `state = 'completed' and output->>'outcome' = 'not scorable'`,
      ],
      waiting: [reasonOfFailure, `state < 'active' and output <> '{}'`],
    }[of]
    return this.sql<ReasonCount>(
      `select group_id as "group", ${reason} as reason, count(*)::int as jobs,
         max(coalesce(completed_on, created_on)) as "lastAt"
       from ${this.jobs} where name = $1 and ${where} group by 1, 2 order by 3 desc, 1, 2`,
    )
  }

  /**
   * Restarts failed jobs from the beginning.
   *
   * @param which All if empty; a part of the reason is enough.
   */
  async retry({ group, reason }: Partial<Pick<ReasonCount, 'group' | 'reason'>>): Promise<{
    /** Jobs that wait again. */
    readonly jobs: number
    /** Jobs that stay failed, because their data was never stored or has been deleted. */
    readonly withoutData: number
  }> {
    const values = [group ?? null, reason ?? null]
    const rows = await this.sql(
      `update ${this.jobs} set state = 'created', retry_count = 0, started_on = null, completed_on = null,
         output = '{}', start_after = ${this.lost.startAfter('now()')}, keep_until = now() + $4 * interval '1s'
       where ${whichFailed} and data ? 'payload' returning id`,
      [...values, this.keepForInSeconds],
    )
    await this.lost.beginAnew(rows.map(({ id }) => String(id)))
    const [left] = await this.sql(
      `select count(*)::int as jobs from ${this.jobs} where ${whichFailed} and not data ? 'payload'`,
      values,
    )
    return { jobs: rows.length, withoutData: Number(left?.jobs) }
  }

  /** Deletes failed jobs: those that `retry` would restart, and those without data. */
  async drop({ group, reason }: Partial<Pick<ReasonCount, 'group' | 'reason'>>): Promise<number> {
    const asked = `delete from ${this.jobs} where ${whichFailed} returning id`
    return (await this.sql(asked, [group ?? null, reason ?? null])).length
  }

  /** Counts how many of these jobs have ended, and what the completed ones cost. */
  spent(ids: readonly string[]): Promise<JobCosts> {
    return this.#costs(
      `select output from ${this.jobs} where name = $1 and id = any($2::uuid[]) and state > 'active'`,
      [ids],
    )
  }

  /** Returns the cost of the latest 1,000 jobs of a group that called a judge. */
  usualCost(group: string): Promise<JobCosts> {
    return this.#costs(
      `select output from ${this.jobs} where name = $1 and group_id = $2 and state = 'completed'
         and output->>'calls' is not null order by completed_on desc limit 1000`,
      [group],
    )
  }

  async #costs(outputs: string, values: readonly unknown[]): Promise<JobCosts> {
    const sum = (key: string) => `coalesce(sum((output->>'${key}')::float), 0) as ${key}`
    const [row] = await this.sql<JobCosts & { readonly isPriced: boolean | null }>(
      `select count(*)::int as jobs, ${sum('calls')}, ${sum('tokens')}, ${sum('money')},
         bool_and((output->>'calls')::float is null or (output->>'calls')::float = 0 or output->>'money' is not null)
           as "isPriced", min(output->>'unpriced') as unpriced from (${outputs}) as ended`,
      values,
    )
    // A query without groups always has one row.
    const { isPriced, money, unpriced, ...counts } = row as NonNullable<typeof row>
    return isPriced === false
      ? { ...counts, money: undefined, unpriced: unpriced ?? undefined }
      : { ...counts, money }
  }

  /** Withdraws waiting jobs of a group. @returns Number of jobs. */
  async cancel(group: string): Promise<number> {
    const where = `name = $1 and group_id = $2 and state < 'active' and not blocked`
    return (await this.sql(`delete from ${this.jobs} where ${where} returning id`, [group])).length
  }

  inWork(group: string): Promise<Pick<Job, 'id' | 'data'>[]> {
    const where = `name = $1 and group_id = $2 and state = 'active'`
    return this.sql(`select id, data from ${this.jobs} where ${where}`, [group])
  }

  /** Deletes all jobs of a group, even those in progress: their workers learn it with their next result. */
  async remove(group: string): Promise<void> {
    await this.sql(`delete from ${this.jobs} where name = $1 and group_id = $2`, [group])
  }

  /** Deletes the data of jobs that ended this long ago. @returns Number of jobs. */
  protected async forgetData(afterInMs: number): Promise<number> {
    const rows = await this.sql(
      `update ${this.jobs} set data = data - 'payload'
       where name = $1 and state > 'active' and completed_on < now() - $2 * interval '1s' and data ? 'payload' returning id`,
      [afterInMs / 1000],
    )
    return rows.length
  }
}
