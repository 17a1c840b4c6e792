import { createScorer, runEvals } from '@mastra/core/evals'
import { describe, expect, it, vi } from 'vitest'
import { createAnswerRelevancyScorer } from '../../src/scorers/answer-relevancy.ts'
import { boundLiveScores } from '../../src/scorers/common/live-scores.ts'
import { createKeywordCoverageScorer } from '../../src/scorers/keyword-coverage.ts'
import { doJob } from '../../src/workers/do-job.ts'
import { queued } from '../../src/workers/queued.ts'
import { startWorker } from '../../src/workers/worker.ts'
import { fakeJudge } from '../support/fake-judge.ts'
import { anyStore, testQueue } from '../support/queues.ts'
import { say, scripted, stage, thread } from '../support/scripted-agent.ts'

const question = 'How tall is the tower?'
const lines = ['It is 330 metres tall.', 'It is made of iron.', 'Paris is nice.']
const verdicts = ['yes', 'unsure', 'no']

function judged() {
  const judge = fakeJudge({ answer: (_, id) => verdicts[Number(id.slice(1)) - 1] })
  return createAnswerRelevancyScorer({ model: judge, options: { statements: 'split' } })
}

function project(scorer = judged(), answers = 3) {
  const queue = testQueue(anyStore())
  queued(scorer, queue)
  const staged = stage(scripted(Array.from({ length: answers }, () => say(lines.join('\n\n')))), {
    traces: true,
    scorers: { relevancy: { scorer, sampling: { type: 'ratio', rate: 1 } } },
  })
  const rows = async () => {
    const store = await staged.storage.getStore('scores')
    const page = await store?.listScoresByScorerId({
      scorerId: scorer.id,
      pagination: { page: 0, perPage: 100 },
    })
    return page?.scores ?? []
  }
  const waiting = async () => (await (await queue.engine()).counts())[0]?.waiting ?? 0
  const work = () => startWorker({ mastra: staged.mastra, queue, once: true, pollIntervalInMs: 20 }).ended
  return { ...staged, queue, scorer, rows, waiting, work }
}

describe('a queued scorer of a live agent', () => {
  it('scores nothing when the answer is given, and all of it in a worker, where Mastra would', async () => {
    const queued = project()
    await queued.agent.generate(question, { ...thread, requestContext: undefined })
    await vi.waitFor(async () => expect(await queued.waiting()).toBe(1), 10_000)
    expect(await queued.rows()).toEqual([])

    expect(await queued.work()).toMatchObject({ scored: 1, failed: 0, running: 0 })
    const [row, more] = await queued.rows()
    expect(more).toBeUndefined()

    const direct = stage(scripted([say(lines.join('\n\n'))]), {
      traces: true,
      scorers: { relevancy: { scorer: judged(), sampling: { type: 'ratio', rate: 1 } } },
    })
    await direct.agent.generate(question, thread)
    const store = await direct.storage.getStore('scores')
    const [own] = await vi.waitFor(async () => {
      const page = await store?.listScoresByScorerId({
        scorerId: 'answer-relevancy',
        pagination: { page: 0, perPage: 9 },
      })
      expect(page?.scores).toHaveLength(1)
      return page?.scores ?? []
    }, 10_000)
    const told = [
      'score',
      'reason',
      'scorer',
      'source',
      'entity',
      'entityId',
      'entityType',
      'threadId',
      'resourceId',
    ]
    const pick = (from: object | undefined) =>
      Object.fromEntries(told.map((key) => [key, (from as Record<string, unknown>)?.[key]]))
    expect(pick(row)).toEqual(pick(own))
    expect(row?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(row?.spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(row?.score).toBe(0.5)
    expect(Object.keys(row ?? {}).sort()).toEqual(
      Object.keys(own ?? {})
        .filter((key) => key !== 'projectId')
        .sort(),
    )
  })

  it('scores at once in runEvals and by hand', async () => {
    const { agent, scorer, queue } = project()
    const { scores } = await runEvals({ target: agent, scorers: [scorer], data: [{ input: question }] })
    expect(scores['answer-relevancy']).toBe(0.5)
    const byHand = await scorer.run({ input: question as never, output: lines.join('\n\n') as never })
    expect(byHand.score).toBe(0.5)
    expect(queue.buffered).toBe(0)
  })

  it('scores an answer once, however often its job is put or done', async () => {
    const { agent, queue, rows, waiting, work, scorer, mastra } = project()
    const run = vi.spyOn(queue, 'add')
    await agent.generate(question, thread)
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 10_000)
    const [, given] = run.mock.calls[0] ?? []
    for (let time = 0; time < 100; time += 1) queue.add(scorer, given ?? {})
    await vi.waitFor(() => expect(queue.buffered).toBe(0), 10_000)
    expect(await work()).toMatchObject({ scored: 1 })
    // As after the death of a worker that had written the score and not said so.
    const job = { ...queue.jobOf(scorer, given ?? {}), attempt: 2, createdAt: new Date() }
    const signal = new AbortController().signal
    const end = await doJob(job, { mastra, scorers: [], prices: {}, timeoutInMs: 1000, signal })
    expect(end).toEqual({ is: 'done', outcome: { outcome: 'scored' } })
    expect(await rows()).toHaveLength(1)
  })

  it('works for scorers of others', async () => {
    const other = createScorer({ id: 'length', description: 'Long.', type: 'agent' }).generateScore(
      ({ run }) => run.output.length / 10,
    )
    const { agent, waiting, work, rows } = project(other as never)
    await agent.generate(question, thread)
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 10_000)
    expect(await work()).toMatchObject({ scored: 1 })
    expect(await rows()).toMatchObject([{ score: 0.1, scorerId: 'length' }])
  })

  it('keeps its bound, its id and its name, and refuses a second queue', () => {
    const scorer = createKeywordCoverageScorer()
    const queue = testQueue({ pglite: 'memory://' })
    expect(queued(scorer, queue)).toBe(scorer)
    expect(queued(scorer, queue)).toBe(scorer)
    expect(scorer.id).toBe('keyword-coverage')
    boundLiveScores(scorer, { atMost: 3 })
    expect(() => queued(scorer, testQueue({ pglite: 'memory://' }))).toThrow('has another queue already')
  })
})
