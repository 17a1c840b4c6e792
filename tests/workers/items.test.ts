import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../src/evaluation/evaluate.ts'
import type { EvaluateOptions } from '../../src/evaluation/evaluate-options.ts'
import type { EvaluationRun } from '../../src/evaluation/record.ts'
import { readRun } from '../../src/evaluation/run-file/read-run.ts'
import { createKeywordCoverageScorer } from '../../src/scorers/keyword-coverage.ts'
import { type ItemWorkersOptions, itemWorkers } from '../../src/workers/items/item-workers.ts'
import { startWorker } from '../../src/workers/worker.ts'
import { fakeJudge } from '../support/fake-judge.ts'
import { anyStore, testQueue } from '../support/queues.ts'
import { scripted, stage } from '../support/scripted-agent.ts'
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

function workers(options: ItemWorkersOptions = {}) {
  const queue = testQueue(anyStore())
  const { mastra } = stage(scripted([]))
  const start = (evaluation: Partial<EvaluateOptions> = {}, concurrency = 4) =>
    startWorker({
      ...{ mastra, queue, concurrency },
      pollIntervalInMs: 20,
      graceInMs: 0,
      evaluation: { target, scorers: scorersOf(), ...evaluation },
    })
  return { queue, start, workers: itemWorkers(queue, { shardSize: 7, pollIntervalInMs: 20, ...options }) }
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
    expect((await engine.counts()).every(({ waiting, running }) => waiting + running === 0)).toBe(true)
  })

  it('stop at the budget of the whole run', async () => {
    const { start, workers: elsewhere } = workers({ shardSize: 2, ahead: 2 })
    const worker = start({}, 1)
    const options = { data, target, scorers: scorersOf(), attempts: 1, workers: elsewhere }
    const run = await evaluate({ ...options, budget: { calls: 10 } })
    await worker.stop()
    expect(run.end).toMatchObject({ status: 'budget' })
    expect(run.items.length).toBeGreaterThanOrEqual(10)
    expect(run.items.length).toBeLessThan(25)
  })

  it('wait for a worker of the same configuration, and end with the reason of one that cannot', async () => {
    const { start, queue, workers: elsewhere } = workers()
    const other = start({ scorers: [createKeywordCoverageScorer()] })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 300)
    const options = { data, target, scorers: scorersOf(), attempts: 1, workers: elsewhere }
    const run = await evaluate({ ...options, signal: stop.signal })
    await other.stop()
    expect(run.items).toEqual([])
    expect(other.counts.triedAgain).toBeGreaterThan(0)
    const impatient = testQueue({ ...anyStore(), retries: 0 })
    const { mastra } = stage(scripted([]))
    const evaluation = { target, scorers: [createKeywordCoverageScorer()] }
    const worker = startWorker({ mastra, queue: impatient, evaluation, pollIntervalInMs: 20 })
    await expect(
      evaluate({ ...options, workers: itemWorkers(impatient, { pollIntervalInMs: 20 }) }),
    ).rejects.toThrow('the scorers of this worker differ from those of the run')
    await worker.stop()
    expect(queue.isEmbedded).toBeTypeOf('boolean')
  })

  it('are put again where their jobs went missing, and are waited for aloud', async () => {
    const { start, queue, workers: elsewhere } = workers({ patienceInMs: 100 })
    const told: string[] = []
    const running = evaluate({
      ...{ data, target, scorers: scorersOf(), attempts: 1, workers: elsewhere },
      onProgress: (event) => {
        if (event.kind === 'waiting') told.push(event.message)
      },
    })
    await expect.poll(() => told, { timeout: 10_000 }).toHaveLength(1)
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
    const whole = await evaluate({ ...options, resume: true, retryFailed: true })
    await worker.stop()
    expect(whole.end?.status).toBe('complete')
    expect(whole.items.filter(({ failure }) => failure !== undefined)).toEqual([])
  })

  it('refuse items that are no JSON', async () => {
    const { workers: elsewhere } = workers()
    const odd = [{ id: 'odd', input: 'Why?', metadata: { at: new Date() } }]
    await expect(evaluate({ data: odd, target, scorers: scorersOf(), workers: elsewhere })).rejects.toThrow(
      'item odd: metadata holds what is no JSON',
    )
  })
})
