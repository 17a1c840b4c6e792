import { createScorer, runEvals } from '@mastra/core/evals'
import { SpanType } from '@mastra/core/observability'
import { describe, expect, it, vi } from 'vitest'
import { doJob } from '../../../src/features/workers/jobs/do-job.ts'
import { queued } from '../../../src/features/workers/queue/queue-live-runs.ts'
import { boundLiveScores } from '../../../src/scorers/common/live-limit.ts'
import { createKeywordCoverageScorer } from '../../../src/scorers/keyword-coverage.ts'
import { eventually } from '../../support/eventually.ts'
import { databaseUrl, testQueue } from '../../support/queues.ts'
import { thread } from '../../support/scripted-agent.ts'
import { answer, judged, project, question, slowJudge } from './project.ts'

describe('a queued scorer of a live agent', () => {
  it('scores nothing when the answer is given, and all of it in a worker, where Mastra would', async () => {
    const { ask, rows, work } = project()
    await ask()
    expect(await rows()).toEqual([])
    expect(await work()).toMatchObject({ scored: 1, failed: 0, running: 0 })
    const [row, more] = await rows()
    expect(more).toBeUndefined()

    const direct = project({ isQueued: false })
    await direct.ask()
    await expect.poll(async () => (await direct.rows()).length).toBe(1)
    const [own] = await direct.rows()
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

  it('loses nothing where the queue is closed right after the last answer', async () => {
    const { agent, queue, schema } = project()
    await queue.engine()
    for (let time = 0; time < 3; time += 1) await agent.generate(question, thread)
    await queue.close()
    // What Mastra began after that would come now.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(queue.dropped).toBe(0)
    if (schema === undefined) return
    const again = testQueue({ connectionString: databaseUrl, schema })
    expect((await (await again.engine()).counts()).map(({ waiting }) => waiting)).toEqual([3])
  })

  it('leaves a span of the scorer that says what Mastra says there', async () => {
    const { ask, work, mastra, storage } = project()
    await ask()
    await work()
    await mastra.observability.getDefaultInstance()?.flush()
    const store = await storage.getStore('observability')
    const { spans = [] } = (await store?.listTraces({ filters: { spanType: SpanType.SCORER_RUN } })) ?? {}
    const of = spans.map(({ attributes }) => attributes as Record<string, unknown>)
    expect(of.filter(({ scorerId }) => scorerId === 'answer-relevancy')).toEqual([
      {
        ...{ scorerId: 'answer-relevancy', scorerName: 'Answer Relevancy', scorerDefinition: 'code' },
        ...{ scoreSource: 'live', targetScope: 'span', targetEntityType: 'agent' },
      },
    ])
  })

  it('scores at once in runEvals and by hand', async () => {
    const { agent, scorer, queue } = project()
    const { scores } = await runEvals({ target: agent, scorers: [scorer], data: [{ input: question }] })
    expect(scores['answer-relevancy']).toBe(0.5)
    const byHand = await scorer.run({ input: question as never, output: answer as never })
    expect(byHand.score).toBe(0.5)
    expect(queue.buffered).toBe(0)
  })

  it('scores an answer once, however often its job is put or done', async () => {
    const { ask, queue, rows, work, scorer, mastra } = project()
    const run = vi.spyOn(queue, 'add')
    await ask()
    const [, given] = run.mock.calls[0] ?? []
    for (let time = 0; time < 100; time += 1) queue.add(scorer, given ?? {})
    await eventually(() => expect(queue.buffered).toBe(0))
    expect(await work()).toMatchObject({ scored: 1 })
    // As after the death of a worker that had written the score and not said so.
    const at = new Date()
    const job = {
      ...queue.jobOf(scorer, given ?? {}),
      attempt: 2,
      createdAt: at,
      takenAt: at,
      isAlone: true,
      wasTaken: true,
    }
    const signal = new AbortController().signal
    const end = await doJob(job, {
      mastra,
      scorers: [],
      prices: {},
      timeoutInMs: 1000,
      signal,
      rollout: queue.rollout,
      looksFirst: job.wasTaken,
      engine: await queue.engine(),
    })
    expect(end).toEqual({ is: 'done', outcome: { outcome: 'scored' } })
    expect(await rows()).toHaveLength(1)
  })

  it('is scored by as many as the worker takes, whatever the bound of live scores', async () => {
    let calls = 0
    const scorer = judged(
      slowJudge(200, () => {
        calls += 1
      }),
    )
    const { ask, work, counts } = project({ scorer })
    boundLiveScores(scorer, { atMost: 1 })
    await ask(4)
    expect(await work({ concurrency: 4 })).toMatchObject({ scored: 4, notScorable: 0 })
    expect(await counts()).toMatchObject({ scored: 4, notScorable: 0 })
    expect(calls).toBe(4)
  })

  it('works for scorers of others', async () => {
    const other = createScorer({ id: 'length', description: 'Long.', type: 'agent' }).generateScore(
      ({ run }) => run.output.length / 10,
    )
    const { ask, work, rows } = project({ scorer: other as never })
    await ask()
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
    expect(() => queued(scorer, testQueue({ pglite: 'memory://' }))).toThrow('already has another queue')
  })
})
