import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { NewJob } from '../../../src/features/workers/engine/jobs.ts'
import type { ScoringQueueOptions } from '../../../src/features/workers/queue/queue-options.ts'
import { testQueue } from '../../support/queues.ts'

const job = (more: Partial<NewJob> = {}): NewJob => ({
  id: randomUUID(),
  group: 'answer-relevancy',
  data: { payload: '{}' },
  ...more,
})
const nobody = { id: randomUUID(), takenAt: new Date(0) }
const failure = { name: 'JudgeError', message: 'the judge refused' }

/** What is expected of every engine. */
export function describeEngine(name: string, store: () => ScoringQueueOptions): void {
  const open = () => testQueue(store()).engine()

  describe(`jobs in ${name}`, () => {
    it('gives each job to one taker, those of a higher priority first', async () => {
      const engine = await open()
      const low = job({ priority: -1 })
      const jobs = [low, job(), job(), job()]
      expect(await engine.put(jobs)).toBe(4)
      const taken = [...(await engine.take(2)), ...(await engine.take(1)), ...(await engine.take(5))]
      expect(taken.map(({ id }) => id).sort()).toEqual(jobs.map(({ id }) => id).sort())
      expect(taken.at(-1)?.id).toBe(low.id)
      expect(await engine.take(5)).toEqual([])
      expect(taken[0]).toMatchObject({ group: 'answer-relevancy', data: { payload: '{}' }, attempt: 1 })
    })

    it('puts a job once, whatever became of it', async () => {
      const engine = await open()
      const one = job()
      expect(await engine.put([one, one])).toBe(1)
      const [taken] = await engine.take(1)
      expect(await engine.put([one])).toBe(0)
      await engine.done(taken?.id ?? '', { outcome: 'scored', calls: 2, tokens: 30, money: 0.25 })
      expect(await engine.put([one])).toBe(0)
      expect(await engine.take(1)).toEqual([])
      expect(await engine.states([one.id, randomUUID()])).toEqual(new Map([[one.id, { state: 'scored' }]]))
      expect(await engine.spent([one.id])).toEqual({ jobs: 1, calls: 2, tokens: 30, money: 0.25 })
    })

    it('tries a failed job again later, and not where that is in vain', async () => {
      const engine = await open()
      await engine.put([job(), job()])
      const [one, other] = await engine.take(2)
      await engine.failed(one ?? nobody, failure, true)
      await engine.failed(other ?? nobody, failure, false)
      expect(await engine.counts()).toMatchObject([{ waiting: 1, failed: 1, running: 0 }])
      expect(await engine.take(2)).toEqual([])
      expect(await engine.reasons('failed')).toMatchObject([{ reason: 'the judge refused', jobs: 1 }])
    })

    it('fails a job that is tried in vain as often as the queue allows', async () => {
      const engine = await testQueue({ ...store(), retries: 0 }).engine()
      await engine.put([job()])
      const [taken] = await engine.take(1)
      expect(await engine.failed(taken ?? nobody, failure, true)).toBe('failed')
      expect(await engine.counts()).toMatchObject([{ waiting: 0, failed: 1 }])
      expect(await engine.reasons('failed')).toMatchObject([{ reason: 'the judge refused' }])
    })

    it('takes back a job without counting a try', async () => {
      const engine = await open()
      await engine.put([job()])
      const [first] = await engine.take(1)
      await engine.giveBack(first ?? nobody, 0)
      expect(await engine.take(1)).toMatchObject([{ id: first?.id, attempt: 1 }])
      await engine.giveBack(first ?? nobody, 60_000)
      expect(await engine.take(1)).toEqual([])
    })

    it('holds a group back for a while, the others not', async () => {
      const engine = await open()
      await engine.put([job({ group: 'tone' }), job({ group: 'bias' })])
      await engine.holds.add('tone', 400)
      await engine.holds.add('tone', 1)
      expect((await engine.take(5)).map(({ group }) => group)).toEqual(['bias'])
      await delay(500)
      expect((await engine.take(5)).map(({ group }) => group)).toEqual(['tone'])
    })

    it('tries failed jobs again, or drops them, by scorer and reason', async () => {
      const engine = await open()
      await engine.put([job({ group: 'tone' }), job({ group: 'bias' }), job({ group: 'bias' })])
      for (const taken of await engine.take(3))
        await engine.failed(taken, { ...failure, message: `${taken.group}: no key` }, false)
      expect(await engine.retry({ group: 'tone' })).toEqual({ jobs: 1, withoutData: 0 })
      expect(await engine.drop({ reason: 'BIAS: no' })).toBe(2)
      expect(await engine.counts()).toMatchObject([{ group: 'tone', waiting: 1, failed: 0 }])
      expect(await engine.take(3)).toMatchObject([{ group: 'tone', attempt: 1 }])
    })

    it('keeps among the failed what could not be stored', async () => {
      const engine = await open()
      const unstorable = job({ failure: { name: 'UnstorableRunError', message: 'too large' } })
      expect(await engine.put([job(), unstorable])).toBe(2)
      expect(await engine.put([unstorable])).toBe(0)
      expect(await engine.take(5)).toHaveLength(1)
      expect(await engine.reasons('failed')).toMatchObject([{ reason: 'too large', jobs: 1 }])
    })

    it('forgets what ended jobs were about, and not that they were', async () => {
      const engine = await open()
      const one = job()
      await engine.put([one, job()])
      const [taken] = await engine.take(1)
      await engine.done(taken?.id ?? '', { outcome: 'not scorable', reason: 'no answer' })
      expect(await engine.forget(60_000)).toBe(0)
      expect(await engine.forget(0)).toBe(1)
      expect(await engine.forget(0)).toBe(0)
      expect(await engine.reasons('not scorable')).toMatchObject([{ reason: 'no answer', jobs: 1 }])
      expect(await engine.put([one])).toBe(0)
    })

    it('tries no failed job again that was forgotten, and says so', async () => {
      const engine = await open()
      await engine.put([job()])
      const [taken] = await engine.take(1)
      await engine.failed(taken ?? nobody, failure, false)
      await engine.forget(0)
      expect(await engine.retry({})).toEqual({ jobs: 0, withoutData: 1 })
      expect(await engine.take(1)).toEqual([])
    })

    it('listens to nobody about a job that somebody else has by now, unless it is done', async () => {
      const engine = await open()
      const one = job()
      await engine.put([one])
      const [first] = await engine.take(1)
      await engine.failed(first ?? nobody, failure, true)
      expect(await engine.failed(first ?? nobody, failure, false)).toBeUndefined()
      await engine.giveBack(first ?? nobody, 0)
      expect((await engine.states([one.id])).get(one.id)?.state).toBe('waiting')
      expect(await engine.take(1)).toEqual([])
      await engine.done(one.id, { outcome: 'scored' })
      expect((await engine.states([one.id])).get(one.id)?.state).toBe('scored')
      expect(await engine.isEmpty()).toBe(true)
    })

    it('stores whatever characters a reason has', async () => {
      const engine = await open()
      await engine.put([job(), job()])
      const [one, other] = await engine.take(2)
      const odd = 'nul \u0000 and half a \ud800 pair'
      const stored = 'nul \ufffd and half a \ufffd pair'
      await engine.failed(one ?? nobody, { ...failure, message: odd }, false)
      await engine.done(other?.id ?? '', { outcome: 'not scorable', reason: odd })
      expect(await engine.reasons('failed')).toMatchObject([{ reason: stored }])
      expect(await engine.reasons('not scorable')).toMatchObject([{ reason: stored }])
    })

    it('is empty when no job waits or is in work', async () => {
      const engine = await open()
      expect(await engine.isEmpty()).toBe(true)
      await engine.put([job()])
      expect(await engine.isEmpty()).toBe(false)
      const [taken] = await engine.take(1)
      expect(await engine.isEmpty()).toBe(false)
      await engine.failed(taken ?? nobody, failure, false)
      expect(await engine.isEmpty()).toBe(true)
    })

    it('is closed for good, however often', async () => {
      const queue = testQueue(store())
      await queue.engine()
      await queue.close()
      await queue.close()
      await expect(queue.engine()).rejects.toThrow('the queue was closed')
      expect(queue.add({ id: 'tone' }, {})).toBe(false)
      expect(queue.dropped).toBe(1)
    })
  })
}
