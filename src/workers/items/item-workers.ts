import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod/v4'
import { addCosts, costOfItem } from '../../evaluation/cost/cost.ts'
import { whyOverBudget } from '../../evaluation/cost/prices.ts'
import type { ItemTask } from '../../evaluation/evaluate-item.ts'
import { type ItemRecord, keyOf, type RunEnd, type RunHeader } from '../../evaluation/record.ts'
import { endOf, type ItemWorkers, type SessionSettings } from '../../evaluation/session.ts'
import { readOptions } from '../../shared/read-options.ts'
import type { JobEngine } from '../engine/engine.ts'
import type { ScoringQueue } from '../scoring-queue.ts'
import { groupOf, itemsJob } from './items-job.ts'

export interface ItemWorkersOptions {
  /** Items of one job. Default 20. */
  shardSize?: number
  /** Jobs that wait at the same time, at most: a budget that is used up leaves no more than that. Default 200. */
  ahead?: number
  /** How often results are looked for. Default 250. */
  pollIntervalInMs?: number
}

const optionsSchema = z.strictObject({
  shardSize: z.int().positive().max(1000).default(20),
  ahead: z.int().positive().default(200),
  pollIntervalInMs: z.int().min(10).default(250),
})

const atOnce = 500

/**
 * Lets workers in other processes (`verdict worker`, `startWorker` with `evaluation`) do the items of a run. This
 * process puts them into the queue in shards and writes their records down: the run file has one writer, and the run is
 * the one that a single process would have made.
 *
 * @returns For `workers` of `evaluate`.
 * @throws TypeError for an option out of range.
 */
export function itemWorkers(queue: ScoringQueue, options: ItemWorkersOptions = {}): ItemWorkers {
  const settings = readOptions('itemWorkers', optionsSchema, options)
  return {
    async run(tasks, session, header) {
      return new Coordinator(await queue.engine(), tasks, session, header, settings).run()
    },
  }
}

function* shardsOf(tasks: readonly ItemTask[], size: number): Generator<readonly ItemTask[], undefined> {
  for (let start = 0; start < tasks.length; start += size) yield tasks.slice(start, start + size)
}

/** One session of a run. */
class Coordinator {
  readonly #engine: JobEngine
  readonly #session: SessionSettings
  readonly #header: RunHeader
  readonly #settings: z.output<typeof optionsSchema>
  /** Those without a record, by key. */
  readonly #open: Map<string, ItemTask>
  readonly #shards: Iterator<readonly ItemTask[], undefined>
  readonly #id = randomUUID()
  #put = 0
  #finished: number
  #spent: SessionSettings['spent']

  constructor(
    engine: JobEngine,
    tasks: readonly ItemTask[],
    session: SessionSettings,
    header: RunHeader,
    settings: z.output<typeof optionsSchema>,
  ) {
    this.#engine = engine
    this.#session = session
    this.#header = header
    this.#settings = settings
    this.#open = new Map(tasks.map((task) => [keyOfTask(task), task]))
    this.#shards = shardsOf(tasks, settings.shardSize)
    this.#finished = session.finished
    this.#spent = session.spent
  }

  async run(): Promise<RunEnd> {
    const { signal, limits, isDecided = () => false, total, budget } = this.#session
    const { results } = this.#engine
    const group = groupOf(this.#header)
    limits.add(this.#session.spent)
    const why = () => {
      if (signal?.aborted) return 'cancelled'
      return isDecided() ? 'decided' : whyOverBudget(budget, limits.spent)
    }
    try {
      // What an earlier session left: it is paid for.
      while ((await this.#write()) > 0);
      while (this.#open.size > 0 && why() === undefined) {
        await this.#fill(group)
        if ((await this.#write()) > 0) continue
        await this.#checkFailed(group)
        await delay(this.#settings.pollIntervalInMs, undefined, { signal }).catch(() => undefined)
      }
      await this.#stop(group, why() !== undefined && !signal?.aborted)
      if (this.#open.size === 0) await results.forget(this.#header.id)
    } catch (error) {
      await this.#engine.cancel(group)
      throw error
    }
    const [finished, cancelled, decided] = [this.#finished, signal?.aborted ?? false, isDecided()]
    return endOf({ finished, total, cancelled, decided, reason: why() })
  }

  /** Puts shards until enough of them wait. */
  async #fill(group: string): Promise<void> {
    const counts = (await this.#engine.counts()).find((count) => count.group === group)
    const { attempts, retryDelayInMs, timeoutInMs, judgings, keepPrompts, prices } = this.#session
    const settings = { attempts, retryDelayInMs, timeoutInMs, judgings, keepPrompts, prices }
    for (let room = this.#settings.ahead - (counts?.waiting ?? 0); room > 0; room -= 1) {
      const { value: shard, done } = this.#shards.next()
      if (done) return
      const tasks = shard.filter((task) => this.#open.has(keyOfTask(task)))
      if (tasks.length === 0) continue
      this.#put += 1
      await this.#engine.put([itemsJob({ header: this.#header, settings, tasks }, this.#id, this.#put)])
    }
  }

  /** Writes down what workers have left. @returns How many records there were. */
  async #write(): Promise<number> {
    const { results } = this.#engine
    const { keep, limits, onProgress, total } = this.#session
    const found = await results.unwritten(this.#header.id, atOnce)
    for (const { key, record: text } of found) {
      // A piece that two workers did counts once.
      if (!this.#open.delete(key)) continue
      const record = JSON.parse(text) as ItemRecord
      const cost = costOfItem(record)
      this.#finished += 1
      this.#spent = addCosts([this.#spent, cost])
      limits.add(cost)
      await keep(record)
      onProgress?.({ kind: 'item', record, finished: this.#finished, total, spent: this.#spent })
    }
    if (found.length > 0)
      await results.written(
        this.#header.id,
        found.map(({ key }) => key),
      )
    return found.length
  }

  /** @throws Error where a shard cannot be done: its items would never come. */
  async #checkFailed(group: string): Promise<void> {
    const failed = (await this.#engine.reasons('failed')).find((reason) => reason.group === group)
    if (failed === undefined) return
    await this.#engine.drop({ group })
    throw new Error(
      `the workers cannot do ${failed.jobs === 1 ? 'a part' : 'parts'} of the run: ${failed.reason}`,
    )
  }

  /** Takes back what waits; what is in work is waited for where it shall still count. */
  async #stop(group: string, waits: boolean): Promise<void> {
    await this.#engine.cancel(group)
    while (waits) {
      const counts = (await this.#engine.counts()).find((count) => count.group === group)
      if ((counts?.running ?? 0) === 0) break
      await delay(this.#settings.pollIntervalInMs)
    }
    while ((await this.#write()) > 0);
  }
}

const keyOfTask = ({ item, repeat }: ItemTask) => keyOf({ itemId: item.id, repeat })
