import type { ItemRecord } from './item-record.ts'
import { type EvaluationRun, toAnswerKey } from './record.ts'

/** The records of a run as they arrive, and those that later ones replaced. */
export class KeptRecords {
  readonly #items = new Map<string, ItemRecord>()
  readonly #superseded: ItemRecord[] = []

  constructor({ items = [], superseded = [] }: Partial<EvaluationRun> = {}) {
    for (const record of items) this.hold(record)
    this.#superseded.push(...superseded)
  }

  get(which: Pick<ItemRecord, 'itemId' | 'repeat'>): ItemRecord | undefined {
    return this.#items.get(toAnswerKey(which))
  }

  add(record: ItemRecord): void {
    // Earlier versions replayed conversations with the same words. Only the cost of replays still counts.
    if ('replayOf' in record) {
      this.#superseded.push(record)
      return
    }
    const earlier = this.get(record)
    if (earlier !== undefined) this.#superseded.push(earlier)
    this.hold(record)
  }

  hold(record: ItemRecord): void {
    this.#items.set(toAnswerKey(record), record)
  }

  /** In the order of the dataset; of files without places, in the order of arrival. */
  get run(): Pick<EvaluationRun, 'items' | 'superseded'> {
    return {
      items: [...this.#items.values()].sort(byPlace),
      superseded: this.#superseded.length > 0 ? this.#superseded : undefined,
    }
  }
}

const byPlace = (one: ItemRecord, other: ItemRecord): number =>
  one.place === undefined || other.place === undefined
    ? 0
    : one.place - other.place || one.repeat - other.repeat
