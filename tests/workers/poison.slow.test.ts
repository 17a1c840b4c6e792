import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { scoringJob } from '../../src/workers/scoring-job.ts'
import { databaseUrl, hasPostgres, postgresStore, query, testQueue } from '../support/queues.ts'
import { Process } from './worker-processes.ts'

const config = join(import.meta.dirname, 'fixtures/poison.config.ts')

const jobOf = (text: string, number: number) =>
  scoringJob(
    { id: 'fragile' },
    {
      runId: `run-${number}`,
      input: `Question ${number}`,
      output: [{ role: 'assistant', content: `${text} ${number}` }],
      source: 'LIVE',
      entity: { id: 'guide', name: 'guide' },
      entityType: 'AGENT',
      scorer: { id: 'fragile' },
    },
    { maxBytes: 1e6 },
  )

it.skipIf(!hasPostgres)(
  'fails what kills workers, whatever way it does, and nothing else',
  { timeout: 1_200_000 },
  async () => {
    const store = postgresStore()
    const { schema = '' } = store
    onTestFinished(() => query(`drop schema if exists ${schema}_mastra cascade`).then(() => undefined))
    const environment = { QUEUE: databaseUrl, QUEUE_SCHEMA: schema, JUDGE_URL: '' }
    const engine = await testQueue(store).engine()
    const harmless = Array.from({ length: 197 }, (_, number) => ({ kind: 'fine', number }))
    const all = [
      ...harmless,
      ...['exit', 'reject', 'loop'].map((kind, place) => ({ kind, number: 1000 + place })),
    ]
    const random = seededRandom(5)
    const jobs = all
      .map((job) => ({ ...job, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ kind, number }) => jobOf(kind, number))
    await engine.put(jobs)

    let isOver = false
    const hire = () => new Process(['worker', '--concurrency', '10', '--stuck', '5'], environment, config)
    let said = ''
    // As a service manager does: whoever ends is started again.
    const keepUp = async () => {
      let worker = hire()
      while (!isOver) {
        if (!worker.isAlive) {
          said += worker.output
          worker = hire()
        }
        await delay(100)
      }
      await worker.kill('SIGTERM')
      said += worker.output
    }
    const workers = [keepUp(), keepUp()]
    const counts = async () => (await engine.counts())[0]
    const deadline = Date.now() + 1_000_000
    for (;;) {
      const { scored = 0, failed = 0 } = (await counts()) ?? {}
      if (scored + failed === all.length || Date.now() > deadline) break
      await delay(500)
    }
    isOver = true
    await Promise.all(workers)
    expect(await counts(), said).toMatchObject({ scored: 197, failed: 3, waiting: 0, running: 0 })
    expect(await engine.reasons('failed')).toMatchObject([
      { jobs: 3, reason: expect.stringContaining('the worker that took it died 2 times') },
    ])
    expect(said).toContain('had these jobs in work, and ends:')
    const [rows] = await query(`select count(*)::int as rows from ${schema}_mastra.mastra_scorers`)
    expect(rows).toEqual({ rows: 197 })
  },
)
