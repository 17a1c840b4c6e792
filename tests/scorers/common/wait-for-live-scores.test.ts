import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queued, scoringQueue } from '../../../src/features/workers/index.ts'
import { createAnswerRelevancyScorer, waitForLiveScores } from '../../../src/scorers/index.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { anyStore } from '../../support/queues.ts'
import { say, scripted } from '../../support/scripted-agent.ts'

afterEach(() => vi.restoreAllMocks())

/** An agent whose answers are scored live by a judge that waits to be let go. */
function project(answers: number) {
  const go = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const judge = fakeJudge({ answer: () => 'yes' })
  const model = {
    ...judge,
    async decide(request: Parameters<typeof judge.decide>[0]) {
      begun.resolve()
      await go.promise
      return judge.decide(request)
    },
  }
  const scorer = createAnswerRelevancyScorer({ model: model as never })
  const agent = new Agent({
    id: 'guide',
    name: 'guide',
    instructions: 'Answer.',
    model: scripted(Array(answers).fill(say('The tower is tall.'))) as MastraModelConfig,
    scorers: { relevancy: { scorer, sampling: { type: 'ratio', rate: 1 } } },
  })
  const url = `file:${join(mkdtempSync(join(tmpdir(), 'live-work-')), 'scores.db')}`
  const open = () => new LibSQLStore({ id: 'scores', url })
  const mastra = new Mastra({ agents: { agent }, storage: open(), logger: false })
  const stored = async () => {
    const store = await open().getStore('scores')
    const page = await store?.listScoresByScorerId({
      scorerId: scorer.id,
      pagination: { page: 0, perPage: 1 },
    })
    return page?.pagination.total
  }
  return { agent, mastra, scorer, stored, go, begun }
}
const ask = 'How tall is the tower?'

describe('live scores', () => {
  it('are all stored before the store is closed, of answers given just now too', async () => {
    const { agent, mastra, stored, go } = project(12)
    go.resolve()
    await Promise.all(Array.from({ length: 12 }, () => agent.generate(ask)))
    expect(await waitForLiveScores()).toEqual({ givenUp: 0 })
    await mastra.shutdown()
    expect(await stored()).toBe(12)
  })

  it('that take too long are given up, counted and said', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { agent, stored, go, begun } = project(1)
    await agent.generate(ask)
    await begun.promise
    expect(await waitForLiveScores({ timeoutInMs: 50 })).toEqual({ givenUp: 1 })
    expect(warn).toHaveBeenCalledWith('waitForLiveScores: 1 live score given up after 50 ms')
    go.resolve()
    expect(await waitForLiveScores()).toEqual({ givenUp: 0 })
    expect(await stored()).toBe(1)
  })

  it('for workers are waited for until they are in the queue', async () => {
    const { agent, scorer } = project(5)
    const queue = scoringQueue(anyStore())
    queued(scorer, queue)
    await Promise.all(Array.from({ length: 5 }, () => agent.generate(ask)))
    expect(await waitForLiveScores({ timeoutInMs: 60_000 })).toEqual({ givenUp: 0 })
    expect([queue.given.put, queue.buffered]).toEqual([5, 0])
    await queue.close()
  })

  it('of a queue out of reach are counted', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { agent, scorer } = project(3)
    const queue = scoringQueue({ connectionString: 'postgres://127.0.0.1:1/none' })
    queued(scorer, queue)
    await Promise.all(Array.from({ length: 3 }, () => agent.generate(ask)))
    expect(await waitForLiveScores({ timeoutInMs: 500 })).toEqual({ givenUp: 3 })
    await queue.close({ waitInMs: 1 })
    expect(await waitForLiveScores()).toEqual({ givenUp: 0 })
  })
})

it('refuses an option that is wrong', async () => {
  await expect(waitForLiveScores({ timeoutInMs: -1 })).rejects.toThrow(TypeError)
})
