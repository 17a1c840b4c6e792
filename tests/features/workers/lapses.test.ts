import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { concludeJob } from '../../../src/features/workers/retries/conclude-job.ts'
import { startWorker } from '../../../src/features/workers/worker/worker.ts'
import { nothingDone } from '../../../src/features/workers/worker/worker-options.ts'
import { databaseUrl, hasPostgres, postgresStore, query, testQueue } from '../../support/queues.ts'
import { answer, judged, liveRun, pickyJudge, project, slowJudge } from './project.ts'

/** As when nothing was heard of a worker for so long. */
const silence = (schema: string | undefined, time = '1 minute') =>
  query(`update ${schema}.job set heartbeat_on = now() - interval '${time}' where state = 'active'`)

/** A store in whose schema `now()` is another function, so that its clock can jump. */
async function storeWithClock() {
  const store = postgresStore()
  const url = new URL(databaseUrl)
  url.searchParams.set('options', `-c search_path=${store.schema},pg_catalog`)
  const setClock = (seconds: number) =>
    query(
      `create or replace function ${store.schema}.now() returns timestamptz language sql stable
       as $$ select pg_catalog.now() + interval '${seconds}s' $$`,
    )
  await query(`create schema ${store.schema}`)
  await setClock(0)
  return { store: { ...store, connectionString: url.href }, setClock }
}

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
    expect([first.attempt, second.attempt, second.isAlone]).toEqual([1, 1, true])

    const state = async () => (await other.states([job.id])).get(job.id)?.state
    expect(await silent.failed(first, failure, false)).toBeUndefined()
    expect(await silent.failed(first, failure, true)).toBeUndefined()
    await silent.giveBack(first, 0)
    expect(await state()).toBe('running')
    await silent.done(job.id, { outcome: 'scored' })
    expect(await other.failed(second, failure, false)).toBeUndefined()
    expect(await state()).toBe('scored')
  })

  it('is missed soon', async () => {
    const store = postgresStore()
    const [silent, other] = [await testQueue(store).engine(), await testQueue(store).engine()]
    await silent.put([newJob()])
    await silent.take(1)
    await silence(store.schema, '7 seconds')
    await other.recover()
    expect(await other.take(1)).toEqual([])
    await silence(store.schema, '11 seconds')
    await other.recover()
    expect(await other.take(1)).toHaveLength(1)
  })

  it('is missed only once it could be heard again, by whoever was silent itself or saw the clock jump', async () => {
    const { store, setClock } = await storeWithClock()
    const [silent, other] = [await testQueue(store).engine(), await testQueue(store).engine()]
    await silent.put([newJob()])
    await silent.take(1)
    await other.recover()
    await setClock(60)
    // Two workers of one process look at nearly the same time.
    for (const _ of ['one', 'the other']) await other.recover()
    await setClock(68)
    await other.recover()
    expect(await other.take(1)).toEqual([])
    await setClock(72)
    await other.recover()
    expect(await other.take(1)).toHaveLength(1)
  })

  it('may still say that it is done when it was given up', async () => {
    const store = postgresStore()
    const engine = await testQueue(store).engine()
    const job = newJob()
    await engine.put([job])
    for (const _ of ['in company', 'alone', 'alone again']) {
      expect(await engine.take(1)).toHaveLength(1)
      await silence(store.schema)
      await engine.recover()
    }
    expect(await engine.reasons('failed')).toMatchObject([
      { reason: expect.stringContaining('its worker died 2 times') },
    ])
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
    await expect.poll(() => calls).toBe(1)
    await silence(schema)
    await (await queue.engine()).recover()
    const other = work()
    await expect.poll(() => calls).toBe(2)
    await other
    stop.abort()
    await silent
    expect(await counts()).toMatchObject({ scored: 1, waiting: 0, running: 0, failed: 0 })
    expect(await rows()).toHaveLength(1)
  })

  it('leaves its jobs to be tried alone, and without a try less', async () => {
    const store = postgresStore()
    const [silent, other] = [await testQueue(store).engine(), await testQueue(store).engine()]
    const jobs = [newJob(), newJob(), newJob()]
    await silent.put(jobs)
    await silent.take(3)
    const later = newJob()
    await other.put([later])
    await silence(store.schema)
    await other.recover()
    // Whoever has work gets nothing until it has none, and then one.
    expect(await other.take(5, { isIdle: false })).toEqual([])
    expect(await other.take(5, { isIdle: false, without: ['tone'] })).toEqual([])
    const [alone, ...none] = await other.take(5)
    expect([alone?.isAlone, alone?.attempt, none]).toEqual([true, 1, []])
    if (alone === undefined) throw new Error('no job was taken')
    await other.giveBack(alone, 0)
    for (const _ of jobs) {
      const [job] = await other.take(5)
      expect(job?.isAlone).toBe(true)
      await other.done(job?.id ?? '', { outcome: 'scored' })
    }
    expect(await other.take(5)).toMatchObject([{ id: later.id, isAlone: false, attempt: 1 }])
  })

  it('leaves a job that is to wait, as for a thread to be quiet, without keeping others waiting', async () => {
    const store = postgresStore()
    const engine = await testQueue(store).engine()
    const [early, later] = [newJob(), newJob()]
    await engine.put([early])
    await engine.take(1)
    await silence(store.schema)
    await engine.recover()
    await engine.put([later])
    const [alone] = await engine.take(5)
    if (alone === undefined) throw new Error('no job was taken')
    await concludeJob(engine, alone, { is: 'given back', delayInMs: 60_000 }, 0, { ...nothingDone })
    expect(await engine.take(5)).toMatchObject([{ id: later.id, isAlone: false }])
    expect(await engine.take(5)).toEqual([])
  })

  it('is found out by killing alone, and spares the others', async () => {
    const store = postgresStore()
    const engine = await testQueue({ ...store, retries: 0 }).engine()
    const [poison, ...innocent] = Array.from({ length: 10 }, newJob)
    await engine.put([...innocent.slice(0, 4), poison ?? newJob(), ...innocent.slice(4)])
    let kills = 0
    for (let jobs = await engine.take(10); jobs.length > 0; jobs = await engine.take(10)) {
      if (jobs.some(({ id }) => id === poison?.id)) {
        kills += 1
        await silence(store.schema)
        await engine.recover()
      } else for (const { id } of jobs) await engine.done(id, { outcome: 'scored' })
    }
    expect(kills).toBe(3)
    expect(await engine.counts()).toMatchObject([{ scored: 9, failed: 1, waiting: 0, running: 0 }])
    // Tried again by hand, it is alone once more.
    await engine.put([newJob()])
    expect(await engine.retry({})).toMatchObject({ jobs: 1 })
    expect(await engine.take(10)).toMatchObject([{ id: poison?.id, isAlone: true }])
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
    await expect.poll(() => calls).toBe(1)
    await silence(schema)
    await (await queue.engine()).recover()
    expect(await working).toMatchObject({ scored: 1 })
    expect([calls, await counts()]).toEqual([
      1,
      expect.objectContaining({ scored: 1, running: 0, waiting: 0 }),
    ])
  })
})

describe.skipIf(!hasPostgres)('jobs that hang, whose worker was killed', () => {
  /** Some jobs were in progress in a worker that fell silent, others wait; then a worker comes. */
  async function afterDeath(inWork: readonly string[], concurrency: number) {
    const { mastra, scorer } = project({ scorer: judged(pickyJudge()) })
    const store = { ...postgresStore(), retries: 0 }
    const queue = testQueue(store)
    const engine = await queue.engine()
    for (const text of inWork) await queue.put([queue.jobOf(scorer, liveRun(text))])
    await engine.take(inWork.length)
    await queue.put(['one', 'two', 'three'].map(() => queue.jobOf(scorer, liveRun())))
    await silence(store.schema)
    await engine.recover()
    const ends: string[] = []
    const worker = startWorker({
      ...{ mastra, queue, concurrency, pollIntervalInMs: 20, timeoutInMs: 1500 },
      onJob: ({ isAlone }, { is }) => void ends.push(isAlone ? `alone: ${is}` : is),
    })
    const failed = inWork.filter((text) => text.includes('slow')).length
    const areTriedAlone = () => ends.filter((end) => end.startsWith('alone')).length
    await expect.poll(areTriedAlone, { timeout: 20_000 }).toBe(inWork.length)
    // As long as nobody is answered, the judge may be away.
    await queue.put([queue.jobOf(scorer, liveRun())])
    const scored = inWork.length - failed + 4
    await expect.poll(() => worker.counts, { timeout: 20_000 }).toMatchObject({ scored, failed })
    await worker.stop()
    expect(await engine.reasons('failed')).toEqual([
      expect.objectContaining({ jobs: failed, reason: 'the score took longer than 1500 ms (timeoutInMs)' }),
    ])
    return ends
  }

  it.each([1, 10])('are tried alone once, then behind the others, and fail (%i at once)', async (atOnce) => {
    const ends = await afterDeath(['A slow one.'], atOnce)
    expect(ends.slice(0, 2)).toEqual(['alone: held up', 'done'])
    // The last of the others may be put only when the rest is done.
    const before = ends.slice(0, ends.indexOf('failed'))
    expect(before.filter((end) => end === 'done').length).toBeGreaterThanOrEqual(3)
  })

  it('are tried alone after those in progress for a shorter time, and let others go first', async () => {
    const ends = await afterDeath(['A slow one.', 'Also slow.', answer], 4)
    expect(ends[0]).toBe('alone: done')
    const others = await afterDeath(['A slow one.', 'Also slow.'], 4)
    expect(others.filter((end) => end === 'alone: held up')).toHaveLength(2)
    // As a rule after the first; while the scorer is held back after its silence, the second may come before them.
    expect(others.indexOf('done')).toBeLessThanOrEqual(2)
    expect(others.filter((end) => end === 'done')).toHaveLength(4)
  })
})
