import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hasPostgres, postgresStore, query, testQueue } from '../support/queues.ts'
import { judged, project, slowJudge } from './project.ts'

/** As when nothing was heard of a worker for a minute. */
const silence = (schema: string | undefined) =>
  query(`update ${schema}.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)

const failure = { name: 'Error', message: 'no' }
const newJob = () => ({ id: randomUUID(), group: 'tone', data: { payload: '{}' } })

describe.skipIf(!hasPostgres)('a worker that falls silent', () => {
  it('loses its job to another one, and decides no more about it, unless it is done', async () => {
    const store = postgresStore()
    const [silent, other] = [await testQueue(store).engine(), await testQueue(store).engine()]
    const job = newJob()
    await silent.put([job])
    const [first] = await silent.take(1)
    await other.recover()
    expect(await other.take(1)).toEqual([])
    await silence(store.schema)
    await other.recover()
    const [second] = await other.take(1)
    if (first === undefined || second === undefined) throw new Error('the job was not taken')
    expect([first.attempt, second.attempt]).toEqual([1, 2])

    const state = async () => (await other.states([job.id])).get(job.id)?.state
    expect(await silent.failed(first, failure, false)).toBeUndefined()
    expect(await silent.failed(first, failure, true)).toBeUndefined()
    await silent.giveBack(first, 0)
    expect(await state()).toBe('running')
    await silent.done(job.id, { outcome: 'scored' })
    expect(await other.failed(second, failure, false)).toBeUndefined()
    expect(await state()).toBe('scored')
  })

  it('may still say that it is done when there was no further try', async () => {
    const store = postgresStore()
    const engine = await testQueue({ ...store, retries: 0 }).engine()
    const job = newJob()
    await engine.put([job])
    await engine.take(1)
    await silence(store.schema)
    await engine.recover()
    expect(await engine.reasons('failed')).toMatchObject([{ reason: expect.stringContaining('fell silent') }])
    await engine.done(job.id, { outcome: 'scored' })
    expect(await engine.counts()).toMatchObject([{ scored: 1, failed: 0 }])
  })

  it('leaves one score where two have done the job at once', async () => {
    let calls = 0
    const count = () => {
      calls += 1
    }
    const scorer = judged(slowJudge(600, count))
    const { ask, queue, schema, work, counts, rows } = project({ scorer })
    await ask()
    const stop = new AbortController()
    // It looks for more so seldom that the job does not come back to itself.
    const silent = work({ once: false, signal: stop.signal, pollIntervalInMs: 5000 })
    await expect.poll(() => calls, { timeout: 10_000 }).toBe(1)
    await silence(schema)
    await (await queue.engine()).recover()
    const other = work()
    await expect.poll(() => calls, { timeout: 10_000 }).toBe(2)
    await other
    stop.abort()
    await silent
    expect(await counts()).toMatchObject({ scored: 1, waiting: 0, running: 0, failed: 0 })
    expect(await rows()).toHaveLength(1)
  })

  it('does a job of its own once that came back to it', async () => {
    let calls = 0
    const count = () => {
      calls += 1
    }
    const scorer = judged(slowJudge(500, count))
    const { ask, queue, schema, work, counts } = project({ scorer })
    await ask()
    const working = work()
    await expect.poll(() => calls, { timeout: 10_000 }).toBe(1)
    await silence(schema)
    await (await queue.engine()).recover()
    expect(await working).toMatchObject({ scored: 1 })
    expect([calls, await counts()]).toEqual([
      1,
      expect.objectContaining({ scored: 1, running: 0, waiting: 0 }),
    ])
  })
})
