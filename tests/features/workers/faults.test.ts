import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { readScoringJob, readVersion } from '../../../src/features/workers/jobs/job-payload.ts'
import { startWorker } from '../../../src/features/workers/worker/worker.ts'
import type { WorkerOptions } from '../../../src/features/workers/worker/worker-options.ts'
import { JudgeError, type JudgeErrorReason } from '../../../src/judge/errors.ts'
import { eventually } from '../../support/eventually.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { hostilePieces } from '../../support/hostile-texts.ts'
import { anyStore, hasPostgres, postgresStore, testQueue } from '../../support/queues.ts'
import { scripted, stage } from '../../support/scripted-agent.ts'
import { answer, judged, pickyJudge, project } from './project.ts'

const run = (more: object = {}) => ({
  runId: crypto.randomUUID(),
  input: 'How tall is it?',
  output: [{ role: 'assistant', content: answer }],
  source: 'LIVE',
  entity: { id: 'guide', name: 'guide' },
  entityType: 'AGENT',
  scorer: { id: 'answer-relevancy' },
  ...more,
})

const failing = (reason: JudgeErrorReason, times = Number.POSITIVE_INFINITY) => {
  let failures = 0
  return fakeJudge({
    answer: () => {
      failures += 1
      if (failures <= times)
        throw new JudgeError({ judge: 'given', reason, message: `it is ${reason}`, attempts: 3 })
      return 'yes'
    },
  })
}

const reasonsOf = async (queue: ReturnType<typeof testQueue>) =>
  (await (await queue.engine()).reasons('failed')).map(({ reason }) => reason)

describe('a job that cannot be done', () => {
  it('fails for good with its reason, and the others are done', async () => {
    const { scorer, work, rows, queue } = project()
    const circle: Record<string, unknown> = {}
    circle.self = circle
    queue.add(scorer, run({ output: circle }))
    queue.add(scorer, run({ output: 10n }))
    queue.add(scorer, run({ output: 'x'.repeat(20_000_000) }))
    queue.add({ id: 'unheard-of' }, run())
    queue.add(scorer, run({ entity: 'none' }))
    queue.add(scorer, run())
    await expect.poll(() => queue.buffered).toBe(0)
    const engine = await queue.engine()
    await engine.put([
      { id: crypto.randomUUID(), group: scorer.id, data: { payload: 'no job at all' } },
      {
        id: crypto.randomUUID(),
        group: scorer.id,
        data: { format: 1, scorer: scorer.id, payload: '{"half' },
      },
      { id: crypto.randomUUID(), group: 'run 1', data: { format: 1, kind: 'items', payload: '{"half' } },
      { id: crypto.randomUUID(), group: 'run 2', data: { format: 2, kind: 'items', payload: '{}' } },
    ])
    const evaluation = { target: () => answer, scorers: [scorer] }
    expect(await work({ evaluation })).toMatchObject({ scored: 1, failed: 6 })
    expect(await rows()).toHaveLength(1)
    const reasons = (await reasonsOf(queue)).sort()
    expect(reasons).toEqual([
      expect.stringContaining('no scorer has the id "unheard-of"'),
      expect.stringContaining('the job cannot be read: format'),
      expect.stringContaining('the job of items cannot be read: another version wrote it'),
      expect.stringContaining('the job of items cannot be read: it has format 2'),
      expect.stringContaining('the run has 20,000,'),
      expect.stringContaining('the run is not JSON'),
      expect.stringContaining('the run is not JSON'),
      expect.stringContaining('the run of the job cannot be read: entity'),
      expect.stringContaining('the run of the job is not JSON'),
    ])
  })

  it.skipIf(!hasPostgres)('waits for a worker of its version, and costs no try', async () => {
    const { mastra } = project()
    const queue = testQueue(postgresStore())
    const other = judged(fakeJudge({ id: 'another', answer: () => 'no' }))
    await queue.put([queue.jobOf(other, run())])
    const worker = startWorker({ mastra, queue, pollIntervalInMs: 20 })
    await expect.poll(() => worker.counts.givenBack).toBeGreaterThan(0)
    await worker.stop()
    expect(worker.counts).toMatchObject({ scored: 0, failed: 0, triedAgain: 0 })
    const engine = await queue.engine()
    expect(await engine.counts()).toMatchObject([{ waiting: 1, failed: 0 }])
    expect(await engine.reasons('waiting')).toMatchObject([
      {
        jobs: 1,
        reason: expect.stringMatching(/the job is for version .* of answer-relevancy, but this worker has/),
      },
    ])
  })

  it('is scored under the version that is there, where its own did not come', async () => {
    const { scorer, mastra, storage } = project()
    const queue = testQueue({ ...anyStore(), rolloutInMs: 0 })
    const other = judged(fakeJudge({ id: 'another', answer: () => 'no' }))
    await queue.put([queue.jobOf(other, run())])
    const done = await startWorker({ mastra, queue, once: true, pollIntervalInMs: 20 }).ended
    expect(done).toMatchObject({ scored: 1, failed: 0 })
    const store = await storage.getStore('scores')
    const page = await store?.listScoresByScorerId({
      scorerId: scorer.id,
      pagination: { page: 0, perPage: 10 },
    })
    // By this worker's judge, not by the one that says no to all.
    expect(page?.scores).toMatchObject([{ score: 0.5, metadata: { version: readVersion(scorer) } }])
  })

  it('fails where no worker of its version came and no other may score it, and the queue goes on', async () => {
    const { scorer, mastra } = project()
    const other = judged(fakeJudge({ id: 'another', answer: () => 'no' }))
    const queue = testQueue({ ...anyStore(), rolloutInMs: 0, otherVersions: 'fail' })
    await queue.put([queue.jobOf(other, run()), queue.jobOf(scorer, run())])
    const done = await startWorker({ mastra, queue, once: true, pollIntervalInMs: 20 }).ended
    expect(done).toMatchObject({ scored: 1, failed: 1, triedAgain: 0 })
    expect(await reasonsOf(queue)).toEqual([
      expect.stringMatching(/the job is for version .* of answer-relevancy, but this worker has .*changed/),
    ])
  })

  it.skipIf(!hasPostgres)('of another version is left to its own worker, for longer each time', async () => {
    const { mastra, scorer } = project()
    const queue = testQueue(postgresStore())
    const engine = await queue.engine()
    const refused = judged(fakeJudge({ id: 'another', answer: () => 'no' }))
    await queue.put(Array.from({ length: 5 }, () => queue.jobOf(refused, run())))
    const stop = new AbortController()
    const wrong = startWorker({ mastra, queue, pollIntervalInMs: 20, signal: stop.signal })
    await expect.poll(() => wrong.counts.givenBack).toBe(5)
    // It takes none of them again while it leaves them, and they can be taken at once by those who are right.
    let taken = 0
    const take = async () => {
      taken += (await engine.take(5)).length
      return taken
    }
    await expect.poll(take).toBe(5)
    expect(wrong.counts.givenBack).toBe(5)
    expect(scorer.id).toBe(refused.id)
    stop.abort()
    await wrong.ended
  })

  it.skipIf(!hasPostgres)('is left by workers without its scorer to those that have it', async () => {
    const { scorer, mastra } = project()
    const { mastra: without } = stage(scripted([]))
    const store = postgresStore()
    const queue = testQueue(store)
    await queue.put(Array.from({ length: 60 }, () => queue.jobOf(scorer, run())))
    const stop = new AbortController()
    const idle = startWorker({ mastra: without, queue, pollIntervalInMs: 20, signal: stop.signal }).ended
    await expect.poll(async () => (await (await queue.engine()).reasons('waiting')).length).toBe(1)
    const done = await startWorker({ mastra, queue, once: true, pollIntervalInMs: 20 }).ended
    stop.abort()
    expect(await idle).toMatchObject({ scored: 0, failed: 0 })
    expect(done).toMatchObject({ scored: 60, failed: 0 })
  })

  it.each(['refused', 'rejected', 'configuration'] as const)(
    'is not tried again where the judge is %s',
    async (reason) => {
      const { queue, ask, work } = project({ scorer: judged(failing(reason)) })
      await ask()
      expect(await work()).toMatchObject({ failed: 1 })
      expect(await reasonsOf(queue)).toEqual([`Judge given: it is ${reason}`])
    },
  )

  it.each(['unanswered', 'unreadable', 'empty', 'cut-off'] as const)(
    'is tried again where the judge is %s',
    async (reason) => {
      const { ask, mastra, queue, counts } = project({ scorer: judged(failing(reason, 1)) })
      await ask()
      const worker = startWorker({ mastra, queue, pollIntervalInMs: 20 })
      await expect.poll(() => worker.counts).toMatchObject({ failed: 0, triedAgain: 1 })
      await worker.stop()
      expect(await counts()).toMatchObject({ waiting: 1, failed: 0 })
    },
  )

  it('costs no try where the judge is away, and is held back with all of its scorer', async () => {
    const { ask, work, counts, rows } = project({ scorer: judged(failing('unreachable', 4)) })
    await ask(5)
    const started = performance.now()
    const done = await work()
    expect(done).toMatchObject({ scored: 5, failed: 0 })
    expect(done.givenBack).toBeGreaterThan(0)
    expect(performance.now() - started).toBeGreaterThan(400)
    expect(await counts()).toMatchObject({ scored: 5, waiting: 0 })
    expect(await rows()).toHaveLength(5)
  })

  it('costs no try where the judge says nothing to anybody', async () => {
    const { ask, work, counts } = project({ scorer: judged(failing('timed-out', 4)) })
    await ask(5)
    const done = await work()
    expect(done).toMatchObject({ scored: 5, failed: 0, triedAgain: 0 })
    expect(done.givenBack).toBeGreaterThan(0)
    expect(await counts()).toMatchObject({ scored: 5, waiting: 0 })
  })

  it('costs a try where the judge answers others meanwhile, and not this one', async () => {
    const { mastra, queue, scorer, counts } = project({ scorer: judged(pickyJudge()) })
    await queue.put([queue.jobOf(scorer, run({ output: [{ role: 'assistant', content: 'A slow one.' }] }))])
    await queue.put(Array.from({ length: 5 }, () => queue.jobOf(scorer, run())))
    const worker = startWorker({ mastra, queue, pollIntervalInMs: 20, timeoutInMs: 3000 })
    await expect.poll(() => worker.counts).toMatchObject({ scored: 5, triedAgain: 1 })
    await worker.stop()
    expect(await counts()).toMatchObject({ waiting: 1, failed: 0 })
  })

  it('is done by no more than it takes of time', async () => {
    const slow = fakeJudge({ answer: () => 'yes' })
    const decide = slow.decide.bind(slow)
    const { ask, mastra, queue } = project({
      scorer: judged({ ...slow, decide: async (request) => delay(5000).then(() => decide(request)) }),
    })
    await ask()
    const worker = startWorker({ mastra, queue, pollIntervalInMs: 20, timeoutInMs: 50 })
    await expect.poll(() => worker.counts.givenBack + worker.counts.triedAgain).toBeGreaterThan(0)
    await worker.stop()
    const engine = await queue.engine()
    expect(await engine.counts()).toMatchObject([{ waiting: 1 }])
  })

  it('costs no try where the store of scores is away', async () => {
    const { ask, work, counts, rows, storage } = project()
    await ask(3)
    const store = await storage.getStore('scores')
    if (store === undefined) throw new Error('there is no store')
    const spies = (['getScoreById', 'saveScore'] as const).map((name) =>
      vi.spyOn(store, name).mockRejectedValue(new Error('connect ECONNREFUSED')),
    )
    setTimeout(() => {
      for (const spy of spies) spy.mockRestore()
    }, 400)
    expect(await work()).toMatchObject({ scored: 3, failed: 0, triedAgain: 0 })
    expect(await counts()).toMatchObject({ scored: 3, waiting: 0 })
    expect(await rows()).toHaveLength(3)
  })

  it('pays no judge for a job that came back while the store of scores is away', async () => {
    const judge = fakeJudge({ answer: () => 'yes' })
    const { ask, work, storage, queue, counts } = project({ scorer: judged(judge) })
    await ask(3)
    const engine = await queue.engine()
    for (const job of await engine.take(3)) await engine.giveBack(job, 0)
    const store = await storage.getStore('scores')
    if (store === undefined) throw new Error('there is no store')
    const looking = vi.spyOn(store, 'getScoreById').mockRejectedValue(new Error('connect ECONNREFUSED'))
    const working = work()
    await eventually(() => expect(looking.mock.calls.length).toBeGreaterThan(2))
    expect(judge.requests).toHaveLength(0)
    looking.mockRestore()
    expect(await working).toMatchObject({ scored: 3, failed: 0, triedAgain: 0 })
    expect(judge.requests).toHaveLength(3)
    expect(await counts()).toMatchObject({ scored: 3, waiting: 0 })
  })
})

describe('what an answer holds', () => {
  it('comes to the worker as it was, whatever characters it has', async () => {
    const { queue, scorer } = project()
    const texts = [...hostilePieces, 'nul \u0000 and half a \ud800 pair']
    const jobs = texts.map((output) => queue.jobOf(scorer, run({ output })))
    const engine = await queue.engine()
    expect(await engine.put(jobs)).toBe(texts.length)
    const taken = await engine.take(texts.length)
    const outputs = taken.map(({ data }) => readScoringJob(data).run.output)
    expect(new Set(outputs)).toEqual(new Set(texts))
  })
})

describe('stopping', () => {
  it('finishes what is in work, or gives it back', async () => {
    const judge = fakeJudge({ answer: () => 'yes' })
    const decide = judge.decide.bind(judge)
    const slow = judged({ ...judge, decide: async (request) => delay(1500).then(() => decide(request)) })
    const { ask, work, counts, rows, mastra, queue } = project({ scorer: slow })
    await ask(4)
    /** Stopped once it has two in work. */
    const stopped = async (options: Partial<WorkerOptions>) => {
      const worker = startWorker({ mastra, queue, pollIntervalInMs: 20, concurrency: 2, ...options })
      await eventually(() => expect(worker.counts.running).toBe(2))
      await worker.stop()
      return worker.counts
    }
    expect(await stopped({})).toMatchObject({ scored: 2 })
    expect(await counts()).toMatchObject({ scored: 2, waiting: 2, running: 0 })
    expect(await stopped({ graceInMs: 0 })).toMatchObject({ scored: 0, givenBack: 2 })
    expect(await counts()).toMatchObject({ scored: 2, waiting: 2, running: 0 })
    expect(await work()).toMatchObject({ scored: 2 })
    expect(await rows()).toHaveLength(4)
  })
})

describe('a queue that cannot be reached', () => {
  it('lets answers flow, keeps their jobs up to its bound, and says so', async () => {
    const queue = testQueue({ connectionString: 'postgres://nobody@127.0.0.1:9/none', bufferSize: 3 })
    const taken = Array.from({ length: 5 }, () => queue.add({ id: 'tone' }, run()))
    expect(taken).toEqual([true, true, true, false, false])
    expect([queue.buffered, queue.dropped]).toEqual([3, 2])
    await expect.poll(() => queue.said.join()).toMatch(/cannot be reached; jobs wait/)
    await queue.close({ waitInMs: 50 })
    expect([queue.buffered, queue.dropped]).toEqual([0, 5])
    expect(queue.said.join()).toContain('1 live score dropped')
  })
})
