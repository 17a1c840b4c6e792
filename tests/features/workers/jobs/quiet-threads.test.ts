import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from '@mastra/core/agent'
import type { MastraScorers } from '@mastra/core/evals'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { Memory } from '@mastra/memory'
import { describe, expect, it } from 'vitest'
import { queued } from '../../../../src/features/workers/queue/queue-live-runs.ts'
import { startWorker } from '../../../../src/features/workers/worker/worker.ts'
import type { WorkerOptions } from '../../../../src/features/workers/worker/worker-options.ts'
import type { Judge } from '../../../../src/judge/contract.ts'
import { createGoalScorer } from '../../../../src/scorers/goal.ts'
import { eventually } from '../../../support/eventually.ts'
import { fakeJudge } from '../../../support/fake-judge.ts'
import { anyStore, testQueue } from '../../../support/queues.ts'
import { talkingModel } from '../../../support/talking-agent.ts'
import { judged } from '../project.ts'

const quietInMs = 400

/** An agent whose threads are scored by whether their last turn says "done"; the judge keeps what it is shown. */
function project({ decide = async () => {} }: { decide?: () => Promise<void> } = {}) {
  const seen: Record<string, { readonly user: string; readonly assistant: string }>[] = []
  const yes = fakeJudge({ answer: () => 'reached' })
  const judge: Judge = {
    ...yes,
    decide: async (request) => {
      seen.push(request.state.conversation as never)
      await decide()
      return yes.decide(request)
    },
  }
  const scorer = createGoalScorer({ model: judge, goal: 'It is done.' })
  const queue = testQueue({ ...anyStore(), retries: 1, rolloutInMs: 0 })
  queued(scorer, queue, { per: 'thread', quietInMs })
  const storage = new InMemoryStore()
  const on = { scored: true }
  const agent = new Agent({
    ...{ id: 'agent', name: 'agent', instructions: 'Talk.' },
    model: talkingModel((said) => `Answer ${said.filter((text) => text.startsWith('user')).length}`),
    memory: new Memory({ storage }),
    scorers: (): MastraScorers =>
      on.scored ? { goal: { scorer, sampling: { type: 'ratio', rate: 1 } } } : {},
  })
  const mastra = new Mastra({ agents: { agent }, storage, logger: false })
  const engine = () => queue.engine()
  const counts = async () => (await (await engine()).counts()).find(({ group }) => group === 'goal')
  return {
    ...{ mastra, queue, seen, counts, on },
    rows: async () => {
      const store = await storage.getStore('scores')
      const page = await store?.listScoresByScorerId({
        scorerId: 'goal',
        pagination: { page: 0, perPage: 100 },
      })
      return page?.scores ?? []
    },
    /** Waits until the job is there. */
    async say(text: string, thread = 'thread-1') {
      const before = await counts()
      const all = (of: typeof before) => of?.waiting ?? 0
      await mastra.getAgent('agent').generate(text, { memory: { thread, resource: 'jane' } })
      await eventually(async () => expect(all(await counts())).toBeGreaterThan(all(before)))
    },
    work: (options: Partial<WorkerOptions> = {}) =>
      startWorker({ mastra, queue, scorers: [scorer], once: true, pollIntervalInMs: 20, ...options }).ended,
  }
}

describe('threads', () => {
  it('are scored as a whole, once for each state, when they have been quiet', async () => {
    const { say, work, rows, seen, counts } = project()
    await say('One')
    await say('Two')
    await say('Other', 'thread-2')
    expect(await work()).toMatchObject({ scored: 2, notScorable: 0 })
    expect(seen.map((turns) => Object.values(turns).map(({ user }) => user)).sort()).toEqual([
      ['One', 'Two'],
      ['Other'],
    ])
    expect((await rows()).map(({ threadId }) => threadId).sort()).toEqual(['thread-1', 'thread-2'])
    expect(await work()).toMatchObject({ scored: 0 })
    await say('Three')
    expect(await work()).toMatchObject({ scored: 1 })
    expect(Object.values(seen.at(-1) ?? {})).toMatchObject([
      { user: 'One', assistant: 'Answer 1' },
      { user: 'Two', assistant: 'Answer 2' },
      { user: 'Three', assistant: 'Answer 3' },
    ])
    expect(await counts()).toMatchObject({ waiting: 0, scored: 3, notScorable: 0, failed: 0 })
  })

  it('are left alone until they are quiet, also of what puts no job', async () => {
    const { say, work, rows, seen, mastra, on } = project()
    await say('One')
    const stop = new AbortController()
    const working = work({ once: false, signal: stop.signal })
    // A turn that is not sampled has no job, and the thread is no less in use.
    on.scored = false
    const until = Date.now() + 2 * quietInMs
    let lastSaid = Date.now()
    // A machine that is busy enough leaves the thread quiet itself: then it may be scored.
    let wasQuiet = false
    for (let turn = 2; Date.now() < until; turn += 1) {
      const begun = Date.now()
      await mastra
        .getAgent('agent')
        .generate(`Turn ${turn}`, { memory: { thread: 'thread-1', resource: 'jane' } })
      const found = await rows()
      wasQuiet ||= Date.now() - lastSaid >= quietInMs
      if (!wasQuiet) expect(found).toEqual([])
      lastSaid = begun
      await delay(quietInMs / 4)
    }
    on.scored = true
    await eventually(async () => expect((await rows()).length).toBeGreaterThan(0))
    stop.abort()
    await working
    if (wasQuiet) return
    expect(seen).toHaveLength(1)
    expect(Object.keys(seen[0] ?? {}).length).toBeGreaterThan(2)
  })

  it('are scored once where the worker dies on the way, and where two work', async () => {
    let calls = 0
    const { say, work, rows, queue, counts } = project({
      decide: async () => {
        calls += 1
        await delay(50)
      },
    })
    for (const text of ['One', 'Two', 'Three']) await say(text)
    await delay(quietInMs)
    const engine = await queue.engine()
    // Taken by a worker that is never heard of again.
    const taken = await engine.take(3)
    expect(taken).toHaveLength(3)
    for (const job of taken) await engine.giveBack(job, 0)
    await Promise.all([work(), work()])
    expect([await rows(), calls]).toMatchObject([[{ score: 1 }], 1])
    // As after a death between the score and the queue: everything is there to be done once more.
    expect(await counts()).toMatchObject({ scored: 1, notScorable: 0 })
  })

  it('say what they need', async () => {
    const queue = testQueue(anyStore())
    const goal = () => createGoalScorer({ model: fakeJudge({ answer: () => 'reached' }), goal: 'x' })
    expect(() => queued(goal(), queue, { per: 'thread' })).toThrow('or neither')
    expect(() => queued(goal(), queue, { quietInMs: 5 })).toThrow('or neither')
    expect(() => queued(judged(), queue, { per: 'thread', quietInMs: 5 })).toThrow(
      'does not read conversations',
    )
    const scorer = queued(goal(), queue, { per: 'thread', quietInMs: 5 })
    expect(() => queued(scorer, queue)).toThrow('with other options')
    expect(queued(scorer, queue, { per: 'thread', quietInMs: 5 })).toBe(scorer)
    const alone = await scorer.run({ scoreSource: 'live', input: 'a', output: 'b' } as never)
    expect(alone).toMatchObject({
      notScorable: { reason: 'the answer is not in a thread, and only threads are scored' },
    })
  })
})
