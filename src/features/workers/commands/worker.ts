import { LRUCache } from 'lru-cache'
import { toSentence } from '../../../cli/command-error.ts'
import { exitCodes } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import type { CoreConfig } from '../../../config/core-config.ts'
import { formatQuantity } from '../../../report/format-numbers.ts'
import type { RunningServer } from '../../../server/serve.ts'
import { importOptional } from '../../../shared/optional-package.ts'
import type { addWorkerCommand } from '../command-options.ts'
import type { WorkersConfig } from '../config.ts'
import { requireProject, requireQueue } from '../requirements.ts'
import type { JobEnd } from '../retries/job-end.ts'
import type { WorkerCounts } from '../worker/worker-options.ts'

/** @returns The exit code, once it is stopped or, with --once, when it is done. */
export function worker(
  argument: string | undefined,
  { concurrency, once, port, host, timeout, config: flag }: FlagsOf<typeof addWorkerCommand>,
  surroundings: Surroundings,
): Promise<number> {
  const asked = { named: argument, isNeeded: true }
  return withPlan<WorkersConfig>({ config: flag }, surroundings, asked, async (plan) => {
    const { config, stdout, stderr, signal } = plan
    const evaluation = toEvaluation(config)
    // Items of evaluations need neither agents nor a store of scores.
    const { mastra, queue, scorers } =
      evaluation === undefined ? requireProject(config) : { mastra: config.mastra, ...requireQueue(config) }
    const { startWorker } = await import('../worker/worker.ts')
    const health = port === undefined ? undefined : await importHealth()
    const metrics = health && new health.WorkerMetrics(queue)
    const tell = failureTeller(surroundings)
    const working = startWorker({
      mastra,
      queue,
      scorers,
      concurrency,
      once,
      signal,
      evaluation,
      prices: config.prices,
      timeoutInMs: timeout,
      stuckAfterInMs: 60_000,
      ...config.worker,
      onJob: (job, end, durationInMs) => {
        metrics?.onJob(job, end, durationInMs)
        if (end.is !== 'done' && end.is !== 'given back') tell(job, end)
      },
      onTrouble: (error) => warn(stderr, `the queue or its store: ${toSentence(error)}`),
      onRelief: () => say(stderr, 'The queue can be reached again.'),
    })
    let server: RunningServer | undefined
    try {
      if (port !== undefined && health && metrics) {
        server = await health.serveHealth(working, metrics, { port, host })
        say(stderr, `Health and metrics: ${server.address}health, /metrics`)
      }
      if (!once)
        say(
          stderr,
          `Waiting for ${mastra === undefined ? 'items of evaluations' : 'live answers'}. Ctrl-C stops.`,
        )
      const counts = await working.ended
      say(stdout, summariseWork(counts))
      return once && counts.failed > 0 ? exitCodes.failed : exitCodes.passed
    } finally {
      await server?.close()
      await working.stop()
    }
  })
}

const importHealth = () => importOptional('prom-client', '--port', () => import('../worker/health.ts'))

function toEvaluation(config: CoreConfig) {
  const { target, targetOptions, targets, scorers, simulator, cache, concurrency } = config
  if (scorers === undefined || (target === undefined && targets === undefined)) return undefined
  return { target, targetOptions, targets, scorers, simulator, cache, concurrency }
}

type FailedJob = Extract<JobEnd, { readonly failure: unknown }>

function describeFailure(end: FailedJob): string {
  if (end.is === 'held up') return 'Held up'
  if (end.is === 'refused') return 'Left to other workers'
  return end.again ? 'To be tried again' : 'Failed'
}

const quietInMs = 10_000

/** Reports a failure once when it is new, however many jobs meet it, and again as long as it lasts. */
function failureTeller({ stderr }: Surroundings) {
  const said = new LRUCache<string, true>({ max: 1000, ttl: quietInMs })
  return ({ id, group: scorer }: { id: string; group: string }, end: FailedJob) => {
    const what = describeFailure(end)
    const line = `${what}: ${scorer}: ${end.failure.message}`
    if (said.has(line)) return
    said.set(line, true)
    if (stderr.log) stderr.log('warn', line, { scorer, job: id, outcome: end.is })
    else say(stderr, line)
  }
}

function summariseWork(counts: WorkerCounts): string {
  const { scored, notScorable, answered, failed, triedAgain, givenBack } = counts
  const parts = [
    `${scored} scored`,
    `${notScorable} not scorable`,
    ...(answered > 0 ? [`${formatQuantity(answered, 'part', 'parts')} of evaluations done`] : []),
    ...(failed > 0 ? [`${failed} failed: \`verdict queue failed\` says why`] : []),
    ...(triedAgain > 0 ? [`${formatQuantity(triedAgain, 'try', 'tries')} failed temporarily`] : []),
    ...(givenBack > 0 ? [`${givenBack} given back`] : []),
  ]
  return `${parts.join(', ')}.`
}
