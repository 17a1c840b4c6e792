import { expect, it } from 'vitest'
import { monitorPage } from '../../../../src/features/monitor/report/page.ts'
import { once } from '../look-once.ts'
import { libsqlStore } from '../stores.ts'

const minute = 60_000
const begin = Date.UTC(2026, 0, 1)

it('counts an agent that is the whole once, as the status does', async () => {
  const { mastra, write } = await libsqlStore()
  const scores = Array.from({ length: 400 }, (_, index) => ({
    score: index < 200 ? 0.9 - (index % 2) / 10 : 0.2,
    time: begin + index * minute,
  }))
  await write(scores)
  const alone = await once({ mastra, by: 'agent' })
  expect(alone.status.streams.map(({ label, state }) => [label, state])).toEqual([['quality', 'alarm']])
  const page = monitorPage(alone.status)
  expect(page).toContain('<h1>quality is in alarm</h1>')
  expect(page).not.toContain('<dt>Streams</dt>')
  await write([{ score: 1, time: begin + 500 * minute, agentId: 'clerk' }])
  const two = await once({ mastra, by: 'agent' })
  const later = monitorPage(two.status)
  expect(two.status.streams.map(({ state }) => state)).toEqual(['alarm', 'alarm', 'learning'])
  expect(later).toContain('<h1>2 streams are in alarm</h1>')
  expect(later).toContain('<dt>Streams</dt><dd><strong>3</strong></dd>')
  expect(later).toContain('<dt>In alarm</dt><dd><strong>2</strong></dd>')
})

it('says which scores are no observation yet', async () => {
  const { mastra, write } = await libsqlStore()
  const times = Array.from({ length: 100 }, (_, index) => Date.now() - (200 - index) * minute)
  const scores = times.map((time, index) => ({ score: 1, time, threadId: `thread-${index}` }))
  await write(scores)
  const { status } = await once({ mastra })
  expect(monitorPage(status)).not.toContain('Still open')
  await write(
    scores.map((score, index) => ({ ...score, time: Date.now() - index, threadId: `new-${index}` })),
  )
  const later = await once({ mastra })
  expect(later.status.streams).toMatchObject([{ scores: 200, observations: 100, openConversations: 100 }])
  const page = monitorPage(later.status)
  expect(page).toContain('<dt>Still open</dt><dd>100</dd>')
  expect(page).toContain('It counts once no score has followed for a while')
})

it('leaves out destinations that nobody configured', async () => {
  const { mastra } = await libsqlStore()
  const { status } = await once({ mastra })
  expect(status.delivery).toMatchObject([{ to: 'onEvent' }])
  expect(monitorPage(status)).not.toContain('onEvent')
  expect(monitorPage(status)).toContain('No webhook is configured')
  const webhooks = [{ url: 'http://127.0.0.1:9/' }]
  expect(monitorPage((await once({ mastra, webhooks })).status)).toContain('127.0.0.1:9')
})
