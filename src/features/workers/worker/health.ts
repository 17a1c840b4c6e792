import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { HTTPException, type RunningServer, serve } from '../../../server/serve.ts'
import { isItemsJob } from '../items/item-job-payload.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'
import type { Worker, WorkerOptions } from './worker-options.ts'

const jobStates = ['waiting', 'running', 'scored', 'not scorable', 'failed'] as const
const unreachableAfterInMs = 60_000

/**
 * Metrics of a worker: its own counters, and the state of the queue at the time of the request. The names are those of
 * OpenTelemetry (`verdict.worker.jobs`, unit `{job}`) as its Prometheus exporter writes them.
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
      // Sets the other gauge as well, to read the queue once.
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
    // Each run is a group of its own: as labels they would create series without end.
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
 * Serves `/health` (200 if the queue was reached within the last minute, otherwise 503) and `/metrics` in the
 * Prometheus format, for GET and HEAD, without a token.
 *
 * @param host Default: this machine only, and only for requests that name it so.
 */
export const serveHealth = (
  worker: Worker,
  metrics: WorkerMetrics,
  { port, host }: { port: number; host?: string },
): Promise<RunningServer> =>
  serve({ port, host }, (routes) =>
    routes
      .get('/health', (context) => {
        const { lastReached, counts } = worker
        const isWell = lastReached !== undefined && Date.now() - lastReached.getTime() < unreachableAfterInMs
        const status = isWell ? 'ok' : 'queue unreachable'
        return context.json({ status, lastReached, ...counts }, isWell ? 200 : 503)
      })
      .get('/metrics', async (context) => {
        const text = await metrics.text().catch((cause: Error) => {
          throw new HTTPException(503, { message: `the queue cannot be read: ${cause.message}\n`, cause })
        })
        return context.text(text, 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      }),
  )
