import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type MonitorEvent, monitor } from '../../../src/features/monitor/index.ts'
import type { MonitorOptions } from '../../../src/features/monitor/monitor-options.ts'
import { ScoreRows } from '../../../src/features/monitor/source/score-rows.ts'
import type { MonitorStatus } from '../../../src/features/monitor/status.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { type Store, stores } from './stores.ts'
import type { StoredScore } from './write-scores.ts'

const hour = 3_600_000
const begin = Date.UTC(2026, 0, 1)

/** Scores a minute apart that are 1 with a probability. */
function scores(
  count: number,
  share: number,
  { from = begin, seed = 1, ...more }: Partial<StoredScore> & { from?: number; seed?: number } = {},
): StoredScore[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => ({
    score: random() < share ? 1 : 0.2,
    time: from + index * 60_000,
    ...more,
  }))
}

async function lookOnce({ mastra }: Store, options: Partial<MonitorOptions> = {}) {
  const events: MonitorEvent[] = []
  const warnings: string[] = []
  const status = await monitor({
    mastra,
    once: true,
    telemetry: false,
    reference: { first: 200 },
    onEvent: (event) => events.push(event),
    onWarning: (sentence) => warnings.push(sentence),
    ...options,
  }).ended
  return { status, events, warnings }
}

/** Of an answer of version 2. */
async function writeSpan({ mastra }: Store, traceId: string, time: number): Promise<void> {
  const observability = await mastra.getStorage()?.getStore('observability')
  const at = new Date(time)
  await observability?.createSpan({
    span: {
      ...{ traceId, spanId: `span-${traceId}`, name: 'answer', spanType: 'agent_run', isEvent: false },
      ...{ startedAt: at, endedAt: at, entityType: 'agent', entityId: 'guide', entityVersionId: 'v2' },
    } as never,
  })
}

describe.each(stores)('monitor of a store in %s', (_name, makeStore) => {
  it('counts every live score once, over looks, with equal times, and none of experiments', async () => {
    const store = await makeStore()
    await store.write(Array.from({ length: 4500 }, () => ({ score: 0.9, time: begin })))
    await store.write([{ score: 0, time: begin, source: 'TEST' }])
    const first = await lookOnce(store)
    expect(first.status).toMatchObject({ rows: 4500, streams: [{ scores: 4500, state: 'calm' }] })
    await store.write(scores(10, 1, { from: begin }))
    expect((await lookOnce(store)).status.rows).toBe(4500 + 9)
    expect((await lookOnce(store)).status.rows).toBe(4509)
  })

  it('counts a score once that two rows say of one answer, over looks, and other scores each', async () => {
    const store = await makeStore()
    const told = { score: 0.9, traceId: 'one' }
    await store.write([
      { ...told, time: begin },
      { ...told, time: begin + 1 },
      { ...told, time: begin + 2, scorerId: 'other' },
      { ...told, time: begin + 3, score: 0.8 },
      // Nobody can say which answers these are of.
      ...[4, 5].map((at) => ({ score: 0.9, time: begin + at })),
    ])
    const first = await lookOnce(store)
    expect(first.status).toMatchObject({ rows: 6, streams: [{ scores: 4 }, { scores: 1 }] })
    await store.write([{ ...told, time: begin + 6 }])
    expect((await lookOnce(store)).status).toMatchObject({ rows: 7, streams: [{ scores: 4 }, { scores: 1 }] })
    const some = { until: '2100-01-01', scale: 1, order: 'lowest', limit: 10 } as const
    const rows = await new ScoreRows(store.database, { withSpans: false }).some('quality', some)
    expect(rows.map(({ score }) => score)).toEqual([0.8, 0.9, 0.9, 0.9])
  })

  it('says how many scores came too late to be read, on the page and as an event', async () => {
    const store = await makeStore()
    const now = Date.now()
    await store.write([{ score: 1, time: now - 4 * hour }, ...scores(5, 1, { from: now - hour })])
    expect((await lookOnce(store)).status).toMatchObject({ rows: 6, missed: 0 })
    await store.write(scores(3, 1, { from: now - 3 * hour }))
    // Hours are held against the store once an hour: the state is made to look older.
    const table = store.database.table('verdict_monitors')
    const [row] = await store.database.query(`select state from ${table}`)
    const state = JSON.parse(String(row?.state)) as { scores: { counts: { checkedAt?: string } } }
    delete state.scores.counts.checkedAt
    await store.database.query(`update ${table} set state = $1`, [JSON.stringify(state)])
    const { status, events } = await lookOnce(store)
    expect(status).toMatchObject({ rows: 6, missed: 3 })
    expect(events).toMatchObject([{ kind: 'missed', scores: 3 }])
    expect(events[0]?.sentence).toMatch(/^3 scores .* more than 10 minutes later, and are not counted/)
    expect((await lookOnce(store)).events).toEqual([])
  })

  it('sees rows that become visible later than their time says, once', async () => {
    const store = await makeStore()
    const now = Date.now()
    await store.write([
      { score: 1, time: now - 1000 },
      { score: 1, time: now + hour, id: 'ahead' },
    ])
    expect((await lookOnce(store)).status.rows).toBe(2)
    await store.write([
      { score: 1, time: now - 300_000, id: 'late' },
      { score: 1, time: now - 1000, id: 'a' },
      { score: 1, time: now + 100, id: 'z' },
    ])
    expect((await lookOnce(store)).status.rows).toBe(5)
    expect((await lookOnce(store)).status.rows).toBe(5)
  })

  it('tells no interval of scores whose mean has not stayed the same', async () => {
    const [mixed, sorted] = [await makeStore(), await makeStore()]
    const values = scores(80, 0.5)
    await mixed.write(values)
    await sorted.write(
      values
        .map(({ score }) => score)
        .sort((one, other) => other - one)
        .map((score, at) => ({ score, time: begin + at })),
    )
    const [steady] = (await lookOnce(mixed)).status.streams
    const mean = steady?.current.mean ?? Number.NaN
    expect(steady?.current.low).toBeLessThan(mean)
    expect(steady?.current.high).toBeGreaterThan(mean)
    const [moving] = (await lookOnce(sorted)).status.streams
    expect(moving?.current).toMatchObject({ count: 80, low: undefined, high: undefined })
    expect(moving?.current.mean).toBeCloseTo(mean)
    expect(moving?.words).toMatch(/^Learning .* The mean has moved over time, so it has no interval\.$/)
    expect(steady?.words).not.toMatch('same')
  })

  it('keeps the times of scores that come while it looks, and finds their answers', async () => {
    const store = await makeStore()
    const now = Date.now()
    await store.write(scores(250, 0.99, { from: now - 250 * 60_000 }))
    await lookOnce(store)
    let came = 0
    const execute = async ({ sql, args }: { sql: string; args: unknown[] }) => {
      if (came === 0 && sql.includes('"createdAt", s.id) >')) {
        await delay(60)
        came = Date.now()
        await store.write(Array.from({ length: 100 }, () => ({ score: 0.1, time: came })))
      }
      return { rows: await store.database.query(sql.replaceAll(/\?(\d+)/g, '$$$1'), args) }
    }
    const query = (sql: string, args: unknown[] = []) => execute({ sql, args })
    const { schema = 'public' } = store.mastra.getStorage() as { schema?: string }
    const database =
      store.database.kind === 'libsql' ? { libsql: { execute } } : { postgres: { query }, schema }
    const { events, status } = await lookOnce(store, { database })
    expect(came).toBeGreaterThan(now)
    expect(status.rows).toBe(350)
    const alarm = events.find((event) => event.kind === 'alarm')
    expect(alarm).toMatchObject({ kind: 'alarm', worst: { length: 10 } })
    expect(Date.parse(status.streams[0]?.lastScoreAt ?? '')).toBe(came)
  })

  it('waits a minute for the span of an answer that its group is in', async () => {
    const store = await makeStore()
    const now = Date.now()
    await store.write([
      { score: 1, time: now - 30_000, traceId: 'late' },
      { score: 1, time: now - 70_000, traceId: 'never' },
      { score: 1, time: now - 30_000 },
    ])
    const by = { by: ['version'] }
    expect((await lookOnce(store, by)).status.rows).toBe(2)
    await writeSpan(store, 'late', now - 31_000)
    const { rows, streams } = (await lookOnce(store, by)).status
    expect([rows, streams.map(({ label }) => label)]).toEqual([3, ['quality', 'quality, version v2']])
    expect((await lookOnce(store, by)).status.rows).toBe(3)
  })

  it('waits as long where scores are not late for so long, or not any more', async () => {
    const store = await makeStore()
    const now = Date.now()
    const by = { by: ['version'] }
    const short = { ...by, lateInMs: 2000 }
    await store.write([
      { score: 1, time: now - 30_000, traceId: 'late' },
      { score: 1, time: now - 1000 },
    ])
    expect((await lookOnce(store, by)).status.rows).toBe(1)
    for (const settings of [short, { ...short, name: 'short-from-the-first' }])
      expect((await lookOnce(store, settings)).status.rows).toBe(1)
    await writeSpan(store, 'late', now - 31_000)
    for (const settings of [short, { ...short, name: 'short-from-the-first' }]) {
      const { rows, streams } = (await lookOnce(store, settings)).status
      expect([rows, streams.map(({ label }) => label)]).toEqual([2, ['quality', 'quality, version v2']])
    }
    expect((await lookOnce(store, short)).status.rows).toBe(2)
  })

  it('tells of answers with texts of any length in an event that can be sent', async () => {
    const store = await makeStore()
    const long = '…'.repeat(100_000)
    const verdicts = Array.from({ length: 12 }, () => ({
      unit: long,
      verdict: long,
      reason: long,
      credit: 0,
    }))
    const of = { requestContext: { tier: long }, input: long, output: long, analyzed: { verdicts } }
    await store.write(scores(300, 0.9))
    const bad = scores(60, 0.1, { from: begin + 300 * 60_000, seed: 2 })
    await store.write(bad.map((score, index) => ({ ...score, ...(index % 5 === 0 ? of : {}) })))
    const { events } = await lookOnce(store, { by: 'requestContext.tier' })
    const [alarm] = events
    expect(alarm?.kind === 'alarm' && alarm.worst.some(({ verdicts }) => verdicts.length === 10)).toBe(true)
    expect(JSON.stringify(alarm).length).toBeLessThan(150_000)
  })

  it('looks at no scores off the scale, nor at those after the alarm, for its groups and answers', async () => {
    const store = await makeStore()
    const metadata = (tier: string) => ({ metadata: { tier } })
    const at = (index: number) => begin + index * 60_000
    await store.write([
      ...scores(600, 0.95, metadata('gold')),
      ...scores(300, 0.5, { from: at(600), ...metadata('gold') }),
      // Of long after: it was read in the same look.
      ...scores(3000, 0.95, { from: at(900), ...metadata('gold') }),
      ...[-1, 7].map((score) => ({ score, time: at(700), ...metadata('gold') })),
    ])
    const { events } = await lookOnce(store, { by: 'metadata.tier' })
    const [alarm] = events.filter(({ kind }) => kind === 'alarm')
    if (alarm?.kind !== 'alarm') throw new Error('no alarm')
    expect(alarm.worst.map(({ score }) => score)).toEqual(Array.from({ length: 10 }, () => 0.2))
    expect(alarm.groups[0]).toMatchObject({ field: 'metadata.tier', moved: true })
    expect(alarm.groups[0]?.after.mean).toBeLessThan(0.75)
  })

  it('has conversations end when they do, though a clock is ahead by five minutes', async () => {
    const store = await makeStore()
    const now = Date.now()
    const settings = { lateInMs: 2 * hour, conversationIdleInMs: 10 }
    await store.write([{ score: 1, time: now + hour / 12 }])
    const [ahead] = (await lookOnce(store, settings)).status.streams
    expect(Date.parse(ahead?.lastScoreAt ?? '')).toBeLessThan(now + hour / 12)
    const threads = [0, 1, 2].map((at) => ({ score: 1, time: now - hour + at, threadId: 'one' }))
    await store.write(threads)
    await delay(20)
    const { status } = await lookOnce(store, settings)
    expect(status.streams).toMatchObject([{ scores: 4, observations: 2, openConversations: 0 }])
  })

  it('counts no score whose time only a wrong clock can have given, and says how many there are', async () => {
    const store = await makeStore()
    const wrong = [0, Date.UTC(2010), Date.now() + hour, Date.UTC(2099)]
    await store.write([...scores(300, 0.9), ...wrong.map((time) => ({ score: 0, time }))])
    const { status, warnings } = await lookOnce(store)
    const iso = (minutes: number) => new Date(begin + minutes * 60_000).toISOString()
    const [stream] = status.streams
    const at = { since: stream?.current.since, last: stream?.lastScoreAt, from: stream?.history[0]?.from }
    expect(at).toEqual({ since: iso(0), last: iso(299), from: iso(0) })
    expect([stream?.scores, stream?.history.at(-1)?.to]).toEqual([300, iso(299)])
    expect(warnings).toEqual([expect.stringMatching(/^4 scores are not counted, .* clock/)])
    expect(status.problems).toEqual(warnings)
    const again = await lookOnce(store)
    expect([again.warnings, again.status.problems]).toEqual([[], warnings])
    await store.write([{ score: 0, time: Date.UTC(2098) }])
    expect((await lookOnce(store)).warnings).toEqual([expect.stringMatching(/^5 scores/)])
  })

  it('keeps nothing of a page that it could not count in full', async () => {
    const store = await makeStore()
    await store.write(scores(400, 0.9))
    const settings = { by: 'agent', lateInMs: hour }
    const wrong = { ...settings, reference: { means: { quality: 0.01 } } }
    await expect(lookOnce(store, wrong)).rejects.toThrow('leave room for a change')
    const { status } = await lookOnce(store, { ...settings, reference: { means: { quality: 0.9 } } })
    expect(status).toMatchObject({ rows: 400, streams: [{ scores: 400 }] })
  })

  it('tells a drop once, with when, from what to what, the groups and the worst answers, and its end', async () => {
    const store = await makeStore()
    const analyzed = { verdicts: [{ unit: 'It is made of cheese.', verdict: 'no', credit: 0 }] }
    await store.write([
      ...scores(2000, 0.9, { agentId: 'guide' }),
      ...scores(400, 0.3, {
        from: begin + 2000 * 60_000,
        seed: 2,
        agentId: 'new',
        analyzed,
        input: 'How tall?',
      }),
      ...scores(200, 0.9, { from: begin + 2000 * 60_000 + 30_000, seed: 3, agentId: 'guide' }),
    ])
    const { events, status } = await lookOnce(store, { by: 'agent', studio: 'http://localhost:4111/' })
    expect(events.map(({ kind }) => kind)).toEqual(['alarm'])
    const [alarm] = events
    if (alarm?.kind !== 'alarm') throw new Error('no alarm')
    expect(alarm.stream).toEqual({ scorerId: 'quality', of: 'scores' })
    expect(alarm.from).toBeCloseTo(0.92, 1)
    expect(alarm.to).toBeLessThan(0.8)
    expect(alarm.groups[0]).toMatchObject({ field: 'agent', value: 'new', before: undefined, moved: true })
    const changed = begin + 2000 * 60_000
    expect(Date.parse(alarm.since.low)).toBeLessThanOrEqual(changed)
    expect(Date.parse(alarm.since.high)).toBeGreaterThanOrEqual(changed)
    expect(alarm.observations).toBeGreaterThan(2000)
    expect(alarm.observations).toBeLessThan(2600)
    expect(status.streams[0]?.all).toEqual({ count: 2600, mean: expect.any(Number) })
    expect(alarm.worst).toHaveLength(10)
    expect(alarm.worst[0]).toMatchObject({
      score: 0.2,
      question: 'How tall?',
      verdicts: [{ unit: 'It is made of cheese.', verdict: 'no' }],
    })
    expect(status.streams.map(({ label, state }) => [label, state])).toEqual([
      ['quality', 'alarm'],
      ['quality, agent guide', 'calm'],
      ['quality, agent new', 'calm'],
    ])
    expect((await lookOnce(store, { by: 'agent' })).events).toEqual([])
    await store.write(scores(600, 0.95, { from: begin + 3000 * 60_000, seed: 4 }))
    const later = await lookOnce(store, { by: 'agent' })
    expect(later.events).toMatchObject([{ kind: 'recovery', alarm: alarm.id }])
    expect(later.status.streams[0]?.state).toBe('calm')
  })

  it('ends a delivery under way when it stops, and keeps what does not arrive', async () => {
    const store = await makeStore()
    await store.write([...scores(800, 0.9), ...scores(400, 0.3, { from: begin + 800 * 60_000, seed: 2 })])
    const asked = Promise.withResolvers<void>()
    const silent = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
    onTestFinished(() => {
      silent.closeAllConnections()
      silent.close()
    })
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    let stopped: Promise<MonitorStatus> | undefined
    const watching = monitor({
      ...{ mastra: store.mastra, telemetry: false, reference: { first: 200 } },
      webhooks: [{ url: `http://127.0.0.1:${port}/` }],
      async onEvent() {
        await asked.promise
        stopped = watching.stop()
        await delay(100)
      },
    })
    await watching.ended
    expect((await stopped)?.delivery).toMatchObject([
      { to: 'onEvent', delivered: 1, waiting: 0 },
      { delivered: 0, waiting: 1, lost: 0 },
    ])
  })
})
