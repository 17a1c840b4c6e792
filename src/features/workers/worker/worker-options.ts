import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { type Prices, pricesSchema } from '../../../run/cost/prices.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import type { Job } from '../engine/jobs.ts'
import type { WorkerEvaluation } from '../items/do-items.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'
import type { JobEnd } from '../retries/job-end.ts'

export interface WorkerOptions {
  /** Provides agents with scorers, and the storage for scores. Without it, others score live answers. */
  mastra?: Mastra
  queue: ScoringQueue
  /** Scorers in addition to those of the Mastra instance. */
  scorers?: readonly AnyScorer[]
  /** Target and scorers, if the worker also processes items of evaluations. */
  evaluation?: WorkerEvaluation
  /** Jobs at once; fewer while the judge is overloaded. Default 10; 2 with a queue in the same process. */
  concurrency?: number
  /**
   * Whether to end when no job is left instead of waiting. It also ends if no job could be taken for a minute, because
   * the remaining ones wait for a retry or for their judge, and with an error if the queue is unreachable for that
   * long. Default false.
   */
  once?: boolean
  /** Interval of looking at an empty queue. Default 500. */
  pollIntervalInMs?: number
  /** The longest that one score may take. Default 300,000. */
  timeoutInMs?: number
  /** Time for jobs in progress when the worker stops, before they go back to the queue. Default 20,000. */
  graceInMs?: number
  /**
   * Kills the process (SIGKILL) if its event loop is blocked for this long, with the jobs in progress on stderr: a
   * scorer that never returns would stop this worker, and then the next one. Default: never, since the process may do
   * other things as well; `verdict worker` uses 60,000.
   */
  stuckAfterInMs?: number
  /** Model to price, for the costs stored with jobs. */
  prices?: Prices
  /** Stops the worker, like `stop`. */
  signal?: AbortSignal
  /** Called when a job ends. If it throws, the worker stops, and `ended` rejects with its error. */
  onJob?: (job: Job, end: JobEnd, durationInMs: number) => void
  /**
   * Called when the queue or the store is unreachable, while the worker keeps trying, and with the reason if it cannot
   * work at all. Default: a warning on the console.
   */
  onTrouble?: (error: unknown) => void
  /** Called when it is reachable again. Default: the same. */
  onRelief?: () => void
}

/** The longest time for a timer: a longer one would fire at once. */
const wait = z.number().max(2_147_483_647)
const has = (method: string) => (value: unknown) =>
  typeof (value as Record<string, unknown> | null | undefined)?.[method] === 'function'
const isFunction = (value: unknown) => typeof value === 'function'

const settingsSchema = z.strictObject({
  mastra: z.custom<Mastra>(has('getStorage'), 'must be a Mastra instance').optional(),
  queue: z.custom<ScoringQueue>(has('engine'), 'must be a queue from scoringQueue()'),
  scorers: z
    .array(z.custom<AnyScorer>(has('run'), 'must be a scorer'))
    .readonly()
    .default([]),
  evaluation: z
    .strictObject({
      target: z.custom<WorkerEvaluation['target']>().optional(),
      targetOptions: z.custom<WorkerEvaluation['targetOptions']>().optional(),
      targets: z.custom<WorkerEvaluation['targets']>().optional(),
      scorers: z.custom<WorkerEvaluation['scorers']>(Array.isArray, 'must be a list of scorers'),
      simulator: z.custom<WorkerEvaluation['simulator']>().optional(),
      cache: z.custom<WorkerEvaluation['cache']>().optional(),
      concurrency: z.int().positive().optional(),
    })
    .optional(),
  concurrency: z.int().positive().max(500).optional(),
  once: z.boolean().default(false),
  pollIntervalInMs: wait.min(10).default(500),
  timeoutInMs: wait.min(1).default(300_000),
  graceInMs: wait.min(0).default(20_000),
  stuckAfterInMs: wait.min(1000).optional(),
  prices: pricesSchema.default({}),
  signal: z.instanceof(AbortSignal).optional(),
  onJob: z.custom<WorkerOptions['onJob']>(isFunction, 'must be a function').optional(),
  onTrouble: z
    .custom<NonNullable<WorkerOptions['onTrouble']>>(isFunction, 'must be a function')
    .default(() => warn),
  onRelief: z
    .custom<NonNullable<WorkerOptions['onRelief']>>(isFunction, 'must be a function')
    .default(() => () => warn('the queue can be reached again')),
})

export const workerSchema = settingsSchema.refine(
  ({ mastra, evaluation }) => mastra !== undefined || evaluation !== undefined,
  'give mastra to score live answers, evaluation to work on items of evaluations, or both',
)

/** Reports problems by default; `onTrouble` replaces it. */
const warn = (problem: unknown) => console.warn(`the worker of scores: ${String(problem)}`)

export interface WorkerCounts {
  running: number
  scored: number
  notScorable: number
  /** Shards of evaluations. */
  answered: number
  /** Failed permanently. */
  failed: number
  /** Failed, and waiting for a retry. */
  triedAgain: number
  /** Returned to the queue: the judge was away, the worker stopped, or the job is for other workers. */
  givenBack: number
}

export const nothingDone: Readonly<WorkerCounts> = {
  running: 0,
  scored: 0,
  notScorable: 0,
  answered: 0,
  failed: 0,
  triedAgain: 0,
  givenBack: 0,
}

/** A running worker. */
export interface Worker {
  readonly counts: Readonly<WorkerCounts>
  /** When the queue was last reached. */
  readonly lastReached: Date | undefined
  /** Takes no more jobs; resolves when those in progress are done or back in the queue. */
  stop(): Promise<void>
  /** Resolves when the worker has ended; rejects if it cannot work at all. */
  readonly ended: Promise<WorkerCounts>
}
