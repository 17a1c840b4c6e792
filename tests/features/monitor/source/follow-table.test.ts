import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod/v4'
import type { followState } from '../../../../src/features/monitor/source/follow-table.ts'
import {
  Follower,
  type GrowingTable,
  type Place,
} from '../../../../src/features/monitor/source/follow-table.ts'

const begin = Date.UTC(2026, 0, 1)
const iso = (time: number) => new Date(begin + time).toISOString()
const isBehind = (one: Place, other: Place) =>
  one.time > other.time || (one.time === other.time && one.id > other.id)

/** A table in memory whose rows become visible when it is told, whatever their times. */
class Table implements GrowingTable<Place> {
  readonly rows: Place[] = []
  time = 0

  #sorted = () => [...this.rows].sort((one, other) => (isBehind(one, other) ? 1 : -1))

  after = async (place: Place, limit: number) =>
    this.#sorted()
      .filter((row) => isBehind(row, place))
      .slice(0, limit)
  places = async (from: Place, to: Place, limit: number) =>
    this.#sorted()
      .filter((row) => isBehind(row, from) && !isBehind(row, to))
      .slice(0, limit)
  byIds = async (ids: readonly string[]) => this.rows.filter(({ id }) => ids.includes(id))
  now = async () => iso(this.time)
}

const lateInMs = 1000
const write = fc.record({
  kind: fc.constant('write' as const),
  /** How long before the time it is: late; below 0 of a clock that is ahead. */
  late: fc.integer({ min: -3000, max: lateInMs - 1 }),
  count: fc.integer({ min: 1, max: 4 }),
})
const step = fc.oneof(
  { weight: 4, arbitrary: write },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), for: fc.integer({ min: 0, max: 2500 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'look' as const }) },
  /** Ends in the middle of a look, or without having kept the last page. */
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('killed' as const), pages: fc.integer({ min: 0, max: 3 }) }),
  },
)

it('reads each row once, however late and out of order rows come, and however often it is killed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const table = new Table()
      const options = { lateInMs, pageSize: 3 }
      /** What was kept together: the place, and the rows that were read up to it. */
      let kept: { state: z.output<typeof followState> | undefined; read: string[] } = {
        state: undefined,
        read: [],
      }
      let rows = 0
      const look = async (pages = Number.POSITIVE_INFINITY) => {
        const follower = new Follower(table, options, structuredClone(kept.state))
        const read = [...kept.read]
        for await (const page of follower.look()) {
          if (pages <= 0) return
          pages -= 1
          read.push(...page.map(({ id }) => id))
          kept = { state: follower.state(), read: [...read] }
        }
        kept = { state: follower.state(), read }
      }
      for (const one of [...steps, { kind: 'look' as const }]) {
        if (one.kind === 'wait') table.time += one.for
        if (one.kind === 'look') await look()
        if (one.kind === 'killed') await look(one.pages)
        if (one.kind === 'write')
          for (let number = 0; number < one.count; number += 1) {
            // Ids in no order of time.
            table.rows.push({ id: `${(rows * 7919) % 1000}-${rows}`, time: iso(table.time - one.late) })
            rows += 1
          }
      }
      expect([...kept.read].sort()).toEqual(table.rows.map(({ id }) => id).sort())
    }),
    { numRuns: 300 },
  )
})

it('finds what came late for a first look that was broken off', async () => {
  const table = new Table()
  table.time = 500
  for (let at = 100; at < 110; at += 1) table.rows.push({ id: String(at), time: iso(at) })
  const broken = new Follower(table, { lateInMs, pageSize: 3 })
  await broken.look().next()
  table.rows.push({ id: 'late', time: iso(50) })
  const ids: string[] = []
  for await (const page of new Follower(table, { lateInMs, pageSize: 3 }, broken.state()).look())
    ids.push(...page.map(({ id }) => id))
  expect(ids.sort()).toEqual(['103', '104', '105', '106', '107', '108', '109', 'late'])
})

it('keeps the ids of the time of late rows alone', async () => {
  const table = new Table()
  const follower = new Follower(table, { lateInMs, pageSize: 100 })
  for (let at = 0; at < 50_000; at += 500) {
    table.time = at
    table.rows.push({ id: String(at), time: iso(at) })
    for await (const page of follower.look()) expect(page).toHaveLength(1)
  }
  expect(follower.state().seen.length).toBeLessThan(10)
})

it('reads a row that is written again with a new time once, however long that is looked at', async () => {
  const table = new Table()
  const follower = new Follower(table, { lateInMs, pageSize: 3 })
  const read: string[] = []
  const lookAt = async (time: number) => {
    table.time = time
    for await (const page of follower.look()) read.push(...page.map(({ id }) => id))
  }
  table.rows.push({ id: 'one', time: iso(0) })
  await lookAt(100)
  table.rows[0] = { id: 'one', time: iso(1900) }
  for (let time = 1950; time < 4500; time += 50) await lookAt(time)
  expect(read).toEqual(['one'])
})

describe('a row that was read, or passed over, is not read again', () => {
  const rowAt = (time: number) => ({ id: String(time), time: iso(time) })
  async function read(follower: Follower<Place>): Promise<string[]> {
    const ids: string[] = []
    for await (const page of follower.look()) ids.push(...page.map(({ id }) => id))
    return ids
  }

  it('where late rows are looked for longer than before', async () => {
    const table = new Table()
    table.time = 10_000
    table.rows.push(...[1000, 5000, 9500].map(rowAt))
    const before = new Follower(table, { lateInMs, pageSize: 3 })
    expect(await read(before)).toHaveLength(3)
    expect(await read(before)).toEqual([])
    const longer = new Follower(table, { lateInMs: 8000, pageSize: 3 }, before.state())
    expect(await read(longer)).toEqual([])
    table.time = 16_000
    expect(await read(longer)).toEqual([])
    // From what was known on, more is looked for.
    table.rows.push(rowAt(8500))
    expect(await read(longer)).toEqual(['8500'])
  })

  it('where the clock of the database is put back', async () => {
    const table = new Table()
    const follower = new Follower(table, { lateInMs, pageSize: 3 })
    table.time = 10_000
    table.rows.push(...[1000, 5000, 9500].map(rowAt))
    expect(await read(follower)).toHaveLength(3)
    table.time = 5000
    for (let look = 0; look < 3; look += 1) expect(await read(follower)).toEqual([])
  })

  it('where it is of a time before the first that is wanted', async () => {
    const table = new Table()
    table.time = 10_000
    table.rows.push(...[9400, 9500, 9600].map(rowAt))
    const since = new Date(begin + 9500)
    const follower = new Follower(table, { lateInMs, pageSize: 3, since })
    expect(await read(follower)).toEqual(['9600'])
    expect(await read(follower)).toEqual([])
    expect(await read(new Follower(table, { lateInMs, pageSize: 3 }, follower.state()))).toEqual([])
  })
})

describe('rows that come too late to be read', () => {
  const hour = 3_600_000
  class CheckedTable extends Table {
    countByHour = async (from: string, to: string) => {
      const within = this.rows.filter(({ time }) => time >= from && time < to)
      const hours = Map.groupBy(within, ({ time }) => time.slice(0, 13))
      return new Map([...hours].map(([of, rows]) => [of, rows.length]))
    }
  }
  /** A new follower each time, with the state of the last. */
  const looks = (table: Table) => {
    let state: z.output<typeof followState> | undefined
    let read = 0
    return async (time: number) => {
      table.time = time
      const follower = new Follower(table, { lateInMs, pageSize: 3 }, state)
      for await (const page of follower.look()) read += page.length
      const missed = await follower.findMissed()
      state = structuredClone(follower.state())
      return { missed, all: follower.missed, read }
    }
  }

  it('are counted once, after their hour', async () => {
    const table = new CheckedTable()
    const look = looks(table)
    const push = (id: string, time: number) => table.rows.push({ id, time: iso(time) })
    for (let at = 0; at < 10; at += 1) push(`row-${at}`, hour + at)
    push('newest', 1.5 * hour)
    expect(await look(1.5 * hour)).toMatchObject({ missed: undefined, read: 11 })
    push('in time', 1.5 * hour - 500)
    push('late', 1.5 * hour - 5000)
    push('later', 1.5 * hour - 6000)
    push('last', 1.5 * hour + 1)
    expect(await look(1.5 * hour + 300)).toMatchObject({ missed: undefined, read: 13 })
    const missed = { rows: 2, from: iso(hour), to: iso(2 * hour) }
    expect(await look(3 * hour)).toMatchObject({ missed, all: 2, read: 13 })
    expect(await look(3.5 * hour)).toMatchObject({ missed: undefined, all: 2 })
    push('much later', 1.2 * hour)
    expect(await look(5 * hour)).toMatchObject({ missed: { ...missed, rows: 1 }, all: 3 })
    // A day later the hour is over for good, and what was missed in it is still known.
    expect(await look(40 * hour)).toMatchObject({ missed: undefined, all: 3 })
  })

  it('are none that came while a look of hours went on: the next one reads them', async () => {
    const table = new CheckedTable()
    table.time = 1.5 * hour
    table.rows.push({ id: 'first', time: iso(hour) }, { id: 'ahead', time: iso(2.3 * hour) })
    const follower = new Follower(table, { lateInMs, pageSize: 3 })
    for await (const _ of follower.look()) {
      table.time = 4 * hour
      table.rows.push({ id: 'meanwhile', time: iso(2.2 * hour) })
    }
    expect(await follower.findMissed()).toBeUndefined()
    const read: string[] = []
    for await (const page of follower.look()) read.push(...page.map(({ id }) => id))
    expect(read).toEqual(['meanwhile'])
    expect([await follower.findMissed(), follower.missed]).toEqual([undefined, 0])
  })

  it('are none where rows are early, late in time, written again, or before the first look', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ wait: fc.integer({ min: 0, max: hour }), late: fc.integer({ min: -3000, max: 990 }) }),
          {
            minLength: 20,
            maxLength: 60,
          },
        ),
        fc.integer({ min: 0, max: 60 }),
        async (rows, again) => {
          const table = new CheckedTable()
          const look = looks(table)
          let time = hour
          for (const [index, { wait, late }] of rows.entries()) {
            time += wait
            table.rows.push({ id: `${index}`, time: iso(time - late) })
            if (index % 3 > 0) await look(time)
            const twice = table.rows[index]
            if (index === again && twice) table.rows[index] = { id: twice.id, time: iso(time + 700) }
          }
          const { all, read } = await look(time + 5 * hour)
          expect([all, read]).toEqual([0, rows.length])
        },
      ),
      { numRuns: 100 },
    )
  })
})
