import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod/v4'
import { type MissedRows, ReadCounts, readCountsState } from './read-counts.ts'

/** A row's place in the order of a table: its time in ISO 8601, and its id where times are equal. */
export interface Place {
  readonly time: string
  readonly id: string
}

/** A table that grows, read in the order of its times. */
export interface Followed<Row extends Place> {
  /** Up to `limit` rows behind a place, in order. */
  after(place: Place, limit: number): Promise<Row[]>
  /** Up to `limit` places behind `from` and up to `to`, in order. */
  places(from: Place, to: Place, limit: number): Promise<Place[]>
  /** The rows with these ids; those that are gone are left out. */
  byIds(ids: readonly string[]): Promise<Row[]>
  /** The time of the database. */
  now(): Promise<string>
  /**
   * The rows by the hour of their times, from a full hour up to another; absent of a table that is not checked for rows
   * that came too late.
   */
  readonly countByHour?: (from: string, to: string) => Promise<ReadonlyMap<string, number>>
}

const placeState = z.strictObject({ time: z.string(), id: z.string() })

export const followState = z.strictObject({
  /** Everything up to here was read, but for what was written late. */
  read: placeState,
  /** When all of what may be late was last looked for, by the database's time; absent before the first time. */
  lookedAt: z.string().optional(),
  /** Ids of rows with a time that is looked at again, and that time. */
  seen: z.array(z.tuple([z.string(), z.string()])),
  /** Ids of all that was read behind this place are in `seen`: nothing before it is looked at again. */
  seenFrom: placeState.optional(),
  /** The counts of a table that is checked for what was missed. */
  counts: readCountsState.optional(),
})

/** Before everything. */
export const beginning: Place = { time: '0001-01-01T00:00:00.000Z', id: '' }

export interface FollowOptions {
  /** How long after its time a row may become visible: a slow write, a clock that is behind. */
  readonly lateInMs: number
  readonly pageSize: number
  /** The time to begin behind if there is no state. Default: all rows are read. */
  readonly since?: Date
}

const earlier = (time: string, byInMs: number) => new Date(Date.parse(time) - byInMs).toISOString()

/** More than is gone through again: stores write parts of a second with three digits or with six. */
const roundingInMs = 1000

/** Ids after which a search is no longer quick to repeat in full. */
const idsAtOnce = 5000

/**
 * Reads each row of a table once, in the order of their times. Rows may become visible later than their time says:
 * every time within `lateInMs` of the last look is gone through again, and ids that were seen there are passed over.
 * What is kept grows with the rows of that time alone.
 *
 * Rows with a time in the future are read when they are seen; the place that was read never goes beyond the
 * database's own time, so that a clock that is ahead hides no row of the others.
 */
export class Follower<Row extends Place> {
  readonly #table: Followed<Row>
  readonly #options: FollowOptions
  #read: Place
  #lookedAt: string | undefined
  readonly #seen: Map<string, string>
  /**
   * Nothing before it is looked at again: it goes back neither with the database's clock nor with a longer
   * `lateInMs`, since the ids of what was read there are not known any more.
   */
  #seenFrom: Place
  readonly #counts: ReadCounts | undefined

  constructor(table: Followed<Row>, options: FollowOptions, state?: z.output<typeof followState>) {
    this.#table = table
    this.#options = options
    this.#read = state?.read ?? {
      time: options.since?.toISOString() ?? beginning.time,
      id: '\uffff',
    }
    this.#lookedAt = state?.lookedAt
    this.#seen = new Map(state?.seen)
    this.#seenFrom = state ? (state.seenFrom ?? beginning) : this.#read
    // The state of an earlier version has none, and begins to count where it stands.
    const { counts } = state ?? {}
    this.#counts = table.countByHour && new ReadCounts(this.#read.time, counts)
  }

  /** Rows that came too late to be read, as far as is known. */
  get missed(): number {
    return this.#counts?.missed ?? 0
  }

  /**
   * Holds what was read against the table, once an hour: see `ReadCounts`. Up to the beginning of the last look, which
   * may have taken hours: what became visible since is for the next one.
   */
  async findMissed(): Promise<MissedRows | undefined> {
    const table = this.#table
    if (this.#lookedAt === undefined) return undefined
    return this.#counts?.check(this.#lookedAt, this.#options.lateInMs + roundingInMs, async (from, to) =>
      table.countByHour ? table.countByHour(from, to) : new Map(),
    )
  }

  /**
   * Everything that is new, a page at a time. The state after a page holds that page.
   */
  async *look(signal?: AbortSignal): AsyncGenerator<readonly Row[]> {
    const now = await this.#table.now()
    this.#counts?.begin(now)
    // What was late for the last look: before the rows behind it, whose times are later.
    if (this.#lookedAt !== undefined)
      yield* this.#late({ time: earlier(this.#lookedAt, this.#options.lateInMs), id: '' }, signal)
    // From the first look on, also where it does not come to its end.
    this.#lookedAt ??= now
    let place = this.#read
    for (;;) {
      // A local LibSQL answers at once: without this, nothing else would have its turn before the end.
      await breathe()
      signal?.throwIfAborted()
      const page = await this.#table.after(place, this.#options.pageSize)
      const last = page.at(-1)
      if (last === undefined) break
      const fresh = page.filter((row) => !this.#isSeen(row))
      for (const row of fresh) {
        this.#counts?.add(row.time)
        this.#remember(row)
      }
      place = { time: last.time, id: last.id }
      this.#read = place.time > now ? { time: now, id: '\uffff' } : place
      if (fresh.length > 0) yield fresh
      if (page.length < this.#options.pageSize) break
    }
    this.#lookedAt = now
    this.#forget()
  }

  state(): z.output<typeof followState> {
    return {
      read: { ...this.#read },
      lookedAt: this.#lookedAt,
      seen: [...this.#seen],
      seenFrom: { ...this.#seenFrom },
      counts: this.#counts?.state(),
    }
  }

  async *#late(from: Place, signal: AbortSignal | undefined): AsyncGenerator<readonly Row[]> {
    const to = this.#read
    let place = from.time > this.#seenFrom.time ? from : this.#seenFrom
    while (place.time <= to.time) {
      await breathe()
      signal?.throwIfAborted()
      const places = await this.#table.places(place, to, idsAtOnce)
      const missing = places.filter((row) => !this.#isSeen(row))
      for (let at = 0; at < missing.length; at += this.#options.pageSize) {
        const ids = missing.slice(at, at + this.#options.pageSize).map(({ id }) => id)
        const rows = await this.#table.byIds(ids)
        for (const { id, time } of rows) {
          this.#counts?.add(time)
          this.#seen.set(id, time)
        }
        if (rows.length > 0) yield rows
      }
      const last = places.at(-1)
      if (last === undefined || places.length < idsAtOnce) return
      place = { time: last.time, id: last.id }
    }
  }

  /** A row that is written again has a new time: it is known by its id until that is over, too. */
  #isSeen({ id, time }: Place): boolean {
    const before = this.#seen.get(id)
    if (before === undefined) return false
    if (before !== time) {
      this.#seen.set(id, time)
      this.#counts?.move(before, time)
    }
    return true
  }

  /** Rows that a later look comes upon again. */
  #remember({ id, time }: Place): void {
    if (time >= this.#keptFrom) this.#seen.set(id, time)
  }

  #forget(): void {
    const from = this.#keptFrom
    for (const [id, time] of this.#seen) if (time < from) this.#seen.delete(id)
    if (from > this.#seenFrom.time) this.#seenFrom = { time: from, id: '' }
  }

  get #keptFrom(): string {
    return earlier(this.#lookedAt ?? beginning.time, this.#options.lateInMs + roundingInMs)
  }
}
