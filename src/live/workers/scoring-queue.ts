import { randomUUID } from 'node:crypto'
import type { z } from 'zod/v4'
import { beginLiveWork } from '../../scorers/common/live-work.ts'
import { orAborted } from '../../shared/abort.ts'
import { messageOf } from '../../shared/message-of.ts'
import { countedOnceAMinute } from '../../shared/once-a-minute.ts'
import { readOptions } from '../../shared/read-options.ts'
import { JobBuffer } from './buffer.ts'
import { JobEngine } from './engine/job-engine.ts'
import type { NewJob } from './engine/jobs.ts'
import { importPgBoss } from './engine/pg-boss.ts'
import { openPglite } from './engine/pglite.ts'
import { type GivenAnswers, sayEveryInMs } from './engine/servers.ts'
import { quietTimeOf } from './per-thread.ts'
import { queueSchema, type Rollout, type ScoringQueueOptions } from './queue-options.ts'
import { scoringJob } from './scoring-job.ts'

const dayInMs = 86_400_000
/**
 * A connection that went mute is given up, and the pool opens another one. Not by a limit of the server's, which poolers
 * in between refuse.
 */
const timeLimits = { query_timeout: 30_000, keepAlive: true }

/** Where the scores of live answers wait for workers. */
export class ScoringQueue {
  readonly #settings: z.output<typeof queueSchema>
  readonly #buffer: JobBuffer
  #engine: Promise<JobEngine> | undefined
  /** The id of this process among those that give answers. */
  readonly #id = randomUUID()
  #saying: NodeJS.Timeout | undefined
  #saysLater: NodeJS.Timeout | undefined
  #saidAt = Number.NEGATIVE_INFINITY
  #isClosed = false
  #hasScorers = false
  readonly #workers = new Set<() => Promise<unknown>>()
  readonly #endWork: () => void

  constructor(options: ScoringQueueOptions) {
    this.#settings = readOptions('scoringQueue', queueSchema, options)
    this.#buffer = new JobBuffer({
      atMost: this.#settings.bufferSize,
      put: async (jobs) => {
        await this.#sayGiven()
        await this.put(jobs)
        this.#sayLater()
      },
      onDropped: countedOnceAMinute((count) =>
        this.#warn(
          `${count} live ${count === 1 ? 'score' : 'scores'} dropped: the queue cannot be reached, or was closed`,
        ),
      ),
      onTrouble: (error) =>
        this.#warn(`the queue of scores cannot be reached; jobs wait in this process: ${messageOf(error)}`),
      onRelief: () => this.#warn('the queue of scores can be reached again'),
    })
    this.#endWork = beginLiveWork(this.#buffer)
  }

  /** Whether the queue is part of this process, so that what it does takes time from the answers. */
  get isEmbedded(): boolean {
    return this.#settings.pglite !== undefined
  }

  /** Says that live scorers put their runs here: those of the last answers are yet to come when it is closed. */
  expectRuns(): void {
    this.#hasScorers = true
  }

  /**
   * Says that a worker of this process lives on the queue: it ends before the queue does.
   *
   * @returns To be called when the worker has ended by itself.
   */
  attach(stop: () => Promise<unknown>): () => void {
    this.#workers.add(stop)
    return () => this.#workers.delete(stop)
  }

  /** Live runs that were to be put into the queue, were put and were dropped, since the process began. */
  get given(): GivenAnswers {
    return this.#buffer.counts
  }

  /** Live runs that were dropped because neither the database nor the buffer took them, since the process began. */
  get dropped(): number {
    return this.#buffer.counts.dropped
  }

  /** Live runs that wait in this process to be put into the queue. */
  get buffered(): number {
    return this.#buffer.size
  }

  /** How long the first of these has waited, in milliseconds. */
  get oldestBufferedInMs(): number {
    return this.#buffer.oldestInMs
  }

  get rollout(): Rollout {
    const { rolloutInMs, otherVersions } = this.#settings
    return { waitInMs: this.isEmbedded ? 0 : rolloutInMs, otherVersions }
  }

  /** How long jobs keep their runs after their end, in milliseconds. */
  get keepRunsForInMs(): number {
    return this.#settings.keepRunDays * dayInMs
  }

  /**
   * Puts the scoring of a live run into the queue, soon: it returns at once and never throws.
   *
   * @returns Whether there was room for it.
   */
  add(scorer: { readonly id: string }, run: object): boolean {
    return this.#buffer.add(() => this.jobOf(scorer, run))
  }

  /** The job of scoring a run; a failed one where the run cannot be stored. */
  jobOf(scorer: { readonly id: string }, run: object, priority?: number): NewJob {
    const quietInMs = quietTimeOf(scorer)
    return scoringJob(scorer, run, { maxBytes: this.#settings.maxRunBytes, priority, quietInMs })
  }

  /**
   * Puts jobs into the queue and waits for it.
   *
   * @returns How many the queue did not know yet.
   */
  async put(jobs: readonly NewJob[]): Promise<number> {
    return (await this.engine()).put(jobs)
  }

  /**
   * The open queue; opened at the first use, and again where that failed.
   *
   * @throws Error where it cannot be opened, and where it was closed.
   */
  async engine(): Promise<JobEngine> {
    if (this.#isClosed) throw new Error('the queue was closed: make another one with scoringQueue()')
    this.#engine ??= this.#open().catch((error: unknown) => {
      this.#engine = undefined
      throw error
    })
    return this.#engine
  }

  /**
   * Puts what waits in this process into the queue, stops the workers that this process has started on it, and closes
   * the connection, for good. Mastra begins to score an answer a moment after it was given: so long, and until no more
   * comes, it is waited for. Closing it again does nothing.
   *
   * @param waitInMs How long the first may take; what is left is dropped, and said. Workers take `graceInMs` at most to
   * end or give back their jobs. Default 10,000.
   */
  async close({ waitInMs = 10_000 }: { waitInMs?: number } = {}): Promise<void> {
    const limit = AbortSignal.timeout(waitInMs)
    if (this.#hasScorers && !this.#isClosed) await this.#buffer.isQuiet(limit)
    await this.#buffer.close(limit)
    this.#endWork()
    await Promise.all([...this.#workers].map((stop) => stop()))
    clearInterval(this.#saying)
    clearTimeout(this.#saysLater)
    // What cannot be said now is not known to others: the process counts as one that vanished.
    if (this.#saying !== undefined) await orAborted(this.#say(true), limit).catch(() => undefined)
    const opened = this.#engine
    this.#isClosed = true
    this.#engine = undefined
    // An engine that could not be opened has nothing to close.
    await (await opened?.catch(() => undefined))?.close()
  }

  /** Before anything is put, and then as long as the process lives: what it gave, so that others know what it took along. */
  async #sayGiven(): Promise<void> {
    if (performance.now() - this.#saidAt < 1000) return
    await this.#say(false)
    // A queue that is away for now hears it the next time.
    this.#saying ??= setInterval(() => void this.#say(false).catch(() => undefined), sayEveryInMs).unref()
  }

  /** Soon after the last of several was put, that they were. */
  #sayLater(): void {
    this.#saysLater ??= setTimeout(() => {
      this.#saysLater = undefined
      void this.#say(false).catch(() => undefined)
    }, 1000).unref()
  }

  async #say(isClosed: boolean): Promise<void> {
    await (await this.engine()).servers.say(this.#id, this.given, isClosed)
    this.#saidAt = performance.now()
  }

  async #open(): Promise<JobEngine> {
    const { connectionString, pglite, schema, retries, keepDays, connections } = this.#settings
    const { PgBoss } = await importPgBoss()
    const embedded = pglite === undefined ? undefined : await openPglite(pglite)
    const engine = new JobEngine(PgBoss, {
      connection: embedded?.connection ?? {
        connectionString,
        max: connections,
        connectionTimeoutMillis: 10_000,
        application_name: 'verdict',
        ...timeLimits,
      },
      schema,
      retries,
      keepForInSeconds: Math.ceil((keepDays * dayInMs) / 1000),
      onError: (error) => this.#warn(`the queue of scores: ${messageOf(error)}`),
      close: embedded?.close,
    })
    try {
      await engine.open()
    } catch (error) {
      await engine.close().catch(() => undefined)
      throw error
    }
    return engine
  }

  #warn(message: string): void {
    const { logger = console } = this.#settings
    logger.warn(message)
  }
}

/**
 * A queue for the scores of live answers.
 *
 * @throws TypeError for an option out of range.
 */
export const scoringQueue = (options: ScoringQueueOptions) => new ScoringQueue(options)
