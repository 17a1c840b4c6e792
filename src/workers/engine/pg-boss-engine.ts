import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type {
  FailedJobs,
  Job,
  JobCosts,
  JobCounts,
  JobEngine,
  JobFailure,
  JobOutcome,
  NewJob,
  ReasonCount,
} from './engine.ts'
import { Results } from './results.ts'

export interface PgBossEngineOptions {
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

/** The queue within the schema. */
const queue = 'scores'
const heartbeatInSeconds = 30
const seconds = (milliseconds: number) => milliseconds / 1000

/** Where `failed` counts for `retry` and `drop`. $2 is a group or null, $3 a part of a reason or null. */
const whichFailed = `name = $1 and state = 'failed' and ($2::text is null or group_id = $2)
  and ($3::text is null or position(lower($3) in lower(coalesce(output->>'message', output->'value'->>'message', ''))) > 0)`

/**
 * Jobs in PostgreSQL, by way of pg-boss: its tables and their upkeep, putting and taking. What it has no call for is
 * asked of its job table directly, here and nowhere else; so its version is held to 12.30.
 */
export class PgBossEngine implements JobEngine {
  readonly #boss: PgBoss
  readonly #options: PgBossEngineOptions
  readonly #jobs: string
  readonly #holds: string
  readonly results: Results

  constructor(options: PgBossEngineOptions) {
    this.#options = options
    this.#jobs = `${options.schema}.job`
    this.#holds = `${options.schema}.hold`
    this.results = new Results(() => this.#boss.getDb(), options.schema)
    this.#boss = new PgBoss({ ...options.connection, schema: options.schema, schedule: false })
    this.#boss.on('error', options.onError)
  }

  async open(): Promise<void> {
    const { retries, keepForInSeconds } = this.#options
    await this.#boss.start()
    const settings = {
      retryLimit: retries,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 600,
      heartbeatSeconds: heartbeatInSeconds,
      retentionSeconds: keepForInSeconds,
      deleteAfterSeconds: keepForInSeconds,
    }
    if (await this.#boss.getQueue(queue)) await this.#boss.updateQueue(queue, settings)
    else await this.#boss.createQueue(queue, settings)
    // In one transaction under a lock: two processes that begin at once would make the same table.
    await this.#boss.getDb().executeSql(
      `begin; select pg_advisory_xact_lock(hashtext('${this.#holds}'));
       create table if not exists ${this.#holds} (name text primary key, until timestamptz not null);
       ${this.results.definition}; commit`,
    )
  }

  async put(jobs: readonly NewJob[]): Promise<number> {
    const different = [...new Map(jobs.map((job) => [job.id, job])).values()]
    const able = different.filter(({ failure }) => failure === undefined)
    const put = await this.#boss.insert(
      queue,
      able.map(({ id, group, data, priority }) => ({ id, data, priority, group: { id: group } })),
      { returnId: true },
    )
    let buried = 0
    for (const { id, group, data, failure } of different) {
      if (failure === undefined) continue
      buried += (
        await this.#sql(
          `insert into ${this.#jobs} (id, name, data, group_id, state, output, completed_on, policy, deletion_seconds)
           values ($2, $1, $3, $4, 'failed', $5, now(), 'standard', $6) on conflict do nothing returning id`,
          [id, JSON.stringify(data), group, JSON.stringify(failure), this.#options.keepForInSeconds],
        )
      ).length
    }
    return (put?.length ?? 0) + buried
  }

  async take(count: number): Promise<Job[]> {
    const held = await this.#sql(
      `select name from ${this.#holds} where until > now() and $1::text is not null`,
    )
    const jobs = await this.#boss.fetch<Job['data']>(queue, {
      batchSize: count,
      includeMetadata: true,
      ignoreGroups: held.map(({ name }) => String(name)),
    })
    return jobs.map(({ id, groupId, data, retryCount, createdOn }) => ({
      id,
      group: groupId ?? '',
      data,
      attempt: retryCount + 1,
      createdAt: createdOn,
    }))
  }

  async keep(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#boss.touch(queue, [...ids])
  }

  async recover(): Promise<void> {
    const lapsed = `name = $1 and state = 'active' and heartbeat_on < now() - interval '${heartbeatInSeconds}s'`
    const failure: JobFailure = {
      name: 'WorkerLostError',
      message: 'each worker that took it died or fell silent: look at what its answer does to the scorer',
    }
    await this.#sql(
      `update ${this.#jobs} set heartbeat_on = null, start_after = now(),
         state = case when retry_count < retry_limit then 'retry' else 'failed' end::${this.#options.schema}.job_state,
         completed_on = case when retry_count < retry_limit then null else now() end,
         output = case when retry_count < retry_limit then output else $2::jsonb end
       where ${lapsed}`,
      [JSON.stringify(failure)],
    )
  }

  async done(id: string, outcome: JobOutcome): Promise<void> {
    await this.#boss.complete(queue, id, outcome)
  }

  async failed(id: string, failure: JobFailure, again: boolean): Promise<void> {
    if (again) await this.#boss.fail(queue, id, failure)
    else
      await this.#sql(
        `update ${this.#jobs} set state = 'failed', completed_on = now(), heartbeat_on = null, output = $3
         where name = $1 and id = $2 and state = 'active'`,
        [id, JSON.stringify(failure)],
      )
  }

  async giveBack(ids: readonly string[], delayInMs: number): Promise<void> {
    // Without its start, the next one to take it is not counted as a further try.
    await this.#sql(
      `update ${this.#jobs} set state = 'created', started_on = null, heartbeat_on = null,
         start_after = now() + $3 * interval '1s'
       where name = $1 and id = any($2::uuid[]) and state = 'active'`,
      [ids, seconds(delayInMs)],
    )
  }

  async hold(group: string, forInMs: number): Promise<void> {
    await this.#sql(
      `insert into ${this.#holds} as held (name, until) select $2, now() + $3 * interval '1s' where $1::text is not null
       on conflict (name) do update set until = greatest(held.until, excluded.until)`,
      [group, seconds(forInMs)],
    )
  }

  async counts(): Promise<JobCounts[]> {
    const rows = await this.#sql(
      `select group_id, count(*) filter (where state < 'active')::int as waiting,
         count(*) filter (where state = 'active')::int as running,
         count(*) filter (where state = 'completed' and output->>'outcome' = 'scored')::int as scored,
         count(*) filter (where state = 'completed' and output->>'outcome' = 'not scorable')::int as not_scorable,
         count(*) filter (where state = 'failed')::int as failed,
         min(created_on) filter (where state < 'active') as oldest
       from ${this.#jobs} where name = $1 group by group_id order by group_id`,
    )
    return rows.map(({ group_id, waiting, running, scored, not_scorable, failed, oldest }) => ({
      group: String(group_id),
      waiting: Number(waiting),
      running: Number(running),
      scored: Number(scored),
      notScorable: Number(not_scorable),
      failed: Number(failed),
      oldestWaiting: oldest instanceof Date ? oldest : undefined,
    }))
  }

  async reasons(of: 'failed' | 'not scorable'): Promise<ReasonCount[]> {
    const [reason, where] =
      of === 'failed'
        ? [
            `coalesce(output->>'message', output->'value'->>'message', 'no reason is kept')`,
            `state = 'failed'`,
          ]
        : [`output->>'reason'`, `state = 'completed' and output->>'outcome' = 'not scorable'`]
    const rows = await this.#sql(
      `select group_id, ${reason} as reason, count(*)::int as jobs, max(completed_on) as last
       from ${this.#jobs} where name = $1 and ${where} group by 1, 2 order by 3 desc, 1, 2`,
    )
    return rows.map((row) => ({
      group: String(row.group_id),
      reason: String(row.reason),
      jobs: Number(row.jobs),
      lastAt: row.last as Date,
    }))
  }

  async retry({
    group = null,
    reason = null,
  }: { [Key in keyof FailedJobs]?: string | null }): Promise<number> {
    const rows = await this.#sql(
      `update ${this.#jobs} set state = 'created', retry_count = 0, started_on = null, completed_on = null,
         output = null, start_after = now()
       where ${whichFailed} and data ? 'payload' returning id`,
      [group, reason],
    )
    return rows.length
  }

  async drop({
    group = null,
    reason = null,
  }: { [Key in keyof FailedJobs]?: string | null }): Promise<number> {
    return (await this.#sql(`delete from ${this.#jobs} where ${whichFailed} returning id`, [group, reason]))
      .length
  }

  async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#sql(`select id from ${this.#jobs} where name = $1 and id = any($2::uuid[])`, [
      ids,
    ])
    return new Set(rows.map(({ id }) => String(id)))
  }

  spent(ids: readonly string[]): Promise<JobCosts> {
    return this.#costs(
      `select output from ${this.#jobs} where name = $1 and id = any($2::uuid[]) and state > 'active'`,
      [ids],
    )
  }

  usualCost(group: string): Promise<JobCosts> {
    return this.#costs(
      `select output from ${this.#jobs} where name = $1 and group_id = $2 and state = 'completed'
         and output->>'calls' is not null order by completed_on desc limit 1000`,
      [group],
    )
  }

  async #costs(outputs: string, values: readonly unknown[]): Promise<JobCosts> {
    const sum = (key: string) => `coalesce(sum((output->>'${key}')::float), 0) as ${key}`
    const [row = {}] = await this.#sql(
      `select count(*)::int as jobs, ${sum('calls')}, ${sum('tokens')}, ${sum('money')} from (${outputs}) as ended`,
      values,
    )
    return {
      jobs: Number(row.jobs),
      calls: Number(row.calls),
      tokens: Number(row.tokens),
      money: Number(row.money),
    }
  }

  async cancel(group: string): Promise<number> {
    const where = `name = $1 and group_id = $2 and state < 'active'`
    return (await this.#sql(`delete from ${this.#jobs} where ${where} returning id`, [group])).length
  }

  async forget(afterInMs: number): Promise<number> {
    await this.results.forgetOlderThan(this.#options.keepForInSeconds)
    const rows = await this.#sql(
      `update ${this.#jobs} set data = data - 'payload'
       where name = $1 and state > 'active' and completed_on < now() - $2 * interval '1s' and data ? 'payload' returning id`,
      [seconds(afterInMs)],
    )
    return rows.length
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false })
    await this.#options.close?.()
  }

  /** $1 is the name of the queue. */
  async #sql(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const { rows } = await this.#boss.getDb().executeSql(text, [queue, ...values])
    return rows
  }
}
