import { describe, expect, it } from 'vitest'
import { backfill } from '../../../../src/features/workers/backfill/backfill.ts'
import { coverage } from '../../../../src/features/workers/backfill/coverage.ts'
import { queued } from '../../../../src/features/workers/queue/queue-live-runs.ts'
import { createKeywordCoverageScorer } from '../../../../src/scorers/keyword-coverage.ts'
import { fakeJudge } from '../../../support/fake-judge.ts'
import { project as aProject, judged } from '../project.ts'

/** A project, and what a backfill of its scorer is told. */
function project(options: Parameters<typeof aProject>[0] = {}) {
  const made = aProject(options)
  const { mastra, queue } = made
  return { ...made, of: { mastra, queue, only: ['answer-relevancy'] } }
}

const put = (counts: { put: ReadonlyMap<string, number> }, id = 'answer-relevancy') => counts.put.get(id) ?? 0

describe('backfill', () => {
  it('scores the answers that have no score, once, as they would have been scored live', async () => {
    const unscored = project({ rate: 0 })
    const { of, ask, work, rows, counts } = unscored
    await ask(3)
    expect(put(await backfill({ ...of, dryRun: true }))).toBe(3)
    expect(await counts()).toBeUndefined()

    expect(put(await backfill(of))).toBe(3)
    expect(await backfill(of)).toMatchObject({ answers: 3, queued: 3, put: new Map() })
    expect(await work()).toMatchObject({ scored: 3 })
    expect(await backfill(of)).toMatchObject({ answers: 3, scored: 3, put: new Map() })

    const live = project({})
    await live.ask()
    await live.work()
    const [own] = await live.rows()
    const all = await rows()
    expect(all.map(({ score }) => score)).toEqual([0.5, 0.5, 0.5])
    expect(all[0]?.reason).toBe(own?.reason)
    expect(all[0]).toMatchObject({
      entityId: 'guide',
      source: 'LIVE',
      threadId: 'thread-1',
      resourceId: 'resource-1',
    })
  })

  it('passes over answers that were scored live, by Mastra or by a worker', async () => {
    const direct = project({ isQueued: false })
    await direct.ask(2)
    await expect.poll(async () => (await direct.rows()).length).toBe(2)
    expect(await backfill(direct.of)).toMatchObject({ answers: 2, scored: 2, put: new Map() })
    const workers = project()
    await workers.ask(2)
    expect(await backfill(workers.of)).toMatchObject({ queued: 2, put: new Map() })
  })

  it('scores again with a scorer whose options were changed', async () => {
    const { of, mastra, queue, ask, work } = project()
    await ask(2)
    await work()
    expect(await backfill(of)).toMatchObject({
      scored: 2,
    })
    const other = createKeywordCoverageScorer()
    queued(other, queue)
    const counts = await backfill({ mastra, queue, scorers: [other], only: ['keyword-coverage'] })
    expect(put(counts, 'keyword-coverage')).toBe(2)
    expect(await work({ scorers: [other] })).toMatchObject({ scored: 2 })
  })

  it('keeps to its limit, its sample and its time, and goes on where it ended', async () => {
    const { of, ask } = project({ rate: 0 })
    await ask(12)
    const limited = await backfill({ ...of, limit: 5 })
    expect([put(limited), limited.ended]).toEqual([5, 'limit'])
    const rest = await backfill(of)
    expect([put(rest), rest.queued, rest.ended]).toEqual([7, 5, 'all'])
    expect(await backfill({ ...of, until: new Date(0) })).toMatchObject({ answers: 0 })
    expect(await backfill({ ...of, agent: 'nobody' })).toMatchObject({ answers: 0, found: 0 })
    const sampled = project({ rate: 0 })
    await sampled.ask(12)
    const half = await backfill({ ...sampled.of, sample: 0.5 })
    expect(half.answers).toBeGreaterThan(0)
    expect(half.answers).toBeLessThan(12)
    expect(await backfill({ ...sampled.of, sample: 0.5 })).toMatchObject({
      answers: half.answers,
      queued: half.answers,
    })
  })

  it('ends when its budget is spent', async () => {
    const evidence = () => ({ calls: 1, usage: { inputTokens: 10, outputTokens: 5 } })
    const scorer = judged(fakeJudge({ answer: () => 'yes', evidence }))
    const { of, ask, work } = project({ rate: 0, scorer })
    await ask(20)
    const stop = new AbortController()
    const worker = work({ once: false, signal: stop.signal })
    const counts = await backfill({ ...of, budget: { calls: 8 } })
    stop.abort()
    await worker
    expect(counts.ended).toBe('budget')
    expect([counts.calls, put(counts)]).toEqual([8, 8])
  })

  it('says which price is missing where its budget is of money', async () => {
    const evidence = () => ({ calls: 1, usage: { inputTokens: 10, outputTokens: 5 } })
    const scorer = judged(fakeJudge({ id: 'acme.chat/large', answer: () => 'yes', evidence }))
    const { of, ask, work, queue } = project({ rate: 0, scorer })
    await ask(3)
    const stop = new AbortController()
    const worker = work({ once: false, signal: stop.signal })
    await expect(backfill({ ...of, budget: { money: 1 } })).rejects.toThrow("prices has no 'acme/large'")
    stop.abort()
    await worker
    expect(await (await queue.engine()).usualCost(scorer.id)).toMatchObject({ unpriced: 'acme/large' })
  })
})

describe('coverage', () => {
  it('adds up, and finds what was lost', async () => {
    const { mastra, queue, ask, work, counts } = project()
    const all = { agentId: 'guide', scorerId: 'answer-relevancy', isFiltered: false }
    await ask(3)
    expect(await coverage(mastra, queue, {})).toEqual([
      { ...all, seen: 3, sampled: 3, scored: 0, queued: 3, notScorable: 0, failed: 0, lost: 0 },
    ])
    await work()
    const engine = await queue.engine()
    await ask(2)
    const [job] = await engine.take(1)
    await engine.failed(job ?? { id: '', takenAt: new Date() }, { name: 'Error', message: 'no' }, false)
    const parts = { seen: 5, sampled: 5, scored: 3, queued: 1, notScorable: 0 }
    expect(await coverage(mastra, queue, {})).toEqual([{ ...all, ...parts, failed: 1, lost: 0 }])
    await engine.drop({})
    expect(await coverage(mastra, queue, {})).toEqual([{ ...all, ...parts, failed: 0, lost: 1 }])
    expect(await counts()).toMatchObject({ scored: 3, waiting: 1 })
  })

  it.each([
    ['failed', { error: { message: 'The provider is down.' } }],
    ['was stopped', { output: { status: 'aborted', reason: 'abort' } }],
    ['waits for a person', { output: { status: 'suspended', reason: 'approval' } }],
  ])('counts no run that %s, and a backfill does not score it', async (_what, ended) => {
    const { of, mastra, queue, ask } = project()
    await ask(1)
    const traces = await mastra.getStorage()?.getStore('observability')
    const at = new Date()
    await traces?.createSpan({
      span: {
        ...{ traceId: 'other', spanId: 'run', name: 'answer', spanType: 'agent_run', isEvent: false },
        ...{ startedAt: at, endedAt: at, entityType: 'agent', entityId: 'guide', input: 'How tall is it?' },
        ...ended,
      } as never,
    })
    expect(await coverage(mastra, queue, {})).toMatchObject([{ seen: 1, lost: 0 }])
    expect(await backfill(of)).toMatchObject({ answers: 1, put: new Map() })
  })

  it('takes the same answers for sampled as Mastra', async () => {
    const { mastra, queue, ask, counts } = project({ rate: 0.5, answers: 30 })
    await ask(30)
    await expect.poll(async () => (await coverage(mastra, queue, {}))[0]?.lost).toBe(0)
    const [of] = await coverage(mastra, queue, {})
    expect(of?.seen).toBe(30)
    expect(of?.sampled).toBeGreaterThan(3)
    expect(of?.sampled).toBe((await counts())?.waiting)
  })
})
