import type { Sql } from './rows.ts'

/** What a process that gives answers has counted. */
export interface GivenAnswers {
  /** Scores of live answers that were to be put into the queue. */
  readonly given: number
  readonly put: number
  /** Those that were never put: there was no room, or the queue was closed. */
  readonly dropped: number
}

/** What all processes together counted, as far as they could say it. */
export interface GivenCounts extends GivenAnswers {
  /** Counted as given by processes that ended without closing their queue, and never put. */
  readonly lost: number
  /** Processes that ended so: what they gave after they last said it, up to a few seconds, nobody has counted. */
  readonly vanished: number
}

/** How often a process says that it lives. */
export const sayEveryInMs = 10_000

/** Counts what servers give where they give it, so that what a crash took is known without traces. */
export class Servers {
  readonly #sql: Sql
  readonly #table: string

  constructor(sql: Sql, schema: string) {
    this.#sql = sql
    this.#table = `${schema}.server`
  }

  get table(): string {
    return this.#table
  }

  /** To be run once, within a transaction. */
  get definition(): string {
    return `create table if not exists ${this.#table} (
      id uuid primary key, started_on timestamptz not null default now(), seen_on timestamptz not null default now(),
      is_closed boolean not null, given bigint not null, put bigint not null, dropped bigint not null)`
  }

  /** @param id Of the process. */
  async say(id: string, { given, put, dropped }: GivenAnswers, isClosed: boolean): Promise<void> {
    await this.#sql(
      `insert into ${this.#table} (id, is_closed, given, put, dropped) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set seen_on = now(), is_closed = excluded.is_closed, given = excluded.given,
         put = excluded.put, dropped = excluded.dropped`,
      [id, isClosed, given, put, dropped],
    )
  }

  /** @param since Only processes that were seen since then, with all that they have counted. */
  async counts(since: Date | undefined): Promise<GivenCounts> {
    const isGone = `not is_closed and seen_on < now() - ${3 * sayEveryInMs} * interval '1ms'`
    const [row = {}] = await this.#sql(
      `select coalesce(sum(given), 0) as given, coalesce(sum(put), 0) as put, coalesce(sum(dropped), 0) as dropped,
         coalesce(sum(given - put - dropped) filter (where ${isGone}), 0) as lost,
         count(*) filter (where ${isGone}) as vanished
       from ${this.#table} where $1::timestamptz is null or seen_on >= $1`,
      [since ?? null],
    )
    const count = (key: keyof GivenCounts) => Number(row[key])
    return {
      ...{ given: count('given'), put: count('put'), dropped: count('dropped') },
      ...{ lost: count('lost'), vanished: count('vanished') },
    }
  }

  async forgetOlderThan(seconds: number): Promise<void> {
    await this.#sql(`delete from ${this.#table} where seen_on < now() - $1 * interval '1s'`, [seconds])
  }
}
