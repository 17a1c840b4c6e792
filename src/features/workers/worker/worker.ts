import pRetry from 'p-retry'
import type { z } from 'zod/v4'
import { findStore } from '../../../evaluation/stored/score-store.ts'
import { pause } from '../../../shared/abort.ts'
import { readOptions } from '../../../shared/read-options.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import type { Job } from '../engine/jobs.ts'
import { ItemsWorker } from '../items/do-items.ts'
import { isItemsJob } from '../items/item-job-payload.ts'
import { doJob } from '../jobs/do-job.ts'
import { JobEvent } from '../jobs/job-event.ts'
import { concludeJob } from '../retries/conclude-job.ts'
import { HoldTimes } from '../retries/hold-times.ts'
import { Contact } from './queue-contact.ts'
import { RunningJobs } from './running-jobs.ts'
import { UnservedJobs } from './unserved-jobs.ts'
import {
  nothingDone,
  type Worker,
  type WorkerCounts,
  type WorkerOptions,
  workerSchema,
} from './worker-options.ts'

const keepEveryInMs = 3000
const forgetEveryInMs = 600_000
const patienceInMs = 60_000
const gatherInMs = 3
/** Jobs taken ahead fill the slots meanwhile. */
const gatherAheadInMs = 12
/** A database that is away for 15 seconds does not cost a score a second attempt. */
const concludingRetries = { retries: 6, minTimeout: 250, randomize: true }

/**
 * Scores the jobs of a queue, and writes each score where Mastra would have written it.
 *
 * @throws TypeError for an option that is unknown or out of range.
 */
export function startWorker(options: WorkerOptions): Worker {
  return new JobWorker(readOptions('startWorker', workerSchema, options))
}

class JobWorker implements Worker {
  readonly counts = { ...nothingDone }
  readonly ended: Promise<WorkerCounts>
  readonly #settings: z.output<typeof workerSchema>
  readonly #contact: Contact
  readonly #holdTimes: HoldTimes
  readonly #inWork: RunningJobs
  readonly #leftToOthers: UnservedJobs
  readonly #stopping = new AbortController()
  /** Aborts the jobs in progress. */
  readonly #giveUp = new AbortController()
  readonly #items: ItemsWorker | undefined
  /** True if the last look found as many jobs as asked for: no worker is idle for want of them. */
  #isQueueLong = false
  #wake = () => {}
  #error: unknown

  constructor(settings: z.output<typeof workerSchema>) {
    this.#settings = settings
    const { queue, signal, evaluation, onTrouble, onRelief } = settings
    const { concurrency = queue.isEmbedded ? 2 : 10, stuckAfterInMs } = settings
    this.#contact = new Contact(queue, onTrouble, onRelief)
    this.#items = evaluation && new ItemsWorker(evaluation)
    this.#leftToOthers = new UnservedJobs(settings.once)
    this.#holdTimes = new HoldTimes(concurrency)
    this.#inWork = new RunningJobs(
      () => this.#holdTimes.atOnce,
      stuckAfterInMs,
      () => {
        this.counts.running = this.#inWork.size
        this.#wake()
      },
    )
    const stop = () => this.#stop()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    const detach = queue.attach(() => this.stop())
    this.ended = this.#work().finally(() => {
      detach()
      signal?.removeEventListener('abort', stop)
    })
    // Reports the error even if the caller does not await the end.
    this.ended.catch((error: unknown) => this.#contact.trouble(error))
  }

  get lastReached(): Date | undefined {
    return this.#contact.lastReached
  }

  async stop(): Promise<void> {
    this.#stop()
    await this.ended.catch(() => undefined)
  }

  #stop(): void {
    if (this.#stopping.signal.aborted) return
    this.#stopping.abort()
    this.#wake()
    const giveUp = () => this.#giveUp.abort(new Error('the worker is stopping'))
    setTimeout(giveUp, this.#settings.graceInMs).unref()
  }

  async #work(): Promise<WorkerCounts> {
    const { mastra, queue, once, pollIntervalInMs } = this.#settings
    const timers: NodeJS.Timeout[] = []
    try {
      const { signal } = this.#stopping
      const onTrouble = (error: unknown) => this.#contact.trouble(error)
      if (mastra !== undefined) await findStore(mastra, { once, pollIntervalInMs, signal, onTrouble })
      const forget = (engine: JobEngine) => engine.forget(queue.keepRunsForInMs)
      await this.#contact.try(async (engine) => {
        await engine.recover()
        await forget(engine)
      })
      timers.push(this.#contact.every(keepEveryInMs, (engine) => this.#keep(engine)))
      timers.push(this.#contact.every(forgetEveryInMs, forget))
      let idleSince = performance.now()
      while (!this.#stopping.signal.aborted) {
        const took = await this.#takeSome()
        const isIdle = took === 0 && this.#inWork.size === 0
        if (!isIdle) idleSince = performance.now()
        if (once && isIdle && (await this.#isOver(idleSince))) break
        const isFull = this.#room === 0
        if (took === 0 || isFull) await this.#pause(took === 0 && !isFull)
      }
      await this.#contact.try((engine) => this.#giveBackAhead(engine))
      await this.#inWork.ended()
    } finally {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([this.#items?.close(), this.#inWork.close()])
    }
    if (this.#error !== undefined) throw this.#error
    return this.counts
  }

  /** @returns Number of jobs taken; 0 if the queue is unreachable. */
  async #takeSome(): Promise<number> {
    const room = this.#room
    if (room === 0) return 0
    try {
      const engine = await this.#settings.queue.engine()
      const jobs = await engine.take(room, {
        without: this.#leftToOthers.all,
        isIdle: this.#inWork.size === 0,
        areOthersFirst: this.#inWork.areOthersFirst,
      })
      this.#contact.reached()
      this.#isQueueLong = jobs.length === room
      // The worker was stopped during the request.
      if (this.#stopping.signal.aborted) for (const job of jobs) await engine.giveBack(job, 0)
      else for (const job of jobs) this.#begin(engine, job)
      return jobs.length
    } catch (error) {
      this.#contact.trouble(error)
      return 0
    }
  }

  get #room(): number {
    // Items of evaluations may take hours.
    return this.#inWork.room(this.#isQueueLong && this.#items === undefined)
  }

  /** Gives back the jobs that were taken ahead, as if they had not been taken. */
  async #giveBackAhead(engine: JobEngine): Promise<void> {
    await Promise.all(this.#inWork.dropAhead().map((job) => engine.giveBack(job, 0)))
  }

  #begin(engine: JobEngine, job: Job): void {
    this.#inWork.begin(job, async () => {
      try {
        await this.#do(engine, job)
      } catch (error) {
        this.#error ??= error
        this.#stop()
      }
    })
  }

  async #do(engine: JobEngine, job: Job): Promise<void> {
    const { mastra, scorers, prices, timeoutInMs, queue, onJob } = this.#settings
    const startedAt = performance.now()
    const { epoch } = this.#holdTimes
    // Answers of this process have priority over scores.
    if (queue.isEmbedded) await new Promise((resolve) => setImmediate(resolve))
    const { signal } = this.#giveUp
    const looksFirst = job.wasTaken || this.#holdTimes.isAway(job.group)
    const onJudged = () => this.#inWork.judged(job)
    const event = new JobEvent(job)
    const given = { mastra, scorers, prices, timeoutInMs, signal, onJudged, looksFirst, event }
    const done = await doJob(job, { ...given, rollout: queue.rollout, items: this.#items, engine })
    const end = this.#holdTimes.blameIfSilent(job, startedAt, done)
    const holdInMs = end.is === 'held up' ? this.#holdTimes.holdInMs(job.group, epoch) : 0
    if (end.is === 'refused') this.#leftToOthers.add(job, end.why)
    if (end.is === 'done') this.#holdTimes.done(job.group)
    let told = end
    const conclude = () => concludeJob(engine, job, end, holdInMs, this.counts)
    if (end.is === 'held up') await this.#contact.try(() => this.#giveBackAhead(engine))
    try {
      told = await pRetry(conclude, { ...concludingRetries, shouldRetry: () => !signal.aborted })
      if (told.is === 'done') event.done()
      if (told.is === 'failed' && !told.again && !isItemsJob(job)) event.failed(told.failure)
    } catch (error) {
      // The job returns to the queue by itself; it is not scored twice, because its row exists.
      this.#contact.trouble(error)
    }
    onJob?.(job, told, performance.now() - startedAt)
  }

  /**
   * Returns true if no job is left, even waiting for a retry or its judge, or none could be taken for long.
   *
   * @throws The error of a queue that was unreachable for that long, which is not an empty queue.
   */
  async #isOver(idleSince: number): Promise<boolean> {
    const isPatient = performance.now() - idleSince < patienceInMs
    try {
      return (await (await this.#settings.queue.engine()).isEmpty()) || !isPatient
    } catch (error) {
      if (!isPatient) throw error
      this.#contact.trouble(error)
      return false
    }
  }

  /** Waits for room; after an empty queue, until the next look. */
  async #pause(wasEmpty: boolean): Promise<void> {
    const { promise: roomIsMade, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (!wasEmpty) await roomIsMade
    // While other jobs run, jobs that end within a moment are replaced together.
    const gatheringInMs = this.#isQueueLong ? gatherAheadInMs : gatherInMs
    const inMs = wasEmpty ? this.#settings.pollIntervalInMs : this.#inWork.size === 0 ? 0 : gatheringInMs
    await pause(inMs, this.#stopping.signal)
  }

  /** Renews its own jobs first, so that it does not recover them from itself. */
  async #keep(engine: JobEngine): Promise<void> {
    if (!this.#inWork.isQuick) await this.#giveBackAhead(engine)
    await engine.keep(this.#inWork.ids)
    await engine.recover()
  }
}
