import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { MastraStorageExporter, Observability } from '@mastra/observability'
import { expect, it, onTestFinished } from 'vitest'
import { createDocsAgent } from '../../../src/agents/docs-agent.ts'
import { extractiveModel } from '../../../src/agents/extractive-model.ts'
import { monitor } from '../../../src/features/monitor/index.ts'
import { openDatabase } from '../../../src/features/monitor/source/database.ts'
import { embeddedJudge } from '../../../src/judge/index.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/index.ts'
import { say, scripted } from '../../support/scripted-agent.ts'
import { receiver } from './receiver.ts'

const questions = readFileSync(join(import.meta.dirname, '../../../datasets/docs-questions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { input: string; answerable: boolean })
  .filter(({ answerable }) => answerable)
  .map(({ input }) => input)

/** A model that does not look anything up any more. */
const worse = () =>
  scripted(
    Array.from({ length: 500 }, () =>
      say('The harbour was quiet that morning. Cheese is best eaten at room temperature.'),
    ),
  )

it('a docs agent whose model gets worse half way is told of at a webhook, with its answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-docs-monitor-'))
  const storage = new LibSQLStore({ id: 'docs', url: `file:${join(folder, 'mastra.db')}` })
  const scorer = createAnswerRelevancyScorer({ model: embeddedJudge() })
  const scorers = { relevancy: { scorer, sampling: { type: 'ratio', rate: 1 } } } as const
  let isWorse = false
  const good = extractiveModel()
  const bad = worse()
  const agent = createDocsAgent({ model: (() => (isWorse ? bad : good)) as never, scorers })
  const mastra = new Mastra({
    ...{ agents: { agent }, storage, logger: false },
    observability: new Observability({
      configs: {
        default: { serviceName: 'test', exporters: [new MastraStorageExporter({ maxBatchWaitMs: 50 })] },
      },
    }),
  })
  const { received, url } = await receiver()
  const watching = monitor({
    ...{ mastra, telemetry: false, intervalInMs: 200, by: 'agent' },
    reference: { first: 60 },
    webhooks: [{ url, secret: 'hush' }],
    studio: 'http://localhost:4111',
  })
  onTestFinished(async () => {
    await watching.stop()
    await mastra.observability.getDefaultInstance()?.flush()
    await mastra.shutdown()
    rmSync(folder, { recursive: true, force: true })
  })
  let asked = 0
  const ask = async () => {
    const question = questions[asked % questions.length] ?? ''
    asked += 1
    await mastra.getAgent('agent').generate(question)
  }
  for (let number = 0; number < 100; number += 1) await ask()
  await mastra.observability.getDefaultInstance()?.flush()
  // Mastra scores behind the answers, on a busy machine half a minute later; the monitor reads what is there.
  const database = await openDatabase(mastra)
  const stored = async () => {
    const [row] = await database.query(`select count(*) as scores from ${database.table('mastra_scorers')}`)
    return Number(row?.scores)
  }
  await expect.poll(stored, { interval: 500 }).toBe(100)
  await expect.poll(() => watching.status()?.rows).toBe(100)
  expect(watching.status()?.streams.map(({ state }) => state)).toEqual(['calm'])
  expect(received).toEqual([])

  isWorse = true
  for (let number = 0; number < 150 && received.length < 2; number += 1) await ask()
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(1)
  const [{ event, headers } = { event: undefined, headers: undefined }] = received
  if (event?.kind !== 'alarm') throw new Error(`no alarm came first, but ${event?.kind}`)
  expect(event.stream.scorerId).toBe('answer-relevancy')
  expect(event.to).toBeLessThan(event.from - 0.1)
  expect(event.worst).toHaveLength(10)
  expect(event.worst[0]).toMatchObject({
    question: expect.stringMatching(/\w/),
    answer: expect.stringContaining('Cheese'),
    verdicts: expect.arrayContaining([expect.objectContaining({ unit: expect.stringContaining('harbour') })]),
    link: expect.stringMatching(/^http:\/\/localhost:4111\/traces\?traceId=[0-9a-f]{32}$/),
  })
  expect((headers as Record<string, unknown>)['verdict-signature']).toMatch(/^t=\d+,v1=/)
  const coverage = watching.status()?.coverage
  expect(coverage).toMatchObject([{ scorerId: 'answer-relevancy', isBlind: false }])
})
