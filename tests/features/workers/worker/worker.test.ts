import { describe, expect, it, vi } from 'vitest'
import { startWorker } from '../../../../src/features/workers/worker/worker.ts'
import type { Judge } from '../../../../src/judge/contract.ts'
import { eventually } from '../../../support/eventually.ts'
import { fakeJudge } from '../../../support/fake-judge.ts'
import { anyStore, testQueue } from '../../../support/queues.ts'
import { scripted, stage } from '../../../support/scripted-agent.ts'
import { judged, project, slowJudge } from '../project.ts'

/** Says yes after what happens before its first, second, … call. */
function judgeOfCalls(before: (call: number) => Promise<void>): Judge {
  const judge = fakeJudge({ answer: () => 'yes' })
  let calls = 0
  return {
    ...judge,
    decide: async (request) => {
      calls += 1
      await before(calls)
      return judge.decide(request)
    },
  }
}

describe('a worker', () => {
  it('refuses options that it does not know or cannot keep', () => {
    const { mastra } = stage(scripted([]))
    const queue = testQueue({ pglite: 'memory://' })
    const start = (options: object) => () => startWorker({ mastra, queue, ...options })
    expect(start({ concurency: 3 })).toThrow(/startWorker: .*concurency/)
    expect(start({ concurrency: 0 })).toThrow('options.concurrency')
    // A timer of more than 2^31 - 1 ms rings at once.
    expect(start({ timeoutInMs: 2 ** 31 })).toThrow('options.timeoutInMs')
    expect(start({ graceInMs: -1 })).toThrow('options.graceInMs')
    expect(start({ queue: {} })).toThrow('options.queue: must be a queue from scoringQueue()')
    expect(start({ evaluation: { scorers: [], cahce: 'x' } })).toThrow(/options.evaluation.*cahce/)
  })

  it('takes nothing where it was told to stop before it began', async () => {
    const { ask, work, counts } = project()
    await ask()
    expect(await work({ once: false, signal: AbortSignal.abort() })).toMatchObject({ scored: 0 })
    expect(await counts()).toMatchObject({ waiting: 1, running: 0 })
  })

  it('stops while a store that says nothing is being opened', async () => {
    const { work, mastra } = project()
    const storage = mastra.getStorage()
    if (storage === undefined) throw new Error('there is a store')
    storage.getStore = () => new Promise(() => {})
    const stop = new AbortController()
    const worked = work({ once: false, signal: stop.signal })
    await new Promise((resolve) => setTimeout(resolve, 50))
    stop.abort()
    expect(await worked).toMatchObject({ scored: 0 })
  })

  it('gives back what it was given after it was told to stop', async () => {
    const { ask, work, queue, counts } = project()
    await ask(2)
    const engine = await queue.engine()
    const stop = new AbortController()
    const take = engine.take.bind(engine)
    engine.take = async (count) => {
      const jobs = await take(count)
      stop.abort()
      return jobs
    }
    expect(await work({ once: false, signal: stop.signal })).toMatchObject({ scored: 0 })
    engine.take = take
    expect(await counts()).toMatchObject({ waiting: 2, running: 0 })
    expect(await engine.take(1)).toMatchObject([{ attempt: 1 }])
  })

  it('leaves jobs that it took ahead of a quick judge to others when the judge falls silent', async () => {
    const silent = Promise.withResolvers<void>()
    const judge = judgeOfCalls(async (call) => {
      if (call > 4 && call <= 8) await silent.promise
    })
    const { ask, mastra, queue, rows, counts } = project({ scorer: judged(judge) })
    await ask(12)
    const first = startWorker({ mastra, queue, concurrency: 4 })
    // Four are judged, four hang, and two were taken ahead.
    await eventually(async () => expect(await counts()).toMatchObject({ scored: 4, running: 6 }))
    const second = startWorker({ mastra, queue, concurrency: 4 })
    await eventually(async () => expect(await counts()).toMatchObject({ scored: 8, running: 4 }))
    expect([first.counts.scored, second.counts.scored]).toEqual([4, 4])
    silent.resolve()
    await eventually(async () => expect(await counts()).toMatchObject({ scored: 12 }))
    await Promise.all([first.stop(), second.stop()])
    expect(await rows()).toHaveLength(12)
  })

  it('gives back what it took ahead when it stops, as if it had not been taken', async () => {
    const silent = Promise.withResolvers<void>()
    const judge = judgeOfCalls(async (call) => {
      if (call > 2) await silent.promise
    })
    const { ask, mastra, queue, counts } = project({ scorer: judged(judge) })
    await ask(6)
    const worker = startWorker({ mastra, queue, concurrency: 2 })
    await eventually(async () => expect(await counts()).toMatchObject({ scored: 2, running: 3 }))
    const stopped = worker.stop()
    await eventually(async () => expect(await counts()).toMatchObject({ waiting: 2, running: 2 }))
    silent.resolve()
    await stopped
    expect(await counts()).toMatchObject({ scored: 4, waiting: 2 })
    expect(await (await queue.engine()).take(2)).toMatchObject([{ attempt: 1 }, { attempt: 1 }])
  })

  it('ends no job before observability has written its score, and writes for several at once', async () => {
    const { ask, work, mastra, queue } = project()
    await ask(6)
    const instance = mastra.observability.getDefaultInstance()
    const engine = await queue.engine()
    if (instance === undefined) throw new Error('there is no observability')
    let [told, written, done, flushes] = [0, 0, 0, 0]
    const tell = mastra.observability.addScore?.bind(mastra.observability)
    vi.spyOn(mastra.observability, 'addScore').mockImplementation(async (score) => {
      await tell?.(score)
      told += 1
    })
    const flush = instance.flush.bind(instance)
    vi.spyOn(instance, 'flush').mockImplementation(async () => {
      const toldBefore = told
      flushes += 1
      await flush()
      written = toldBefore
    })
    const end = engine.done.bind(engine)
    engine.done = (...job) => {
      done += 1
      expect(written).toBeGreaterThanOrEqual(done)
      return end(...job)
    }
    expect(await work({ concurrency: 6 })).toMatchObject({ scored: 6 })
    expect(flushes).toBeLessThan(6)
  })

  it('ends with the queue that it lives on, after what is in work', async () => {
    const { ask, mastra, queue, rows } = project({ scorer: judged(slowJudge(300)) })
    await ask()
    const workers = [startWorker({ mastra, queue }), startWorker({ mastra, queue })]
    await eventually(() => expect(workers.reduce((sum, { counts }) => sum + counts.running, 0)).toBe(1))
    await queue.close()
    const scored = (await Promise.all(workers.map(({ ended }) => ended))).map((counts) => counts.scored)
    expect(scored.toSorted()).toEqual([0, 1])
    expect(await rows()).toHaveLength(1)
  })

  it('stops where the one who is told of its jobs throws', async () => {
    const { ask, work, counts } = project()
    await ask()
    const onJob = () => {
      throw new Error('the listener is broken')
    }
    await expect(work({ once: false, onJob })).rejects.toThrow('the listener is broken')
    expect(await counts()).toMatchObject({ scored: 1, running: 0 })
  })

  it('says what it has done also where the queue was away for a moment', async () => {
    const { ask, work, queue, counts } = project()
    await ask()
    const engine = await queue.engine()
    const done = engine.done.bind(engine)
    let failures = 2
    engine.done = async (...args) => {
      failures -= 1
      if (failures >= 0) throw new Error('connection terminated')
      return done(...args)
    }
    expect(await work()).toMatchObject({ scored: 1 })
    expect(await counts()).toMatchObject({ scored: 1, running: 0, waiting: 0 })
  })
})

it('says why it cannot work, to whoever does not wait for its end as well', async () => {
  const told: unknown[] = []
  const { mastra } = stage(scripted([]))
  vi.spyOn(mastra, 'getStorage').mockReturnValue(undefined)
  const queue = testQueue(anyStore())
  const worker = startWorker({ mastra, queue, onTrouble: (error) => told.push(error) })
  await expect(worker.ended).rejects.toThrow('no storage for scores')
  expect(told.map(String)).toEqual([expect.stringContaining('no storage for scores')])
})

it('says once that its queue is away, and once that it is back', async () => {
  const { mastra } = stage(scripted([]))
  const queue = testQueue(anyStore())
  const engine = await queue.engine()
  const take = engine.take.bind(engine)
  let failures = 3
  engine.take = async (...args) => {
    failures -= 1
    if (failures >= 0) throw new Error('connection terminated')
    return take(...args)
  }
  const said: string[] = []
  const worker = startWorker({
    ...{ mastra, queue, pollIntervalInMs: 10 },
    onTrouble: (error) => said.push(String(error)),
    onRelief: () => said.push('back'),
  })
  await eventually(() => expect(said).toContain('back'))
  await worker.stop()
  expect(said).toEqual(['Error: connection terminated', 'back'])
})
