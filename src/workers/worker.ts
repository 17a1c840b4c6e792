import { setTimeout as delay } from 'node:timers/promises'
import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { AdaptiveLimit } from '../evaluation/adaptive-limit.ts'
import type { Prices } from '../evaluation/cost/prices.ts'
import type { AnyScorer } from '../evaluation/scoring/scorers.ts'
import { readOptions } from '../shared/read-options.ts'
import { doJob, type JobEnd } from './do-job.ts'
import type { Job, JobEngine } from './engine/engine.ts'
import { ItemsWorker, type WorkerEvaluation } from './items/do-items.ts'
import type { ScoringQueue } from './scoring-queue.ts'
import { NoScoreStoreError, scoreStore } from './write-score.ts'

export interface WorkerOptions {
  /** Has the agents with their scorers, and the storage that scores are written to. */
  mastra: Mastra
  queue: ScoringQueue
  /** Scorers beside those of the Mastra instance. */
  scorers?: readonly AnyScorer[]
  /** Target and scorers, where the worker does items of evaluations too. */
  evaluation?: WorkerEvaluation
  /** Jobs at once. Fewer while the judge is overloaded. Default 10; 2 with a queue in the same process. */
  concurrency?: number
  /**
   * Ends when no job is left, in place of waiting for more; and when those that are left could not be taken for a
   * minute, because they wait for another try or for their judge. Default false.
   */
  once?: boolean
  /** How often an empty queue is looked at. Default 500. */
  pollIntervalInMs?: number
  /** The longest that one score may take. Default 300,000. */
  timeoutInMs?: number
  /** How long jobs in work may go on when the worker stops; then they go back to the queue. Default 20,000. */
  graceInMs?: number
  /** Model to price, for the costs that jobs are kept with. */
  prices?: Prices
  /** Stops the worker, as `stop` does. */
  signal?: AbortSignal
  /** Told how each job ended. */
  onJob?: (job: Job, end: JobEnd, durationInMs: number) => void
  /** Told when the queue cannot be reached; the worker goes on trying. Default: a warning on the console. */
  onTrouble?: (error: unknown) => void
}

const optionsSchema = z.object({
  concurrency: z.int().positive().max(500).optional(),
  once: z.boolean().default(false),
  pollIntervalInMs: z.int().min(10).default(500),
  timeoutInMs: z.int().positive().default(300_000),
  graceInMs: z.int().min(0).default(20_000),
})

/** What a worker did since it began. */
export interface WorkerCounts {
  running: number
  scored: number
  notScorable: number
  /** Parts of evaluations. */
  answered: number
  /** Failed for good or to be tried again. */
  failed: number
  /** Went back to the queue: the judge was away, or the worker stopped. */
  givenBack: number
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

const keepEveryInMs = 10_000
const forgetEveryInMs = 600_000
const longestHoldInMs = 60_000
const patienceInMs = 60_000

/**
 * Scores the jobs of a queue, and writes each score where Mastra would have written it.
 *
 * @throws TypeError for an option out of range.
 */
export function startWorker(options: WorkerOptions): Worker {
  return new JobWorker(options)
}

class JobWorker implements Worker {
  readonly counts: WorkerCounts = {
    running: 0,
    scored: 0,
    notScorable: 0,
    answered: 0,
    failed: 0,
    givenBack: 0,
  }
  readonly ended: Promise<WorkerCounts>
  lastReached: Date | undefined
  readonly #options: WorkerOptions & z.output<typeof optionsSchema>
  readonly #limit: AdaptiveLimit
  readonly #running = new Map<string, Promise<void>>()
  /** Scorer to how often on end its judge was away. */
  readonly #away = new Map<string, number>()
  /** No more jobs are taken. */
  readonly #stopping = new AbortController()
  /** Those in work are given up. */
  readonly #giveUp = new AbortController()
  readonly #items: ItemsWorker | undefined
  #wake = () => {}
  #isTroubled = false

  constructor(options: WorkerOptions) {
    const read = readOptions('startWorker', optionsSchema, options)
    this.#options = { ...options, ...read }
    const { queue, signal, evaluation } = options
    this.#items = evaluation && new ItemsWorker(evaluation)
    this.#limit = new AdaptiveLimit(read.concurrency ?? (queue.isEmbedded ? 2 : 10))
    const stop = () => void this.stop()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    this.ended = this.#work().finally(() => signal?.removeEventListener('abort', stop))
    // Whoever does not wait for the end of the worker is told by `onTrouble`.
    this.ended.catch(() => undefined)
  }

  async stop(): Promise<void> {
    if (!this.#stopping.signal.aborted) {
      this.#stopping.abort()
      this.#wake()
      const giveUp = () => this.#giveUp.abort(new Error('the worker stops'))
      setTimeout(giveUp, this.#options.graceInMs).unref()
    }
    await this.ended.catch(() => undefined)
  }

  async #work(): Promise<WorkerCounts> {
    const { mastra, queue, once } = this.#options
    await this.#findStore(mastra)
    await this.#upkeep((engine) => engine.recover())
    const upkeep = [
      this.#every(keepEveryInMs, (engine) => engine.keep([...this.#running.keys()])),
      this.#every(keepEveryInMs, (engine) => engine.recover()),
      this.#every(forgetEveryInMs, (engine) => engine.forget(queue.keepRunsForInMs)),
    ]
    try {
      let idleSince = performance.now()
      while (!this.#stopping.signal.aborted) {
        const took = await this.#takeSome()
        const isIdle = took === 0 && this.#running.size === 0
        if (!isIdle) idleSince = performance.now()
        const isPatient = performance.now() - idleSince < patienceInMs
        if (once && isIdle && !(isPatient && (await this.#isAnythingLeft()))) break
        if (took === 0 || this.#running.size >= this.#limit.current) await this.#pause(took === 0)
      }
      await Promise.all(this.#running.values())
    } finally {
      for (const timer of upkeep) clearInterval(timer)
      await this.#items?.close()
    }
    return this.counts
  }

  /** A database that is away for now is waited for; one that no setting names is never going to be there. */
  async #findStore(mastra: Mastra): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await scoreStore(mastra)
        return
      } catch (error) {
        if (error instanceof NoScoreStoreError || this.#options.once) throw error
        this.#trouble(error)
        await delay(this.#options.pollIntervalInMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  /** @returns How many jobs were taken; 0 also where the queue cannot be reached. */
  async #takeSome(): Promise<number> {
    const free = this.#limit.current - this.#running.size
    if (free <= 0) return 0
    try {
      const engine = await this.#options.queue.engine()
      const jobs = await engine.take(free)
      this.#reached()
      for (const job of jobs) {
        const work = this.#do(engine, job).finally(() => {
          this.#running.delete(job.id)
          this.counts.running = this.#running.size
          this.#wake()
        })
        this.#running.set(job.id, work)
      }
      this.counts.running = this.#running.size
      return jobs.length
    } catch (error) {
      this.#trouble(error)
      return 0
    }
  }

  async #do(engine: JobEngine, job: Job): Promise<void> {
    const { mastra, scorers = [], prices = {}, timeoutInMs, queue, onJob } = this.#options
    const startedAt = performance.now()
    const epoch = this.#limit.epoch
    // Answers that this process gives as well come before scores.
    if (queue.isEmbedded) await new Promise((resolve) => setImmediate(resolve))
    const signal = this.#giveUp.signal
    const items = { worker: this.#items, engine }
    const end = await doJob(job, { mastra, scorers, prices, timeoutInMs, signal, items })
    try {
      await this.#conclude(engine, job, end, epoch)
    } catch (error) {
      // The job falls back to the queue by itself; it is not scored twice, because its row is there.
      this.#trouble(error)
    }
    onJob?.(job, end, performance.now() - startedAt)
  }

  async #conclude(engine: JobEngine, job: Job, end: JobEnd, epoch: number): Promise<void> {
    if (end.is === 'done') {
      this.#limit.succeeded()
      this.#away.delete(job.group)
      this.counts[end.outcome.outcome === 'not scorable' ? 'notScorable' : end.outcome.outcome] += 1
      return engine.done(job.id, end.outcome)
    }
    if (end.is === 'failed') {
      this.counts.failed += 1
      return engine.failed(job.id, end.failure, end.again)
    }
    this.counts.givenBack += 1
    if (end.is === 'given back') return engine.giveBack([job.id], 0)
    if (epoch === this.#limit.epoch) this.#away.set(job.group, (this.#away.get(job.group) ?? 0) + 1)
    this.#limit.refused(epoch)
    const longest = Math.min(longestHoldInMs, 500 * 2 ** (this.#away.get(job.group) ?? 1))
    // Workers that were refused together come back one by one.
    const forInMs = longest * (0.5 + Math.random() / 2)
    await engine.hold(job.group, forInMs)
    await engine.giveBack([job.id], forInMs)
  }

  /** Whether jobs wait, be it for another try or for a judge that was away. */
  async #isAnythingLeft(): Promise<boolean> {
    try {
      const engine = await this.#options.queue.engine()
      return (await engine.counts()).some(({ waiting, running }) => waiting + running > 0)
    } catch (error) {
      this.#trouble(error)
      return true
    }
  }

  /** Until there is room again; where the queue was empty, until it is time to look again. */
  async #pause(wasEmpty: boolean): Promise<void> {
    if (!wasEmpty)
      return new Promise((resolve) => {
        this.#wake = resolve
      })
    const { signal } = this.#stopping
    await delay(this.#options.pollIntervalInMs, undefined, { signal }).catch(() => undefined)
  }

  #every(intervalInMs: number, work: (engine: JobEngine) => Promise<unknown>): NodeJS.Timeout {
    return setInterval(() => this.#upkeep(work), intervalInMs)
  }

  async #upkeep(work: (engine: JobEngine) => Promise<unknown>): Promise<void> {
    try {
      await work(await this.#options.queue.engine())
      this.#reached()
    } catch (error) {
      this.#trouble(error)
    }
  }

  #reached(): void {
    this.lastReached = new Date()
    this.#isTroubled = false
  }

  /** Said once, until the queue was reached again. */
  #trouble(error: unknown): void {
    if (this.#isTroubled) return
    this.#isTroubled = true
    const { onTrouble = (problem) => console.warn(`the worker cannot reach its queue: ${String(problem)}`) } =
      this.#options
    onTrouble(error)
  }
}
