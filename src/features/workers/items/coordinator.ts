import { randomUUID } from 'node:crypto'
import type { ItemTask } from '../../../evaluation/session/answer-attempts.ts'
import { determineEnd } from '../../../evaluation/session/session.ts'
import type { SessionSettings } from '../../../evaluation/session/session-settings.ts'
import { addCosts, costOfItem } from '../../../run/cost/cost.ts'
import { whyOverBudget } from '../../../run/cost/prices.ts'
import type { ItemRecord } from '../../../run/item-record.ts'
import type { RunEnd, RunHeader } from '../../../run/record.ts'
import { pause } from '../../../shared/abort.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import type { JobState } from '../engine/jobs.ts'
import { Idleness } from './idleness.ts'
import { itemsJob, keyOfTask, readItemsJob, toGroup } from './item-job-payload.ts'
import type { ItemWorkersOptions } from './item-workers-options.ts'
import { limitAhead, splitIntoShards } from './shards.ts'

const atOnce = 500
const recoverEveryInMs = 3000

/** One session of a run whose items workers process. */
export class Coordinator {
  readonly #engine: JobEngine
  readonly #session: SessionSettings
  readonly #header: RunHeader
  readonly #settings: Required<ItemWorkersOptions>
  readonly #group: string
  /** Whether the run may end before its last item: once it is decided, or its budget is used up. */
  readonly #mayStop: boolean
  /** Items without a record, by key. */
  readonly #open: Map<string, ItemTask>
  #shards: Iterator<readonly ItemTask[], undefined>
  /** Keys of items in progress for an earlier session. */
  #adopted: ReadonlySet<string> = new Set()
  readonly #id = randomUUID()
  #put = 0
  /** Jobs that had not ended at the last look. */
  #jobs: ReadonlyMap<string, JobState> = new Map()
  readonly #idleness: Idleness
  #recoveredAt = Number.NEGATIVE_INFINITY
  #isAllPut = false
  /** The session's failure according to its `watch`; work in progress is saved first. */
  #failure: Error | undefined
  #finished: number
  #spent: SessionSettings['spent']

  constructor(
    engine: JobEngine,
    tasks: readonly ItemTask[],
    session: SessionSettings,
    header: RunHeader,
    settings: Required<ItemWorkersOptions>,
  ) {
    this.#engine = engine
    this.#session = session
    this.#header = header
    this.#settings = settings
    this.#group = toGroup(header)
    this.#mayStop =
      header.sequential !== undefined || Object.values(session.budget).some((most) => most !== undefined)
    this.#idleness = new Idleness(settings.patienceInMs)
    this.#open = new Map(tasks.map((task) => [keyOfTask(task), task]))
    this.#shards = splitIntoShards(tasks, this.#mayStop, settings.shardSize)
    this.#finished = session.finished
    this.#spent = session.spent
  }

  async run(): Promise<RunEnd> {
    const { signal, limits, isDecided = () => false, budget } = this.#session
    const { results } = this.#engine
    const why = () => {
      if (signal?.aborted) return 'cancelled'
      return isDecided() ? 'decided' : whyOverBudget(budget, limits.spent)
    }
    const isOver = () => this.#open.size === 0 || why() !== undefined || this.#failure !== undefined
    try {
      await this.#clear()
      while (!isOver()) {
        await this.#look()
        const written = await this.#write()
        // What is enqueued after the end would be paid for in vain.
        if (isOver()) break
        if (written === 0) await this.#putMissingAgain()
        await this.#fill()
        if (written > 0) continue
        const message = this.#idleness.message(this.#jobs)
        if (message !== undefined) this.#session.onProgress?.({ kind: 'waiting', message })
        await pause(this.#settings.pollIntervalInMs, signal)
      }
      await this.#stop((why() !== undefined || this.#failure !== undefined) && !signal?.aborted)
      if (this.#failure !== undefined) throw this.#failure
      // A decided run is not resumed.
      if (this.#open.size === 0 || (isDecided() && !signal?.aborted)) {
        await this.#engine.remove(this.#group)
        await results.forget(this.#header.id)
      }
    } catch (error) {
      // The first error is the one to report.
      await this.#engine.cancel(this.#group).catch(() => undefined)
      throw error
    }
    const left = this.#open.size
    const cancelled = signal?.aborted ?? false
    const decided = isDecided()
    return determineEnd({ left, cancelled, decided, reason: why() })
  }

  /** Saves an earlier session's paid results, waits for its work in progress, and enqueues the rest. */
  async #clear(): Promise<void> {
    await this.#engine.cancel(this.#group)
    await this.#engine.drop({ group: this.#group })
    await this.#writeAll()
    // Workers would take an item that must be repeated for a completed one.
    await this.#engine.results.forgetWritten(this.#header.id, [...this.#open.keys()])
    const jobs = await this.#engine.inWork(this.#group)
    this.#jobs = new Map(jobs.map(({ id }) => [id, { state: 'running' }]))
    this.#adopted = new Set(jobs.flatMap((job) => readItemsJob(job).tasks.map(keyOfTask)))
  }

  /** @throws Error if a shard cannot be done: its items would never arrive. */
  async #look(): Promise<void> {
    await this.#recover()
    const states = await this.#engine.states([...this.#jobs.keys()])
    const failed = [...states.values()].find(({ state }) => state === 'failed')
    if (failed !== undefined) {
      await this.#engine.drop({ group: this.#group })
      throw new Error(`the workers cannot do part of the run: ${failed.reason}`)
    }
    this.#jobs = new Map([...states].filter(([, { state }]) => state === 'waiting' || state === 'running'))
    this.#idleness.look(states)
  }

  /** Workers do this too, but if the last one died, its jobs would stay in progress for ever. */
  async #recover(): Promise<void> {
    if (performance.now() - this.#recoveredAt < recoverEveryInMs) return
    await this.#engine.recover()
    this.#recoveredAt = performance.now()
  }

  /** Enqueues items again that are missing although all jobs have ended or were removed. */
  async #putMissingAgain(): Promise<void> {
    if (!this.#isAllPut || this.#jobs.size > 0) return
    await this.#engine.results.forgetWritten(this.#header.id, [...this.#open.keys()])
    this.#adopted = new Set()
    this.#shards = splitIntoShards([...this.#open.values()], this.#mayStop, this.#settings.shardSize)
    this.#isAllPut = false
  }

  /** Enqueues shards until enough of them wait. */
  async #fill(): Promise<void> {
    const { answerer, attempts, retryDelayInMs, timeoutInMs, judgings, keepPrompts, prices } = this.#session
    const settings = { attempts, retryDelayInMs, timeoutInMs, judgings, keepPrompts, prices }
    const jobs = new Map(this.#jobs)
    const waiting = [...jobs.values()].filter(({ state }) => state === 'waiting').length
    const ahead = limitAhead(this.#mayStop, this.#settings.ahead, jobs.size - waiting)
    const { limits, budget } = this.#session
    for (let room = ahead - waiting; room > 0 && limits.leavesRoom(budget, jobs.size); room -= 1) {
      const { value: shard, done } = this.#shards.next()
      if (done) {
        this.#isAllPut = true
        break
      }
      const isLeft = (key: string) => this.#open.has(key) && !this.#adopted.has(key)
      const tasks = shard
        .filter((task) => isLeft(keyOfTask(task)))
        .map((task) => ({ ...task, given: answerer.given?.(task.item, task) }))
      if (tasks.length === 0) continue
      this.#put += 1
      const job = itemsJob({ header: this.#header, settings, tasks }, this.#id, this.#put)
      await this.#engine.put([job])
      jobs.set(job.id, { state: 'waiting' })
    }
    this.#jobs = jobs
  }

  /** Saves the results of workers. @returns Number of records. */
  async #write(): Promise<number> {
    const { results } = this.#engine
    const { keep, limits, onProgress, total } = this.#session
    const found = await results.unwritten(this.#header.id, atOnce)
    // A piece that two workers did counts once.
    const records = found
      .filter(({ key }) => this.#open.delete(key))
      .map(({ record }) => JSON.parse(record) as ItemRecord)
    // In parallel, so that the run file is flushed to disk once for all waiting lines.
    await Promise.all(records.map(keep))
    for (const record of records) {
      const cost = costOfItem(record)
      this.#finished += 1
      this.#spent = addCosts([this.#spent, cost])
      limits.add(cost)
      onProgress?.({ kind: 'item', record, finished: this.#finished, total, spent: this.#spent })
    }
    if (found.length === 0) return 0
    this.#idleness.goesOn()
    const keys = found.map(({ key }) => key)
    await results.written(this.#header.id, keys)
    for (const record of records) this.#failure ??= this.#session.watch?.(record)
    return found.length
  }

  async #writeAll(): Promise<void> {
    while ((await this.#write()) > 0);
  }

  /** Withdraws waiting jobs. Waits for those in progress if they still count, unless the run is cancelled. */
  async #stop(waits: boolean): Promise<void> {
    const { signal } = this.#session
    await this.#engine.cancel(this.#group)
    const isRunning = async () =>
      [...(await this.#engine.states([...this.#jobs.keys()])).values()].some(
        ({ state }) => state === 'running',
      )
    while (waits && !signal?.aborted && (await isRunning())) {
      await this.#engine.recover()
      await pause(this.#settings.pollIntervalInMs, signal)
    }
    await this.#engine.cancel(this.#group)
    await this.#writeAll()
  }
}
