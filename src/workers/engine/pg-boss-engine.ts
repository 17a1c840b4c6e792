import { type ConstructorOptions, type Db, PgBoss } from 'pg-boss'
import type { Job, JobEngine, JobFailure, JobOutcome, NewJob } from './engine.ts'
import { JobTable, queueName, toJsonb } from './job-table.ts'
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

const heartbeatInSeconds = 30
/** The longest that pg-boss allows: a part of an evaluation may take hours, and the heartbeat tells who died. */
const longestJobInSeconds = 86_400
const seconds = (milliseconds: number) => milliseconds / 1000

/**
 * Jobs in PostgreSQL, by way of pg-boss: its tables and their upkeep, putting and taking. What it has no call for is
 * asked of its job table directly, here and in `JobTable`; so its version is held to 12.30.
 */
export class PgBossEngine extends JobTable implements JobEngine {
  readonly #boss: PgBoss
  readonly #options: PgBossEngineOptions
  readonly #holds: string
  readonly results: Results

  constructor(options: PgBossEngineOptions) {
    super(options.schema, options.keepForInSeconds)
    this.#options = options
    this.#holds = `${options.schema}.hold`
    this.results = new Results(() => this.database(), options.schema)
    this.#boss = new PgBoss({ ...options.connection, schema: options.schema, schedule: false })
    this.#boss.on('error', options.onError)
  }

  protected database(): Db {
    return this.#boss.getDb()
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
      expireInSeconds: longestJobInSeconds,
      retentionSeconds: keepForInSeconds,
      deleteAfterSeconds: keepForInSeconds,
    }
    if (await this.#boss.getQueue(queueName)) await this.#boss.updateQueue(queueName, settings)
    else await this.#boss.createQueue(queueName, settings)
    // A role that may not make tables is refused even where they are there.
    const [tables] = await this.plainSql('select to_regclass($1) as holds, to_regclass($2) as results', [
      this.#holds,
      this.results.lastMade,
    ])
    if (tables?.holds && tables.results) return
    // In one transaction under a lock: two processes that begin at once would make the same table.
    await this.database().executeSql(
      `begin; select pg_advisory_xact_lock(hashtext('${this.#holds}'));
       create table if not exists ${this.#holds} (name text primary key, until timestamptz not null);
       ${this.results.definition}; commit`,
    )
  }

  async put(jobs: readonly NewJob[]): Promise<number> {
    const different = [...new Map(jobs.map((job) => [job.id, job])).values()]
    const able = different.filter(({ failure }) => failure === undefined)
    const put = await this.#boss.insert(
      queueName,
      able.map(({ id, group, data, priority }) => ({ id, data, priority, group: { id: group } })),
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

  async take(count: number, without: readonly string[] = []): Promise<Job[]> {
    const held = await this.plainSql(`select name from ${this.#holds} where until > now()`, [])
    const jobs = await this.#boss.fetch<Job['data']>(queueName, {
      batchSize: count,
      includeMetadata: true,
      ignoreGroups: [...held.map(({ name }) => String(name)), ...without],
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
    if (ids.length > 0) await this.#boss.touch(queueName, [...ids])
  }

  async recover(): Promise<void> {
    const failure: JobFailure = {
      name: 'WorkerLostError',
      message: 'each worker that took it died or fell silent: look at what its answer does to the scorer',
    }
    // That it has a group tells PostgreSQL of the index over the jobs in work.
    await this.sql(
      `update ${this.jobs} set heartbeat_on = null, start_after = now(),
         state = case when retry_count < retry_limit then 'retry' else 'failed' end::${this.#options.schema}.job_state,
         completed_on = case when retry_count < retry_limit then null else now() end,
         output = case when retry_count < retry_limit then output else $2::jsonb end
       where name = $1 and state = 'active' and group_id is not null
         and heartbeat_on < now() - interval '${heartbeatInSeconds}s'`,
      [toJsonb(failure)],
    )
  }

  async done(id: string, outcome: JobOutcome): Promise<void> {
    // Whoever has the job by now: what is done is done.
    await this.sql(
      `update ${this.jobs} set state = 'completed', completed_on = now(), heartbeat_on = null, output = $3
       where name = $1 and id = $2 and state <> 'completed'`,
      [id, toJsonb(outcome)],
    )
  }

  async failed(
    { id, attempt }: Pick<Job, 'id' | 'attempt'>,
    failure: JobFailure,
    again: boolean,
  ): Promise<'waiting' | 'failed' | undefined> {
    const [row] = await this.sql(
      `update ${this.jobs} set heartbeat_on = null, output = $5,
         state = case when $4 and retry_count < retry_limit then 'retry' else 'failed' end::${this.#options.schema}.job_state,
         completed_on = case when $4 and retry_count < retry_limit then null else now() end,
         start_after = now() + interval '1s' * least(retry_delay_max, retry_delay * 2 ^ retry_count * (1 + random()))
       where name = $1 and id = $2 and state = 'active' and retry_count = $3 returning state`,
      [id, attempt - 1, again, toJsonb(failure)],
    )
    if (row === undefined) return undefined
    return row.state === 'failed' ? 'failed' : 'waiting'
  }

  async giveBack(
    { id, attempt }: Pick<Job, 'id' | 'attempt'>,
    delayInMs: number,
    why?: JobFailure,
  ): Promise<void> {
    // Without its start, the next one to take it is not counted as a further try.
    await this.sql(
      `update ${this.jobs} set state = 'created', started_on = null, heartbeat_on = null,
         start_after = now() + $4 * interval '1s', output = $5
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
      [id, attempt - 1, seconds(delayInMs), why === undefined ? null : toJsonb(why)],
    )
  }

  async hold(group: string, forInMs: number): Promise<void> {
    await this.plainSql(
      `insert into ${this.#holds} as held (name, until) values ($1, now() + $2 * interval '1s')
       on conflict (name) do update set until = greatest(held.until, excluded.until)`,
      [group, seconds(forInMs)],
    )
  }

  async forget(afterInMs: number): Promise<number> {
    await this.results.forgetOlderThan(this.keepForInSeconds)
    await this.plainSql(`delete from ${this.#holds} where until < now()`, [])
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
