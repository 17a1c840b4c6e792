import { createServer, type Server } from 'node:http'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { namesThisMachine } from '../../shared/local-server.ts'
import { isItemsJob } from './items/items-job.ts'
import type { ScoringQueue } from './scoring-queue.ts'
import type { Worker, WorkerOptions } from './worker-options.ts'

const jobStates = ['waiting', 'running', 'scored', 'not scorable', 'failed'] as const
const loopback = '127.0.0.1'
const unreachableAfterInMs = 60_000

/**
 * What a worker tells monitoring: counters of its own, and the state of the queue when it is asked. The names are those
 * of OpenTelemetry (`verdict.worker.jobs`, unit `{job}`) as its Prometheus exporter writes them.
 */
export class WorkerMetrics {
  readonly #registry = new Registry()
  readonly #jobs = new Counter({
    name: 'verdict_worker_jobs_total',
    help: 'Jobs by how they ended',
    labelNames: ['scorer', 'outcome'],
    registers: [this.#registry],
  })
  readonly #duration = new Histogram({
    name: 'verdict_worker_job_duration_seconds',
    help: 'Time from taking a job to its end',
    labelNames: ['scorer'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [this.#registry],
  })

  constructor(queue: ScoringQueue) {
    const oldest = new Gauge({
      name: 'verdict_queue_oldest_waiting_seconds',
      help: 'Age of the job that has waited longest',
      registers: [this.#registry],
    })
    new Gauge({
      name: 'verdict_queue_jobs',
      help: 'Jobs in the queue by scorer and state',
      labelNames: ['scorer', 'state'],
      registers: [this.#registry],
      // Sets the other one as well: the queue is read once.
      async collect() {
        const counts = await (await queue.engine()).counts()
        this.reset()
        for (const { group, notScorable, ...count } of counts)
          for (const state of jobStates)
            this.set({ scorer: group, state }, state === 'not scorable' ? notScorable : count[state])
        const since = counts.flatMap(({ oldestWaiting }) => oldestWaiting?.getTime() ?? [])
        oldest.set(since.length === 0 ? 0 : (Date.now() - Math.min(...since)) / 1000)
      },
    })
  }

  readonly onJob: NonNullable<WorkerOptions['onJob']> = (job, end, durationInMs) => {
    // Each run is a group of its own: with them as labels, series would grow without end.
    const scorer = isItemsJob(job) ? 'evaluation' : job.group
    const outcome = end.is === 'done' ? end.outcome.outcome : end.is
    this.#jobs.inc({ scorer, outcome })
    this.#duration.observe({ scorer }, durationInMs / 1000)
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

/**
 * Serves `/health` (200 while the queue was reached within the last minute, else 503) and `/metrics` in the format of
 * Prometheus, to GET and HEAD.
 *
 * @param host Default: this machine only, and then to whoever names it so.
 */
export async function serveHealth(
  worker: Worker,
  metrics: WorkerMetrics,
  { port, host = loopback }: { port: number; host?: string },
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const isForThis = host !== loopback || namesThisMachine(request)
    if (!isForThis) return void response.writeHead(403).end('not this host\n')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end('GET only\n')
    const path = request.url?.split('?')[0]
    try {
      if (path === '/health') {
        const { lastReached, counts } = worker
        const isWell = lastReached !== undefined && Date.now() - lastReached.getTime() < unreachableAfterInMs
        response.writeHead(isWell ? 200 : 503, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ status: isWell ? 'ok' : 'queue unreachable', lastReached, ...counts }))
      } else if (path === '/metrics') {
        const text = await metrics.text()
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
      } else response.writeHead(404).end('/health or /metrics\n')
    } catch (error) {
      response
        .writeHead(503)
        .end(`the queue cannot be read: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return server
}
