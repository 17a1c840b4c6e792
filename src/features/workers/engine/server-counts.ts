import type { Sql } from './sql.ts'

/** Counts of a process that serves answers. */
export interface GivenAnswers {
  /** Live scores to enqueue. */
  readonly given: number
  readonly put: number
  /** Scores never enqueued, because there was no room or the queue was closed. */
  readonly dropped: number
}

/** Counts of all processes together, as far as they reported them. */
export interface GivenCounts extends GivenAnswers {
  /** Counted as given by processes that ended without closing their queue, but never enqueued. */
  readonly lost: number
  /** Number of such processes. Their counts since the last report, up to a few seconds, are unknown. */
  readonly vanished: number
}

/** Interval of a process's reports. */
export const sayEveryInMs = 10_000

/** Counts scores where servers produce them, so that losses in a crash are known without traces. */
export class Servers {
  readonly table: string
  readonly #sql: Sql

  constructor(sql: Sql, schema: string) {
    this.#sql = sql
    this.table = `${schema}.server`
  }

  /** Run it once, within a transaction. */
  get definition(): string {
    return `create table if not exists ${this.table} (
      id uuid primary key, started_on timestamptz not null default now(), seen_on timestamptz not null default now(),
      is_closed boolean not null, given bigint not null, put bigint not null, dropped bigint not null)`
  }

  /** @param id Id of the process. */
  async say(id: string, { given, put, dropped }: GivenAnswers, isClosed: boolean): Promise<void> {
    await this.#sql(
      `insert into ${this.table} (id, is_closed, given, put, dropped) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set seen_on = now(), is_closed = excluded.is_closed, given = excluded.given,
         put = excluded.put, dropped = excluded.dropped`,
      [id, isClosed, given, put, dropped],
    )
  }

  /** @param since Only processes seen since then, with their whole counts. */
  async counts(since: Date | undefined): Promise<GivenCounts> {
    const isGone = `not is_closed and seen_on < now() - ${3 * sayEveryInMs} * interval '1ms'`
    const [counts] = await this.#sql<GivenCounts>(
      `select coalesce(sum(given), 0)::float as given, coalesce(sum(put), 0)::float as put,
         coalesce(sum(dropped), 0)::float as dropped,
         coalesce(sum(given - put - dropped) filter (where ${isGone}), 0)::float as lost,
         count(*) filter (where ${isGone})::int as vanished
       from ${this.table} where $1::timestamptz is null or seen_on >= $1`,
      [since ?? null],
    )
    // A query without groups always has one row.
    return counts as GivenCounts
  }

  async forgetOlderThan(seconds: number): Promise<void> {
    await this.#sql(`delete from ${this.table} where seen_on < now() - $1 * interval '1s'`, [seconds])
  }
}
