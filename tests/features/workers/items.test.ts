import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../src/evaluation/evaluate.ts'
import type { EvaluateOptions } from '../../../src/evaluation/evaluate-options.ts'
import { itemWorkers } from '../../../src/features/workers/items/item-workers.ts'
import type { ItemWorkersOptions } from '../../../src/features/workers/items/item-workers-options.ts'
import type { ScoringQueueOptions } from '../../../src/features/workers/queue/queue-options.ts'
import type { JobEnd } from '../../../src/features/workers/retries/job-end.ts'
import { startWorker } from '../../../src/features/workers/worker/worker.ts'
import { readRun } from '../../../src/run/file/read-run.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { createKeywordCoverageScorer } from '../../../src/scorers/keyword-coverage.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { plan, plannedAgent } from '../../support/planned-agent.ts'
import { anyStore, hasPostgres, query, testQueue } from '../../support/queues.ts'
import { scripted, stage } from '../../support/scripted-agent.ts'
import { talkingAgent, talkingModel } from '../../support/talking-agent.ts'
import { judged } from './project.ts'

const target = (input: string) => {
  if (input.endsWith('13?')) throw new Error('unlucky')
  return `The answer to ${input} is long. It is 330 metres.`
}
const data = Array.from({ length: 45 }, (_, number) => ({
  id: `item ${number}`,
  input: `How tall is tower ${number}?`,
  group: number % 5,
  expect: { includes: '330' },
}))
const evidence = () => ({ calls: 1, usage: { inputTokens: 10, outputTokens: 5 } })
const scorersOf = () => [
  judged(fakeJudge({ answer: (_, id) => (id === 's1' ? 'yes' : 'no'), evidence })),
  createKeywordCoverageScorer(),
]

/** What must be the same wherever it was done. */
const essence = ({ header, items, end }: EvaluationRun) => ({
  header: { ...header, id: '', startedAt: '' },
  status: end?.status,
  items: items.map(({ startedAt, durationInMs, scores, ...item }) => ({
    ...item,
    scores: Object.entries(scores).map(([id, { durationInMs: _, evidence: grounds, ...score }]) => ({
      id,
      score,
      grounds,
    })),
  })),
})

const inOrder = (run: EvaluationRun, like: EvaluationRun) =>
  like.items.flatMap(
    ({ itemId, repeat }) => run.items.find((item) => item.itemId === itemId && item.repeat === repeat) ?? [],
  )

function workers(options: ItemWorkersOptions = {}, more: Partial<ScoringQueueOptions> = {}) {
  const store = anyStore()
  const queue = testQueue({ ...store, ...more })
  const { mastra } = stage(scripted([]))
  const start = (evaluation: Partial<EvaluateOptions> = {}, concurrency = 4) =>
    startWorker({
      ...{ mastra, queue, concurrency },
      pollIntervalInMs: 20,
      graceInMs: 0,
      evaluation: { target, scorers: scorersOf(), ...evaluation },
    })
  return {
    queue,
    start,
    schema: store.schema,
    workers: itemWorkers(queue, { shardSize: 7, pollIntervalInMs: 20, ...options }),
  }
}

describe('items that workers do', () => {
  it('make the run that one process makes', async () => {
    const { start, workers: elsewhere } = workers()
    const options = { data, target, scorers: scorersOf(), repeats: 2, attempts: 1, name: 'towers' }
    const here = await evaluate(options)
    const team = [start(), start()]
    const file = join(mkdtempSync(join(tmpdir(), 'verdict-')), 'run.jsonl')
    const told: number[] = []
    const there = await evaluate({
      ...options,
      file,
      workers: elsewhere,
      onProgress: (event) => {
        if (event.kind === 'item') told.push(event.finished)
      },
    })
    for (const worker of team) await worker.stop()
    expect(essence(there)).toEqual(essence(here))
    // A file has records in the order in which they came, as that of one process has.
    const stored = await readRun(file)
    expect(essence({ ...stored, items: inOrder(stored, here) })).toEqual(essence(here))
    expect(told).toEqual(Array.from({ length: 90 }, (_, index) => index + 1))
    expect(team.every(({ counts }) => counts.answered > 0 && counts.failed === 0)).toBe(true)
  })

  it('are judged several times, except by scorers whose score never changes', async () => {
    const { start, workers: elsewhere } = workers({ patienceInMs: 2000 })
    const worker = start()
    const run = await evaluate({
      ...{ target, scorers: scorersOf(), attempts: 1, workers: elsewhere },
      data: data.slice(0, 3),
      judgings: 2,
    })
    await worker.stop()
    expect(run.header.scorers.map(({ deterministic = false }) => deterministic)).toEqual([false, true])
    for (const { scores } of run.items)
      expect(Object.values(scores).map((score) => 'again' in score && score.again?.length)).toEqual([
        1,
        false,
      ])
  })

  it('end a run whose target is refused, which goes on once its key is mended', async () => {
    const { start, workers: elsewhere } = workers()
    const file = join(mkdtempSync(join(tmpdir(), 'verdict-')), 'run.jsonl')
    let key = 'wrong'
    const target = (input: string) => {
      if (key === 'wrong') throw Object.assign(new Error('no such key'), { statusCode: 401 })
      return input
    }
    const options = { data, target, scorers: scorersOf(), attempts: 1, file, workers: elsewhere }
    const worker = start({ target })
    await expect(evaluate(options)).rejects.toThrow(/the target was refused/)
    key = 'right'
    const run = await evaluate({ ...options, resume: true })
    await worker.stop()
    expect(run.end?.status).toBe('complete')
    expect(run.items.filter(({ failure }) => failure !== undefined)).toEqual([])
  })

  it('are served their own mocks there, and the policy of the run holds', async () => {
    const { start, workers: elsewhere } = workers({ shardSize: 2 })
    const { agent, called } = plannedAgent()
    const search = ['search', { of: 'a' }] as const
    const options = {
      target: agent,
      scorers: [createKeywordCoverageScorer()],
      data: Array.from({ length: 6 }, (_, index) => ({
        id: `q${index}`,
        input: plan(index === 5 ? [['send', {}]] : [search]),
        toolMocks: [{ toolName: 'search', args: { of: 'a' }, output: `found ${index}` }],
      })),
      ...{ repeats: 2, name: 'mocked', unmockedToolPolicy: 'deny' as const },
    }
    const here = await evaluate(options)
    const worker = start({ target: agent, scorers: options.scorers })
    const there = await evaluate({ ...options, workers: elsewhere })
    await worker.stop()
    expect(there.items.map(({ answer, failure }) => failure?.name ?? answer)).toEqual(
      here.items.map(({ answer, failure }) => failure?.name ?? answer),
    )
    expect(there.items.map(({ toolMockReport }) => toolMockReport)).toEqual(
      here.items.map(({ toolMockReport }) => toolMockReport),
    )
    expect(new Set(there.items.map(({ answer, failure }) => failure?.name ?? answer)).size).toBe(6)
    expect(called).toEqual([])
  })

  it('may be without the simulated users that other items have', async () => {
    const { start, workers: elsewhere } = workers({ shardSize: 2 })
    const shared = {
      target: talkingAgent((said) => `Answer ${said.length}.`),
      simulator: talkingModel((said) =>
        said.at(-1)?.includes('"assistant"')
          ? '{"state":"reached","message":""}'
          : '{"state":"open","message":"I want it."}',
      ),
      scorers: [createKeywordCoverageScorer()],
    }
    const worker = start(shared)
    const there = await evaluate({
      ...shared,
      data: [
        ...['a', 'b', 'c', 'd'].map((id) => ({ id, input: `What is ${id}?` })),
        ...['e', 'f'].map((id) => ({ id, user: { goal: `Get ${id}.` } })),
      ],
      ...{ repeats: 2, name: 'mixed', workers: elsewhere },
    })
    await worker.stop()
    expect(there.end?.status).toBe('complete')
    expect(there.items.filter(({ failure }) => failure !== undefined)).toEqual([])
    expect(worker.counts.failed).toBe(0)
  })

  it('are gone on with after the one that began them has died', async () => {
    const { start, workers: elsewhere, queue } = workers({ ahead: 2 })
    const file = join(mkdtempSync(join(tmpdir(), 'verdict-')), 'run.jsonl')
    const options = { data, target, scorers: scorersOf(), attempts: 1, file, workers: elsewhere }
    const stop = new AbortController()
    const first = start()
    const begun = await evaluate({
      ...options,
      signal: stop.signal,
      onProgress: (event) => {
        if (event.kind === 'item' && event.finished === 10) stop.abort()
      },
    })
    expect(begun.end?.status).toBe('cancelled')
    const whole = await evaluate({ ...options, resume: true })
    await first.stop()
    expect(whole.end?.status).toBe('complete')
    expect(essence(whole).items).toEqual(
      essence(await evaluate({ data, target, scorers: scorersOf(), attempts: 1 })).items,
    )
    const engine = await queue.engine()
    expect(
      await engine.results.done(
        whole.header.id,
        whole.items.map(({ itemId }) => itemId),
      ),
    ).toEqual(new Set())
    expect(await engine.counts()).toEqual([])
  })

  it('go on where they are in work for one that has died, and are not put a second time', async () => {
    const { workers: elsewhere, queue, start } = workers()
    const file = join(mkdtempSync(join(tmpdir(), 'verdict-')), 'run.jsonl')
    const asked: string[] = []
    let isSlow = true
    const options = { data, scorers: scorersOf(), attempts: 1, file, workers: elsewhere }
    const counting = async (input: string) => {
      asked.push(input)
      while (isSlow) await delay(20)
      return `The answer to ${input} is long.`
    }
    const worker = start({ target: counting })
    const stop = new AbortController()
    const begun = evaluate({ ...options, target: counting, signal: stop.signal })
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    stop.abort()
    expect((await begun).end?.status).toBe('cancelled')
    const going = evaluate({ ...options, target: counting, resume: true })
    await delay(200)
    isSlow = false
    const whole = await going
    await worker.stop()
    expect(whole.end?.status).toBe('complete')
    expect(asked.length).toBe(new Set(asked).size)
    expect(await (await queue.engine()).counts()).toEqual([])
  })

  it('are done no more when their run is over', async () => {
    const { queue } = workers()
    const engine = await queue.engine()
    const id = randomUUID()
    const record = [{ key: 'a', record: '{}' }]
    await engine.put([{ id, group: 'run 1', data: { format: 1, kind: 'items', payload: '{}' } }])
    await engine.take(1)
    expect(await engine.results.add('1', record, id)).toBe(true)
    expect(await engine.results.add('1', record, id)).toBe(true)
    await engine.remove('run 1')
    await engine.results.forget('1')
    expect(await engine.results.add('1', record, id)).toBe(false)
    expect(await engine.results.unwritten('1', 10)).toEqual([])
  })

  it('stop at the budget of the whole run, however many a job may have', async () => {
    const { start, workers: elsewhere } = workers()
    const worker = start({}, 4)
    const options = { data, target, scorers: scorersOf(), attempts: 1, workers: elsewhere }
    const run = await evaluate({ ...options, budget: { calls: 10 } })
    await worker.stop()
    expect(run.end).toMatchObject({ status: 'budget' })
    expect(run.items).toHaveLength(10)
  })

  it('are left to a worker of the same configuration by others, who use up no tries', async () => {
    // Ten times as long after that, what is known ends the run: the able worker comes before, on any machine.
    const { start, queue, workers: elsewhere } = workers({ patienceInMs: 2000 }, { retries: 0 })
    const { mastra } = stage(scripted([]))
    const ends: JobEnd[] = []
    const onJob = (_: unknown, end: JobEnd) => ends.push(end)
    const withoutEvaluations = startWorker({ mastra, queue, pollIntervalInMs: 20, onJob })
    const other = start({ scorers: [createKeywordCoverageScorer()] })
    const told: string[] = []
    const running = evaluate({
      ...{ data, target, scorers: scorersOf(), attempts: 1, workers: elsewhere },
      onProgress: (event) => {
        if (event.kind === 'waiting') told.push(event.message)
      },
    })
    // A machine that is busy says that nobody came before anybody has come.
    const reasons = () =>
      told.filter((one) => !one.endsWith('start `verdict worker` with the same configuration'))
    await expect.poll(() => reasons().length).toBeGreaterThan(0)
    expect(told.length - reasons().length).toBeLessThan(2)
    for (const one of reasons())
      expect(one).toMatch(/no worker has done any items for .*: (the scorers of|this) .*configuration/)
    const able = start()
    expect((await running).end?.status).toBe('complete')
    for (const worker of [withoutEvaluations, other, able]) await worker.stop()
    expect([other.counts.failed, other.counts.triedAgain, other.counts.answered]).toEqual([0, 0, 0])
    expect(able.counts.answered).toBe(7)
    expect(new Set(ends.map(({ is }) => is))).toEqual(new Set(['refused']))
  })

  it('end the run with the reason of workers that cannot do them, where nobody else comes', async () => {
    const { start, queue, workers: elsewhere } = workers({ patienceInMs: 50 })
    const other = start({ scorers: [createKeywordCoverageScorer()] })
    const options = { data, target, scorers: scorersOf(), attempts: 1, workers: elsewhere }
    await expect(evaluate(options)).rejects.toThrow(
      /no worker has done any items for .*the scorers of this worker differ from those of the run/,
    )
    await other.stop()
    expect(await (await queue.engine()).isEmpty()).toBe(true)
  })

  it('are done by a worker without Mastra, which leaves live answers to others', async () => {
    const { queue, workers: elsewhere } = workers()
    const id = crypto.randomUUID()
    await queue.put([{ id, group: 'tone', data: { format: 1, scorer: 'tone', payload: '{}' } }])
    const scorers = [createKeywordCoverageScorer()]
    const worker = startWorker({ queue, evaluation: { target, scorers }, pollIntervalInMs: 20 })
    const run = await evaluate({ data, target, scorers, attempts: 1, workers: elsewhere })
    await worker.stop()
    expect(run.end?.status).toBe('complete')
    const state = (await (await queue.engine()).states([id])).get(id)
    expect(state).toEqual({ state: 'waiting', reason: expect.stringContaining('no `mastra`') })
    expect(() => startWorker({ queue })).toThrow('give mastra to score live answers')
  })

  it.skipIf(!hasPostgres)(
    'are not waited for once the last worker has died, after the budget',
    async () => {
      const { start, queue, schema, workers: elsewhere } = workers({ shardSize: 2, ahead: 2 })
      const engine = await queue.engine()
      let finished = 0
      const running = evaluate({
        ...{ data, target, scorers: scorersOf(), attempts: 1, workers: elsewhere, budget: { calls: 10 } },
        onProgress: (event) => {
          if (event.kind === 'item') finished = event.finished
        },
      })
      // Takes a job, and is never heard of again.
      await expect.poll(async () => (await engine.take(1)).length).toBe(1)
      const worker = start({}, 1)
      await expect.poll(() => finished).toBeGreaterThanOrEqual(10)
      await worker.stop()
      await query(
        `update ${schema}.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`,
      )
      expect((await running).end).toMatchObject({ status: 'budget' })
      expect(await engine.isEmpty()).toBe(true)
    },
    30_000,
  )

  it('are put again where their jobs went missing, and are waited for aloud', async () => {
    const { start, queue, workers: elsewhere } = workers({ patienceInMs: 100 })
    const told: string[] = []
    const running = evaluate({
      ...{ data, target, scorers: scorersOf(), attempts: 1, workers: elsewhere },
      onProgress: (event) => {
        if (event.kind === 'waiting') told.push(event.message)
      },
    })
    await expect.poll(() => told).toHaveLength(1)
    expect(told[0]).toContain('start `verdict worker`')
    const engine = await queue.engine()
    const [{ group = '' } = {}] = await engine.counts()
    expect(await engine.cancel(group)).toBe(7)
    const worker = start()
    expect((await running).end?.status).toBe('complete')
    await worker.stop()
  })

  it('are done again where they failed and a run that was stopped is gone on with', async () => {
    const { start, workers: elsewhere } = workers({ shardSize: 2, ahead: 2 })
    const file = join(mkdtempSync(join(tmpdir(), 'verdict-')), 'run.jsonl')
    let isUnlucky = true
    const moody = (input: string) => {
      if (isUnlucky && input.endsWith(' 1?')) throw new Error('unlucky')
      return 'It is 330 metres.'
    }
    const worker = start({ target: moody })
    const options = { data, target: moody, scorers: scorersOf(), attempts: 1, file, workers: elsewhere }
    const begun = await evaluate({ ...options, budget: { calls: 6 } })
    expect(begun.end?.status).toBe('budget')
    expect(begun.items.find(({ itemId }) => itemId === 'item 1')?.failure).toBeDefined()
    isUnlucky = false
    const whole = await evaluate({ ...options, resume: true })
    await worker.stop()
    expect(whole.end?.status).toBe('complete')
    expect(whole.items.filter(({ failure }) => failure !== undefined)).toEqual([])
  })

  it('refuse items that are no JSON', async () => {
    const { workers: elsewhere } = workers()
    const odd = [{ id: 'odd', input: 'Why?', metadata: { at: new Date() } }]
    await expect(evaluate({ data: odd, target, scorers: scorersOf(), workers: elsewhere })).rejects.toThrow(
      'item odd: metadata must be JSON',
    )
  })
})
