import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ScoringQueue } from '../../../../src/features/workers/queue/scoring-queue.ts'
import { serverMetrics } from '../../../../src/features/workers/queue/server-metrics.ts'
import { serveHealth, WorkerMetrics } from '../../../../src/features/workers/worker/health.ts'
import { startWorker } from '../../../../src/features/workers/worker/worker.ts'
import type { WorkerOptions } from '../../../../src/features/workers/worker/worker-options.ts'
import { anyStore, testQueue } from '../../../support/queues.ts'
import { scripted, stage } from '../../../support/scripted-agent.ts'
import { project } from '../project.ts'

async function served(mastra: WorkerOptions['mastra'], queue: ScoringQueue) {
  const metrics = new WorkerMetrics(queue)
  const worker = startWorker({
    ...{ mastra, queue },
    pollIntervalInMs: 20,
    onJob: metrics.onJob,
    onTrouble: () => {},
  })
  const server = await serveHealth(worker, metrics, { port: 0 })
  onTestFinished(async () => {
    await server.close()
    await worker.stop()
  })
  const { port, hostname } = new URL(server.address)
  expect(hostname).toBe('127.0.0.1')
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, text: await response.text() }
  }
  const statusOf = (method: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = { port, method, path: '/health', headers: { host } }
      request(asked, ({ statusCode }) => resolve(statusCode))
        .once('error', reject)
        .end()
    })
  return { worker, get, statusOf }
}

describe('a worker that is watched', () => {
  it('tells its state and that of the queue', async () => {
    const { mastra, queue, ask } = project()
    await ask(2)
    const { worker, get } = await served(mastra, queue)
    await expect.poll(() => worker.counts).toMatchObject({ scored: 2, running: 0 })
    const { status, text } = await get('/health?from=probe')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ status: 'ok', scored: 2, failed: 0 })
    await queue.put([
      { id: crypto.randomUUID(), group: 'tone', data: {}, failure: { name: 'E', message: 'no' } },
    ])
    const metrics = await get('/metrics')
    expect(metrics.status).toBe(200)
    for (const line of [
      'verdict_worker_jobs_total{scorer="answer-relevancy",outcome="scored"} 2',
      'verdict_worker_job_duration_seconds_count{scorer="answer-relevancy"} 2',
      'verdict_queue_jobs{scorer="answer-relevancy",state="scored"} 2',
      'verdict_queue_jobs{scorer="answer-relevancy",state="waiting"} 0',
      'verdict_queue_jobs{scorer="tone",state="failed"} 1',
      'verdict_queue_oldest_waiting_seconds 0',
    ])
      expect(metrics.text).toContain(line)
    expect(await get('/')).toEqual({ status: 404, text: '/health or /metrics\n' })
  })

  it('answers who names this machine and asks, and nobody else', async () => {
    const { mastra, queue } = project()
    const { statusOf } = await served(mastra, queue)
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example'])
      expect(await statusOf('GET', host)).toBe(403)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await statusOf(method, 'localhost')).toBe(405)
    for (const host of ['localhost', '127.0.0.1:9464', '[::1]:1'])
      expect([200, 503]).toContain(await statusOf('HEAD', host))
  })

  it('counts the items of all evaluations together', async () => {
    const metrics = new WorkerMetrics(testQueue(anyStore()))
    const at = new Date()
    const job = {
      id: 'a',
      attempt: 1,
      createdAt: at,
      takenAt: at,
      isAlone: false,
      wasTaken: false,
      data: { format: 1, kind: 'items' },
    }
    for (const group of ['run 1', 'run 2'])
      metrics.onJob({ ...job, group }, { is: 'done', outcome: { outcome: 'answered' } }, 10)
    expect(await metrics.text()).toContain(
      'verdict_worker_jobs_total{scorer="evaluation",outcome="answered"} 2',
    )
  })

  it('is not well while its queue cannot be reached', async () => {
    const queue = testQueue({ connectionString: 'postgres://nobody@127.0.0.1:9/none' })
    const { get } = await served(stage(scripted([])).mastra, queue)
    const { status, text } = await get('/health')
    expect([status, JSON.parse(text).status]).toEqual([503, 'queue unreachable'])
    const metrics = await get('/metrics')
    expect([metrics.status, metrics.text]).toEqual([
      503,
      expect.stringContaining('the queue cannot be read: '),
    ])
  })
})

it('tells a server what became of the scores that it gave to the queue', async () => {
  const queue = testQueue(anyStore())
  for (let run = 0; run < 3; run += 1)
    queue.add({ id: 'tone' }, { runId: String(run), input: '', output: '', entity: { id: 'guide' } })
  await expect.poll(() => queue.given.put).toBe(3)
  const metrics = await serverMetrics(queue)
  expect(metrics).toContain('verdict_server_scores_given_total 3')
  expect(metrics).toContain('verdict_server_scores_put_total 3')
  expect(metrics).toContain('verdict_server_scores_buffered 0')
  expect(metrics).toContain('verdict_server_oldest_buffered_seconds 0')
})
