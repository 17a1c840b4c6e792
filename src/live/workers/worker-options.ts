import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { type Prices, pricesSchema } from '../../run/cost/prices.ts'
import type { AnyScorer } from '../../run/scorers.ts'
import type { Job } from './engine/jobs.ts'
import type { WorkerEvaluation } from './items/do-items.ts'
import type { JobEnd } from './job-end.ts'
import type { ScoringQueue } from './scoring-queue.ts'

export interface WorkerOptions {
  /** Has the agents with their scorers, and the storage that scores are written to. Without it, live answers are left to others. */
  mastra?: Mastra
  queue: ScoringQueue
  /** Scorers beside those of the Mastra instance. */
  scorers?: readonly AnyScorer[]
  /** Target and scorers, where the worker does items of evaluations too. */
  evaluation?: WorkerEvaluation
  /** Jobs at once. Fewer while the judge is overloaded. Default 10; 2 with a queue in the same process. */
  concurrency?: number
  /**
   * Ends when no job is left, in place of waiting for more; and when those that are left could not be taken for a
   * minute, because they wait for another try or for their judge. It ends with an error where the queue cannot be
   * reached for so long. Default false.
   */
  once?: boolean
  /** How often an empty queue is looked at. Default 500. */
  pollIntervalInMs?: number
  /** The longest that one score may take. Default 300,000. */
  timeoutInMs?: number
  /** How long jobs in work may go on when the worker stops; then they go back to the queue. Default 20,000. */
  graceInMs?: number
  /**
   * After how long without a turn of its event loop the process is ended (SIGKILL), with the jobs in work on stderr: a
   * scorer that never comes back would stop this worker, and the next one. Default: never, since the process may do other
   * things as well; `verdict worker` has 60,000.
   */
  stuckAfterInMs?: number
  /** Model to price, for the costs that jobs are kept with. */
  prices?: Prices
  /** Stops the worker, as `stop` does. */
  signal?: AbortSignal
  /** Told how each job ended. Where it throws, the worker stops, and `ended` rejects with that. */
  onJob?: (job: Job, end: JobEnd, durationInMs: number) => void
  /**
   * Told when the queue or the store cannot be reached, which the worker goes on trying, and why it ended where it cannot
   * work at all. Default: a warning on the console.
   */
  onTrouble?: (error: unknown) => void
  /** Told when it can be reached again. Default: the same. */
  onRelief?: () => void
}

/** What a timer can wait for: a longer one would ring at once. */
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
  onTrouble: z.custom<WorkerOptions['onTrouble']>(isFunction, 'must be a function').optional(),
  onRelief: z.custom<WorkerOptions['onRelief']>(isFunction, 'must be a function').optional(),
})

export const workerSchema = settingsSchema.refine(
  ({ mastra, evaluation }) => mastra !== undefined || evaluation !== undefined,
  'give mastra to score live answers, evaluation to work on items of evaluations, or both',
)

/** How trouble is told unless `onTrouble` says otherwise. */
export const warn = (problem: unknown) => console.warn(`the worker of scores: ${String(problem)}`)

export const warnOfRelief = () => warn('the queue can be reached again')

/** What a worker did since it began. */
export interface WorkerCounts {
  running: number
  scored: number
  notScorable: number
  /** Parts of evaluations. */
  answered: number
  /** Failed for good. */
  failed: number
  /** Failed, and wait for another try. */
  triedAgain: number
  /** Went back to the queue: the judge was away, the worker stopped, or the job is one for other workers. */
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

/** A worker at its work. */
export interface Worker {
  readonly counts: Readonly<WorkerCounts>
  /** When the queue was last reached. */
  readonly lastReached: Date | undefined
  /** Takes no more jobs; resolves when those in work are done or back in the queue. */
  stop(): Promise<void>
  /** Resolves when the worker has ended; rejects where it cannot work at all. */
  readonly ended: Promise<WorkerCounts>
}
