import type { ItemRecord } from '../../run/item-record.ts'
import { toAnswerKey } from '../../run/record.ts'
import { levelOfLook, placeLooks } from '../../statistics/early-stopping.ts'
import type { Cluster } from './cluster-order.ts'

/** The answers that one looks at, before all are there. */
export interface Look {
  readonly items: readonly ItemRecord[]
  readonly clusters: number
  /** The level of the intervals at this look. */
  readonly level: number
}

export interface LookPlan {
  /** The number of clusters of the whole run. */
  readonly count: number
  readonly repeats: number
  /** The level of all looks together. */
  readonly level: number
  decides(look: Look): boolean
}

/**
 * Looks at a run before its end, after a part of its clusters. They are taken in a given order, so a cluster waits for those before
 * it: in order of arrival, quick answers would count first.
 */
export class Looks {
  readonly #clusters: readonly Cluster[]
  readonly #plan: LookPlan
  readonly #records = new Map<string, ItemRecord>()
  readonly #items: ItemRecord[] = []
  #next = 0
  decided: Look | undefined

  /** @param clusters Those of the plan, or the first of them. */
  constructor(clusters: readonly Cluster[], plan: LookPlan) {
    this.#clusters = clusters
    this.#plan = plan
  }

  /** Adds a record; the last one of an item and repeat counts. */
  add(record: ItemRecord): void {
    this.#records.set(toAnswerKey(record), record)
    for (;;) {
      const cluster = this.#clusters[this.#next]
      const records = cluster && this.#recordsOf(cluster)
      if (records === undefined || this.decided !== undefined) return
      this.#items.push(...records)
      this.#next += 1
      this.#look(this.#next)
    }
  }

  get isDecided(): boolean {
    return this.decided !== undefined
  }

  #look(clusters: number): void {
    const { count, level, decides } = this.#plan
    if (clusters >= count || !placeLooks(count).includes(clusters)) return
    const look = { items: [...this.#items], clusters, level: levelOfLook(level, clusters / count) }
    if (decides(look)) this.decided = look
  }

  /** Returns the records of a cluster; undefined while one of them is missing. */
  #recordsOf({ itemIds }: Cluster): ItemRecord[] | undefined {
    const records: ItemRecord[] = []
    for (const itemId of itemIds)
      for (let repeat = 1; repeat <= this.#plan.repeats; repeat += 1) {
        const record = this.#records.get(toAnswerKey({ itemId, repeat }))
        if (record === undefined) return undefined
        records.push(record)
      }
    return records
  }
}
