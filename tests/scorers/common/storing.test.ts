import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createClient } from '@libsql/client/sqlite3'
import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore, type MastraCompositeStore } from '@mastra/core/storage'
import { LibSQLStore } from '@mastra/libsql'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { createCompletenessScorer, waitForLiveScores } from '../../../src/scorers/index.ts'
import { eventually } from '../../support/eventually.ts'
import { say, scripted } from '../../support/scripted-agent.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Save = (row: object) => Promise<unknown>

/** An agent with a live scorer, and what its store does with scores: the first argument writes one. */
async function project(
  store: (write: Save) => Save,
  scorers = [createCompletenessScorer()],
  storage: MastraCompositeStore = new InMemoryStore(),
) {
  const scores = (await storage.getStore('scores')) as object as { saveScore: Save }
  scores.saveScore = store(scores.saveScore.bind(scores))
  const agent = new Agent({
    id: 'guide',
    name: 'guide',
    instructions: 'Answer.',
    model: scripted(Array(3).fill(say('The tower is tall.'))) as MastraModelConfig,
    scorers: Object.fromEntries(
      scorers.map((scorer, index) => [`s${index}`, { scorer, sampling: { type: 'ratio', rate: 1 } }]),
    ),
  })
  const mastra = new Mastra({ agents: { agent }, storage, logger: false })
  const warn = vi.spyOn(mastra.getLogger(), 'warn')
  const stored = async (scorerId = 'completeness') => {
    const pagination = { page: 0, perPage: 10 }
    return (await (await storage.getStore('scores'))?.listScoresByScorerId({ scorerId, pagination }))
      ?.pagination.total
  }
  const warnings = () => warn.mock.calls.map(([text]) => String(text))
  return { agent, stored, warnings }
}

const ask = 'How tall is the tower?'

/** What `waitForLiveScores` returns, without the time between the tries. */
async function waited() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waiting = waitForLiveScores({ timeoutInMs: 1e9 })
  let isOver = false
  waiting.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(100)
    await setImmediate()
  }
  return waiting
}

it('stores live scores at last if the store fails at first', async () => {
  let tries = 0
  const { agent, stored, warnings } = await project((write) => async (row) => {
    tries += 1
    if (tries % 3 > 0) throw new Error('the connection was reset')
    return write(row)
  })
  for (let answers = 0; answers < 3; answers += 1) await agent.generate(ask)
  expect(await waited()).toEqual({ givenUp: 0 })
  expect([tries, await stored(), warnings()]).toEqual([9, 3, []])
})

it('stores no live score twice if the store fails after it has written it', async () => {
  const save = vi.fn()
  const { agent, stored } = await project((write) => async (row) => {
    save()
    await write(row)
    throw new Error('the connection was lost')
  })
  await agent.generate(ask)
  expect(await waited()).toEqual({ givenUp: 0 })
  expect([save.mock.calls.length, await stored()]).toEqual([1, 1])
})

it('counts the live scores that cannot be stored, and says why', async () => {
  const { agent, warnings } = await project(() => () => Promise.reject(new Error('the disk is full')))
  for (let answers = 0; answers < 3; answers += 1) await agent.generate(ask)
  expect(await waited()).toEqual({ givenUp: 0 })
  const counts = warnings().map((warning) =>
    Number(/^completeness: (\d) live scores? lost: the disk is full$/.exec(warning)?.[1]),
  )
  expect(counts.reduce((sum, count) => sum + count)).toBe(3)
})

it('waits for a slow store to the end', async () => {
  const written = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const { agent, stored } = await project((write) => async (row) => {
    begun.resolve()
    await written.promise
    return write(row)
  })
  await agent.generate(ask)
  await begun.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waiting = waitForLiveScores({ timeoutInMs: 1e9 })
  await vi.advanceTimersByTimeAsync(60_000)
  written.resolve()
  expect(await waiting).toEqual({ givenUp: 0 })
  expect(await stored()).toBe(1)
})

it('warns if a LibSQL file was locked for too long, because libsql may then lose scores', async () => {
  const url = `file:${join(mkdtempSync(join(tmpdir(), 'storing-')), 'scores.db')}`
  const client = createClient({ url, timeout: 10 })
  const other = createClient({ url })
  onTestFinished(() => {
    client.close()
    other.close()
  })
  const { agent, warnings } = await project(
    (write) => write,
    undefined,
    new LibSQLStore({ id: 'one', client }),
  )
  await agent.generate(ask)
  await waitForLiveScores()
  const lock = await other.transaction('write')
  await expect(client.execute('create table another (id integer)')).rejects.toThrow('locked')
  await lock.rollback()
  expect(warnings()).toEqual([expect.stringContaining('the LibSQL file was locked for too long')])
})

it('scores an answer once, and warns, if two scorers of the agent have one id', async () => {
  const twins = [createCompletenessScorer(), createCompletenessScorer()]
  const { agent, stored, warnings } = await project((write) => write, twins)
  for (let answers = 0; answers < 3; answers += 1) await agent.generate(ask)
  await waitForLiveScores()
  await eventually(async () => expect(await stored()).toBe(3))
  expect(warnings()).toEqual([
    'two scorers of the agent have the id completeness, and Mastra runs only the first: give the other an `id` of its own',
  ])
})

it('runs both of two scorers of one kind with different ids', async () => {
  const pair = [createCompletenessScorer(), createCompletenessScorer({ id: 'other' })]
  const { agent, stored, warnings } = await project((write) => write, pair)
  await agent.generate(ask)
  await waitForLiveScores()
  expect([await stored(), await stored('other'), warnings()]).toEqual([1, 1, []])
})
