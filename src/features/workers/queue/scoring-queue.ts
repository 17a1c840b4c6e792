import type { z } from 'zod/v4'
import { beginLiveWork } from '../../../scorers/common/wait-for-live-scores.ts'
import { describeError } from '../../../shared/describe-error.ts'
import { countedOnceAMinute } from '../../../shared/once-a-minute.ts'
import { readOptions } from '../../../shared/read-options.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import type { NewJob } from '../engine/jobs.ts'
import { openEngine } from '../engine/open-engine.ts'
import { scoringJob } from '../jobs/job-payload.ts'
import { JobBuffer } from './job-buffer.ts'
import { queueSchema, type ScoringQueueOptions } from './queue-options.ts'
import { readQuietTime } from './quiet-time.ts'

const dayInMs = 86_400_000

/** The queue where live scores wait for workers. */
export class ScoringQueue {
  readonly #settings: z.output<typeof queueSchema>
  readonly #buffer: JobBuffer
  #engine: Promise<JobEngine> | undefined
  #isClosed = false
  #hasScorers = false
  readonly #workers = new Set<() => Promise<unknown>>()
  readonly #endWork: () => void

  constructor(options: ScoringQueueOptions) {
    this.#settings = readOptions('scoringQueue', queueSchema, options)
    this.#buffer = new JobBuffer({
      atMost: this.#settings.bufferSize,
      put: (jobs) => this.put(jobs),
      onDropped: countedOnceAMinute((count) =>
        this.#warn(
          `${count} live ${count === 1 ? 'score' : 'scores'} dropped: the queue cannot be reached, or was closed`,
        ),
      ),
      onTrouble: (error) =>
        this.#warn(
          `the queue of scores cannot be reached; jobs wait in this process: ${describeError(error)}`,
        ),
      onRelief: () => this.#warn('the queue of scores can be reached again'),
    })
    this.#endWork = beginLiveWork(this.#buffer)
  }

  /** True if the queue runs in this process, so its work takes time from the answers. */
  get isEmbedded(): boolean {
    return this.#settings.pglite !== undefined
  }

  /** Declares that live scorers enqueue runs here, so `close` waits for those of the last answers. */
  expectRuns(): void {
    this.#hasScorers = true
  }

  /**
   * Registers a worker of this process, which must end before the queue.
   *
   * @returns A function to call when the worker has ended by itself.
   */
  attach(stop: () => Promise<unknown>): () => void {
    this.#workers.add(stop)
    return () => this.#workers.delete(stop)
  }

  /** Counts of live runs given, enqueued and dropped since the process began. */
  get given() {
    return this.#buffer.counts
  }

  /** Live runs dropped since the process began, because neither the database nor the buffer accepted them. */
  get dropped(): number {
    return this.#buffer.counts.dropped
  }

  /** Live runs that wait in this process for the queue. */
  get buffered(): number {
    return this.#buffer.size
  }

  /** How long the first of them has waited, in milliseconds. */
  get oldestBufferedInMs(): number {
    return this.#buffer.oldestInMs
  }

  /** How long jobs whose scorer or version a worker does not have are left to others, and what happens then. */
  get rollout() {
    const { rolloutInMs, otherVersions } = this.#settings
    return { waitInMs: this.isEmbedded ? 0 : rolloutInMs, otherVersions }
  }

  /** How long jobs keep their runs after they end, in milliseconds. */
  get keepRunsForInMs(): number {
    return this.#settings.keepRunDays * dayInMs
  }

  /**
   * Enqueues the scoring of a live run in the background: returns at once and never throws.
   *
   * @returns True if there was room for it.
   */
  add(scorer: { readonly id: string }, run: object): boolean {
    return this.#buffer.add(() => this.jobOf(scorer, run))
  }

  /** Returns the job of scoring a run; a failed one if the run cannot be stored. */
  jobOf(scorer: { readonly id: string }, run: object, priority?: number): NewJob {
    const quietInMs = readQuietTime(scorer)
    return scoringJob(scorer, run, { maxBytes: this.#settings.maxRunBytes, priority, quietInMs })
  }

  /**
   * Enqueues jobs, and waits for the queue.
   *
   * @returns Number of jobs that are new to the queue.
   */
  async put(jobs: readonly NewJob[]): Promise<number> {
    return (await this.engine()).put(jobs)
  }

  /**
   * Returns the open queue; opens it at first use, and again after a failure.
   *
   * @throws Error if it cannot be opened, or was closed.
   */
  async engine(): Promise<JobEngine> {
    if (this.#isClosed) throw new Error('the queue was closed: make another one with scoringQueue()')
    const onError = (error: Error) => this.#warn(`the queue of scores: ${describeError(error)}`)
    this.#engine ??= openEngine(this.#settings, onError).catch((error: unknown) => {
      this.#engine = undefined
      throw error
    })
    return this.#engine
  }

  /**
   * Enqueues the runs that wait in this process, stops the workers that this process started, and closes the connection
   * for good. Mastra begins to score an answer a moment after it was given, so this waits until no more runs arrive.
   * Closing it again does nothing.
   *
   * @param waitInMs The limit for enqueuing; remaining runs are dropped with a warning. Workers take at most
   * `graceInMs` to finish or return their jobs. Default 10,000.
   */
  async close({ waitInMs = 10_000 }: { waitInMs?: number } = {}): Promise<void> {
    const late = new AbortController()
    const isLate = new Promise<void>((resolve) => late.signal.addEventListener('abort', () => resolve()))
    // This timer also keeps the process alive, which waits for an absent database do not.
    const timer = setTimeout(() => late.abort(), waitInMs)
    try {
      if (this.#hasScorers && !this.#isClosed) await this.#buffer.isQuiet(late.signal)
      await this.#buffer.close(late.signal)
      this.#endWork()
      await Promise.all([...this.#workers].map((stop) => stop()))
      // An engine that failed to open has nothing to close.
      const opened = this.#engine?.catch(() => undefined)
      this.#isClosed = true
      this.#engine = undefined
      const engine = await Promise.race([opened, isLate])
      if (engine) await engine.close()
      else opened?.then((tooLate) => tooLate?.close())
    } finally {
      clearTimeout(timer)
    }
  }

  #warn(message: string): void {
    const { logger = console } = this.#settings
    logger.warn(message)
  }
}

/**
 * Creates a queue for live scores.
 *
 * @throws TypeError for an option out of range.
 */
export const scoringQueue = (options: ScoringQueueOptions) => new ScoringQueue(options)
