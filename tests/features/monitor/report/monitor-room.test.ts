import { PassThrough } from 'node:stream'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { PostgresStore } from '@mastra/pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CoreConfig } from '../../../../src/config/core-config.ts'
import type { MonitorConfig } from '../../../../src/features/monitor/config.ts'
import { monitor } from '../../../../src/features/monitor/index.ts'
import { addMonitorRoom } from '../../../../src/features/monitor/report/monitor-room.ts'
import type { MonitorStatus } from '../../../../src/features/monitor/status.ts'
import { serve } from '../../../../src/server/serve.ts'
import { sender } from '../../../server/send.ts'
import { hasPostgres, query } from '../../../support/queues.ts'
import { libsqlStore, postgresStore, stores } from '../stores.ts'
import type { StoredScore } from '../write-scores.ts'

const scores = (count: number, from: number, score: number): StoredScore[] =>
  Array.from({ length: count }, (_, index) => ({
    score: index % 10 === 0 ? 1 - score : score,
    time: Date.UTC(2026, 0, 1) + (from + index) * 60_000,
  }))

/** The monitor's room of a configuration, on a server of its own. */
async function roomOf(config: CoreConfig & MonitorConfig) {
  const stop = new AbortController()
  const around = { config, signal: stop.signal, stderr: new PassThrough() } as never
  const server = await serve({ port: 0, command: 'verdict view' }, (routes) =>
    addMonitorRoom(routes.basePath('/monitor/'), around),
  )
  onTestFinished(async () => {
    stop.abort()
    await server.close()
  })
  const { send, own } = sender(server.address)
  const read = async () => {
    const { status, text } = await send('GET', '/monitor/status', own)
    return status === 200 ? (JSON.parse(text) as MonitorStatus) : text
  }
  return { send, own, read }
}

const settings = { reference: { first: 100 }, intervalInMs: 1, telemetry: false }

describe.each(stores)('the monitor as a room, on %s', (_, open) => {
  it('reads scores and tells of an alarm, and neither makes nor changes anything in the store', async () => {
    const { mastra, database, write } = await open()
    await write([...scores(500, 0, 1), ...scores(300, 500, 0)])
    const { send, own, read } = await roomOf({ mastra, monitor: settings })
    await expect.poll(async () => ((await read()) as MonitorStatus).rows).toBe(800)
    const { text } = await send('GET', '/monitor/page', own)
    expect(text).toContain('is in alarm</h1>')
    expect(text).toContain('href="/">← All runs</a>')
    await write(scores(10, 900, 0))
    await expect.poll(async () => ((await read()) as MonitorStatus).rows).toBe(810)
    expect(await database.has('verdict_monitors')).toBe(false)
    const [schema] = database.table('').split('.')
    const indexes =
      database.kind === 'postgres'
        ? `select indexname as name from pg_indexes where quote_ident(schemaname) = '${schema?.replaceAll('"', '')}'`
        : `select name from sqlite_master where type = 'index'`
    const names = (await database.query(indexes)).map(({ name }) => name)
    expect(names).not.toEqual([])
    expect(names).not.toContain('verdict_monitor_created_at')
  })

  it('goes on from the state of a monitor, beside the monitor itself', async () => {
    const { mastra, database, write } = await open()
    await write(scores(500, 0, 1))
    await monitor({ ...settings, mastra, once: true }).ended
    const running = monitor({ ...settings, mastra })
    onTestFinished(() => running.stop().then(() => undefined))
    await database.query(`delete from ${database.table('mastra_scorers')}`)
    const { read } = await roomOf({ mastra, monitor: settings })
    await expect.poll(async () => ((await read()) as MonitorStatus).rows).toBe(500)
  })
})

describe('the monitor as a room', () => {
  it('says that nothing is scored yet, or that there is no table, no store or no Mastra', async () => {
    const { mastra } = await libsqlStore()
    const empty = await roomOf({ mastra, monitor: settings })
    await expect.poll(empty.read).toMatchObject({ rows: 0 })
    const { text } = await empty.send('GET', '/monitor/page', empty.own)
    expect(text).toContain('No live answer has been scored yet.')
    const storage = new LibSQLStore({ id: 'new', url: ':memory:' })
    const none = await roomOf({ mastra: new Mastra({ storage, logger: false }), monitor: settings })
    expect(await none.read()).toContain('has no table of scores')
    expect(await (await roomOf({ monitor: settings })).read()).toContain('has no `mastra`')
    const connectionString = 'postgres://nobody@127.0.0.1:1/none'
    const away = new PostgresStore({ id: 'away', connectionString })
    const lost = await roomOf({ mastra: new Mastra({ storage: away, logger: false }), monitor: settings })
    await expect.poll(lost.read).toContain('ECONNREFUSED')
    expect((await lost.send('GET', '/monitor/', {})).status).toBe(200)
  })

  it('leaves it to a monitor to read more scores than can be read without its index', async () => {
    const { mastra, write } = await libsqlStore()
    await write(scores(20_001, 0, 1))
    const { read } = await roomOf({ mastra, monitor: settings })
    await expect.poll(read).toContain('No monitor has read the 20,001 scores')
    await monitor({ ...settings, mastra, once: true }).ended
    await expect.poll(async () => ((await read()) as MonitorStatus).rows).toBe(20_001)
  })

  it('says what is wrong with its settings', async () => {
    const { mastra } = await libsqlStore()
    const wrong = { ...settings, averageRunLength: 1 }
    expect(await (await roomOf({ mastra, monitor: wrong })).read()).toContain('averageRunLength')
  })

  it.skipIf(!hasPostgres)('survives its connections to the store', async () => {
    const { mastra, database, write } = await postgresStore()
    await write(scores(50, 0, 1))
    const { read } = await roomOf({ mastra, monitor: settings })
    await expect.poll(async () => ((await read()) as MonitorStatus).rows).toBe(50)
    const ended = await query(
      'select pg_terminate_backend(pid) from pg_stat_activity where strpos(query, $1) > 0 and pid <> pg_backend_pid()',
      [database.table('mastra_scorers')],
    )
    expect(ended).not.toEqual([])
    // The test's own connection may have been among them.
    const isWritten = () =>
      write(scores(50, 100, 1)).then(
        () => true,
        () => false,
      )
    await expect.poll(isWritten).toBe(true)
    await expect.poll(async () => ((await read()) as MonitorStatus).rows).toBe(100)
  })
})
