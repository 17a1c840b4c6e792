import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod/v4'
import { type MissedRows, ReadCounts, readCountsState } from './read-counts.ts'

/** A row's place in the order of a table: its time in ISO 8601, then its id. */
export interface Place {
  readonly time: string
  readonly id: string
}

/** A growing table, read in the order of its times. */
export interface GrowingTable<Row extends Place> {
  after(place: Place, limit: number): Promise<Row[]>
  /** Returns up to `limit` places after `from` and up to `to`, in order. */
  places(from: Place, to: Place, limit: number): Promise<Place[]>
  /** Returns the rows with these ids, without those that are gone. */
  byIds(ids: readonly string[]): Promise<Row[]>
  /** Returns the time of the database. */
  now(): Promise<string>
  /**
   * Counts the rows by the hour of their times, from one full hour up to another; absent for a table that is not
   * checked for rows that came too late.
   */
  readonly countByHour?: (from: string, to: string) => Promise<ReadonlyMap<string, number>>
}

const placeState = z.strictObject({ time: z.string(), id: z.string() })

export const followState = z.strictObject({
  /** Everything up to here has been read, except rows that are written late. */
  read: placeState,
  /** The database's time of the last full search for late rows; absent before the first. */
  lookedAt: z.string().optional(),
  /** Ids and times of rows that a later look will see again. */
  seen: z.array(z.tuple([z.string(), z.string()])),
  /** `seen` has the ids of all rows read after this place. Nothing before it is read again. */
  seenFrom: placeState,
  /** The counts of a table that is checked for missed rows. */
  counts: readCountsState.optional(),
})

/** The place before all rows. */
export const beginning: Place = { time: '0001-01-01T00:00:00.000Z', id: '' }

const earlier = (time: string, byInMs: number) => new Date(Date.parse(time) - byInMs).toISOString()

/** An extra margin for re-reading: stores write fractions of a second with three digits or six. */
const roundingInMs = 1000

/** Beyond this many ids, repeating a search in full is slow. */
const idsAtOnce = 5000

/**
 * Reads each row of a table once, in the order of their times. Rows may become visible later than their time says, so
 * each look reads the times within `lateInMs` before the last look again and skips ids that it has seen. Memory grows
 * only with the rows of that period.
 *
 * Rows with a time in the future are read when they appear. The read position never passes the database's own time, so
 * a clock that is ahead hides no row of others.
 */
export class Follower<Row extends Place> {
  readonly #table: GrowingTable<Row>
  readonly #lateInMs: number
  readonly #pageSize: number
  #read: Place
  #lookedAt: string | undefined
  readonly #seen: Map<string, string>
  /**
   * Nothing before it is read again, even if the database's clock goes back or `lateInMs` grows: the ids of those rows
   * are forgotten.
   */
  #seenFrom: Place
  readonly #counts: ReadCounts | undefined

  constructor(
    table: GrowingTable<Row>,
    options: {
      /** How long after its time a row may become visible, because of a slow write or a clock that is behind. */
      readonly lateInMs: number
      readonly pageSize: number
      /** The time after which to begin if there is no state. Default: reads all rows. */
      readonly since?: Date
    },
    state?: z.output<typeof followState>,
  ) {
    this.#table = table
    this.#lateInMs = options.lateInMs
    this.#pageSize = options.pageSize
    this.#read = state?.read ?? { time: options.since?.toISOString() ?? beginning.time, id: '\uffff' }
    this.#lookedAt = state?.lookedAt
    this.#seen = new Map(state?.seen)
    this.#seenFrom = state?.seenFrom ?? this.#read
    this.#counts = table.countByHour && new ReadCounts(this.#read.time, state?.counts)
  }

  /** Known number of rows that came too late to be read. */
  get missed(): number {
    return this.#counts?.missed ?? 0
  }

  /**
   * Compares what was read with the table, once an hour: see `ReadCounts`. It stops at the beginning of the last look,
   * which may have taken hours; later rows are for the next look.
   */
  async findMissed(): Promise<MissedRows | undefined> {
    const table = this.#table
    if (this.#lookedAt === undefined) return undefined
    return this.#counts?.check(this.#lookedAt, this.#lateInMs + roundingInMs, async (from, to) =>
      table.countByHour ? table.countByHour(from, to) : new Map(),
    )
  }

  /** Yields all new rows, a page at a time. The state after a page includes that page. */
  async *look(signal?: AbortSignal): AsyncGenerator<readonly Row[]> {
    const now = await this.#table.now()
    this.#counts?.begin(now)
    // Late rows first: the rows after the last look have later times.
    if (this.#lookedAt !== undefined)
      yield* this.#late({ time: earlier(this.#lookedAt, this.#lateInMs), id: '' }, signal)
    // Set at the start of the first look, in case that look does not finish.
    this.#lookedAt ??= now
    let place = this.#read
    for (;;) {
      // A local LibSQL answers synchronously, which would starve everything else until the end.
      await breathe()
      signal?.throwIfAborted()
      const page = await this.#table.after(place, this.#pageSize)
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
      if (page.length < this.#pageSize) break
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
      for (let at = 0; at < missing.length; at += this.#pageSize) {
        const ids = missing.slice(at, at + this.#pageSize).map(({ id }) => id)
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

  /** A rewritten row has a new time: its id identifies it until that time is over, too. */
  #isSeen({ id, time }: Place): boolean {
    const before = this.#seen.get(id)
    if (before === undefined) return false
    if (before !== time) {
      this.#seen.set(id, time)
      this.#counts?.move(before, time)
    }
    return true
  }

  /** Remembers rows that a later look will see again. */
  #remember({ id, time }: Place): void {
    if (time >= this.#keptFrom) this.#seen.set(id, time)
  }

  #forget(): void {
    const from = this.#keptFrom
    for (const [id, time] of this.#seen) if (time < from) this.#seen.delete(id)
    if (from > this.#seenFrom.time) this.#seenFrom = { time: from, id: '' }
  }

  get #keptFrom(): string {
    return earlier(this.#lookedAt ?? beginning.time, this.#lateInMs + roundingInMs)
  }
}
