import { z } from 'zod/v4'

const hourState = z.strictObject({ read: z.int().min(0), missed: z.int().min(0) })

export const readCountsState = z.strictObject({
  /** Hours that began earlier are incomplete. */
  since: z.string(),
  /** The time from which hours are kept. */
  from: z.string(),
  checkedAt: z.string().optional(),
  /** Maps an hour such as '2026-11-22T13' to its rows read, and to further rows found in the table. */
  hours: z.record(z.string(), hourState),
  /** All rows that were never read. */
  missed: z.int().min(0),
})

/** Rows that a check found to have come too late to be read. */
export interface MissedRows {
  readonly rows: number
  /** Their hours: from the start of the first to the end of the last, ISO 8601. */
  readonly from: string
  readonly to: string
}

const hourInMs = 3_600_000
/** The age up to which whole hours are compared with the table. */
const keptInMs = 25 * hourInMs
const checkEveryInMs = hourInMs

const readHour = (time: string) => time.slice(0, 13)
const toHourStart = (hour: string) => `${hour}:00:00.000Z`
const iso = (time: number) => new Date(time).toISOString()

/**
 * Counts the rows read by hour, for comparison with the table. A row that arrives later than the search for late rows
 * is never read; the comparison reveals it. Rows deleted in the meantime hide as many.
 */
export class ReadCounts {
  readonly #state: z.output<typeof readCountsState>

  /** @param since `add` is called for all rows with a later time. */
  constructor(since: string, state?: z.output<typeof readCountsState>) {
    this.#state = state ? structuredClone(state) : { since, from: since, hours: {}, missed: 0 }
  }

  get missed(): number {
    return this.#state.missed
  }

  /** Drops hours that are a day old. */
  begin(now: string): void {
    const from = iso(Date.parse(now) - keptInMs)
    const state = this.#state
    if (from > state.from) state.from = from
    for (const hour of Object.keys(state.hours)) if (hour < readHour(state.from)) delete state.hours[hour]
  }

  add(time: string): void {
    this.#change(time, 1)
  }

  /** Updates the counts if a row that was read has a new time. */
  move(from: string, to: string): void {
    this.#change(from, -1)
    this.#change(to, 1)
  }

  /**
   * Compares the completed hours with the table, once an hour.
   *
   * @param count Counts the rows of the table by the hour of their times, from one full hour up to another.
   * @param settledInMs The age from which a row can no longer arrive in time.
   */
  async check(
    now: string,
    settledInMs: number,
    count: (from: string, to: string) => Promise<ReadonlyMap<string, number>>,
  ): Promise<MissedRows | undefined> {
    const state = this.#state
    if (state.checkedAt !== undefined && Date.parse(now) - Date.parse(state.checkedAt) < checkEveryInMs)
      return undefined
    const from = nextHour(iso(Math.max(Date.parse(state.from), Date.parse(state.since))))
    const to = toHourStart(readHour(iso(Date.parse(now) - settledInMs)))
    const found: string[] = []
    let rows = 0
    if (from < to)
      for (const [hour, there] of await count(from, to)) {
        const known = state.hours[hour] ?? { read: 0, missed: 0 }
        const missed = there - known.read
        if (missed <= known.missed) continue
        rows += missed - known.missed
        found.push(hour)
        state.hours[hour] = { ...known, missed }
      }
    state.checkedAt = now
    state.missed += rows
    const [first = '', last = first] = [found.sort()[0], found.at(-1)]
    return rows === 0 ? undefined : { rows, from: toHourStart(first), to: nextHour(toHourStart(last)) }
  }

  state(): z.output<typeof readCountsState> {
    return structuredClone(this.#state)
  }

  #change(time: string, by: number): void {
    const { from, hours } = this.#state
    const hour = readHour(time)
    if (hour < readHour(from)) return
    const { read, missed } = hours[hour] ?? { read: 0, missed: 0 }
    hours[hour] = { read: Math.max(0, read + by), missed }
  }
}

const nextHour = (time: string) => iso(Math.floor(Date.parse(time) / hourInMs + 1) * hourInMs)
