import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { comparePairs } from '../../../src/evaluation.ts'
import type { ComparePairsOptions, PreferenceComparison } from '../../../src/features/pairs/compare-pairs.ts'
import { ItemsWorker } from '../../../src/features/workers/items/do-items.ts'
import { itemWorkers } from '../../../src/features/workers/items/item-workers.ts'
import { doJob } from '../../../src/features/workers/jobs/do-job.ts'
import { startWorker } from '../../../src/features/workers/worker/worker.ts'
import { createKeywordCoverageScorer } from '../../../src/scorers/keyword-coverage.ts'
import { type OpenAIServer, openaiServer } from '../../support/openai-server.ts'
import { anyStore, testQueue } from '../../support/queues.ts'
import { runOf } from '../pairs/pairs.ts'

let server: OpenAIServer
const before = { url: process.env.OPENAI_BASE_URL, key: process.env.OPENAI_API_KEY }
const restore = (name: string, value: string | undefined) => {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

// Mastra keeps a model by its key: the tests of another file have another server.
const key = 'sk-of-workers'
const gradeOf = (text: unknown) => Number(/grade (\d+)/.exec(String(text))?.[1] ?? 0)
beforeAll(async () => {
  server = await openaiServer(({ state }) => {
    const [first, second] = [gradeOf(state['first answer']), gradeOf(state['second answer'])]
    const verdict = first === second ? 'neither' : first > second ? 'first' : 'second'
    const share = verdict === 'first' ? 80 : verdict === 'second' ? 20 : 50
    return { text: JSON.stringify({ preference: { reason: 'By grades.', share, verdict } }), delayInMs: 5 }
  })
  process.env.OPENAI_BASE_URL = server.url
  process.env.OPENAI_API_KEY = key
})
afterEach(() => {
  process.env.OPENAI_API_KEY = key
})
afterAll(async () => {
  restore('OPENAI_BASE_URL', before.url)
  restore('OPENAI_API_KEY', before.key)
  await server[Symbol.asyncDispose]()
})

const answers = (grade: (index: number) => number | undefined, name: string, count: number) =>
  runOf(
    Array.from({ length: count }, (_, index) => {
      const of = grade(index)
      return of === undefined ? undefined : `grade ${of}`
    }),
    name,
    (index) => ({ group: index % 15, metadata: { kind: index % 2 } }),
    2,
  )

/** What must be the same wherever it was judged. */
const essence = (found: readonly PreferenceComparison[]) =>
  found.map(({ run: { header, items, end }, ...told }) => ({
    told,
    header: { ...header, id: '', startedAt: '' },
    status: end?.status,
    items: items.map(({ startedAt, durationInMs, scores, ...item }) => ({
      ...item,
      scores: Object.entries(scores).map(([id, { durationInMs: _, evidence, ...score }]) => ({ id, score })),
    })),
  }))

function team(size = 2, patienceInMs = 100) {
  const queue = testQueue(anyStore())
  const evaluation = { target: () => '', scorers: [createKeywordCoverageScorer()], concurrency: 4 }
  const start = () => startWorker({ queue, evaluation, pollIntervalInMs: 20, graceInMs: 0, concurrency: 4 })
  const hired = Array.from({ length: size }, start)
  return {
    ...{ queue, start, hired },
    workers: itemWorkers(queue, { shardSize: 7, pollIntervalInMs: 20, patienceInMs }),
    stop: () => Promise.all(hired.map((worker) => worker.stop())),
  }
}

const model = 'openai/gpt-5-mini'
const grades = (index: number) => (index % 9 === 0 ? undefined : index % 4 === 0 ? 3 : 7)

describe('pairs that workers judge', () => {
  it('come to what one process comes to', async () => {
    const runs = [await answers(() => 5, 'before', 20), await answers(grades, 'after', 20)]
    const asked = server.requests.length
    const here = await comparePairs(runs, { model })
    const calls = server.requests.length - asked
    const { queue, hired, workers, stop } = team()
    const file = join(mkdtempSync(join(tmpdir(), 'pairs-')), 'pairs.jsonl')
    const there = await comparePairs(runs, { model, workers, file })
    await stop()
    expect(essence(there)).toEqual(essence(here))
    expect(here[0]?.preferred.failed).toBe(6)
    expect(server.requests.length - asked).toBe(2 * calls)
    expect(hired.every(({ counts }) => counts.answered > 0 && counts.failed === 0)).toBe(true)
    const engine = await queue.engine()
    expect([await engine.isEmpty(), await engine.counts()]).toEqual([true, []])
  })

  it('are put one by one where they may stop, and few are paid for beyond that', async () => {
    const runs = [await answers(() => 5, 'before', 100), await answers(() => 7, 'after', 100)]
    const options: ComparePairsOptions = { model, stopWhenDecided: true }
    const asked = server.requests.length
    const { workers, queue, stop } = team()
    const [found] = await comparePairs(runs, { ...options, workers })
    await stop()
    const { decidedAfter = 0, pairs = 0 } = found?.sequential ?? {}
    expect(found).toMatchObject({ verdict: 'candidate', run: { end: { status: 'decided' } } })
    expect(pairs).toBeGreaterThanOrEqual(decidedAfter)
    expect(server.requests.length - asked).toBe(2 * pairs)
    expect(pairs).toBeLessThan(200)
    expect(await (await queue.engine()).isEmpty()).toBe(true)
  })

  it('are left to others by a worker that has no key, which says so', async () => {
    const runs = [await answers(() => 5, 'before', 10), await answers(() => 7, 'after', 10)]
    const asked = server.requests.length
    delete process.env.OPENAI_API_KEY
    // On a busy machine, a worker may first be taken for dead: then its jobs are tried again before the run ends.
    const { workers, hired, stop } = team(1, 400)
    await expect(comparePairs(runs, { model, workers })).rejects.toThrow(
      /this worker cannot ask the judge of the pairs: .*API key/,
    )
    await stop()
    expect([hired[0]?.counts.answered, hired[0]?.counts.failed]).toEqual([0, 0])
    expect(server.requests.length).toBe(asked)
  })

  it('are left to others by a worker of another version', async () => {
    const runs = [await answers(() => 5, 'before', 3), await answers(() => 7, 'after', 3)]
    const { workers, queue } = team(0)
    const stop = new AbortController()
    const running = comparePairs(runs, { model, workers, signal: stop.signal })
    const engine = await queue.engine()
    const taken = async () => (await engine.take(1))[0]
    let job: Awaited<ReturnType<typeof taken>>
    await expect.poll(async () => (job ??= await taken())).toBeDefined()
    if (job === undefined) throw new Error('there is none')
    const payload = JSON.parse(String(job.data.payload))
    payload.header.scorers[0].version = 'another'
    const changed = { ...job, data: { ...job.data, payload: JSON.stringify(payload) } }
    const items = new ItemsWorker({ target: () => '', scorers: [createKeywordCoverageScorer()] })
    const end = await doJob(changed, {
      ...{ items, engine, scorers: [], prices: {}, timeoutInMs: 1000, looksFirst: false },
      ...{ rollout: queue.rollout, signal: new AbortController().signal },
    })
    expect(end).toMatchObject({ is: 'refused', failure: { message: /start workers of the same version/ } })
    stop.abort()
    await running
    await items.close()
  })

  it('need a judge that has a name', async () => {
    const runs = [await answers(() => 5, 'before', 3), await answers(() => 7, 'after', 3)]
    const { workers } = team(0)
    const judge = { id: 'own', decide: () => Promise.reject(new Error('is not asked')) }
    await expect(comparePairs(runs, { model: judge as never, workers })).rejects.toThrow(
      /^comparePairs: workers create the judge from its name: give model as a text/,
    )
  })
})
