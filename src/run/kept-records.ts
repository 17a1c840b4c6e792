import { type EvaluationRun, type ItemRecord, keyOf } from './record.ts'

/** The records of a run as they come: those of answers, of replays, and what a later one took the place of. */
export class KeptRecords {
  readonly #items = new Map<string, ItemRecord>()
  readonly #replays = new Map<string, ItemRecord>()
  readonly #superseded: ItemRecord[] = []

  constructor({ items, replays = [], superseded = [] }: Partial<EvaluationRun> = {}) {
    for (const record of [...(items ?? []), ...replays]) this.#of(record).set(keyOf(record), record)
    this.#superseded.push(...superseded)
  }

  #of({ replayOf }: Pick<ItemRecord, 'replayOf'>): Map<string, ItemRecord> {
    return replayOf === undefined ? this.#items : this.#replays
  }

  get(record: Pick<ItemRecord, 'itemId' | 'repeat' | 'replayOf'>): ItemRecord | undefined {
    return this.#of(record).get(keyOf(record))
  }

  add(record: ItemRecord): void {
    const earlier = this.get(record)
    if (earlier !== undefined) this.#supersede(earlier)
    this.hold(record)
  }

  /** In place of the same record. */
  hold(record: ItemRecord): void {
    this.#of(record).set(keyOf(record), record)
  }

  #supersede(earlier: ItemRecord): void {
    this.#superseded.push(earlier)
    if (earlier.replayOf !== undefined) return
    // A conversation that was held anew has other words.
    for (const [key, replay] of this.#replays) {
      if (replay.itemId !== earlier.itemId || replay.replayOf !== earlier.repeat) continue
      this.#superseded.push(replay)
      this.#replays.delete(key)
    }
  }

  /** In the order in which they came. */
  get run(): Pick<EvaluationRun, 'items' | 'replays' | 'superseded'> {
    const unlessNone = (records: readonly ItemRecord[]) => (records.length > 0 ? records : undefined)
    return {
      items: [...this.#items.values()],
      replays: unlessNone([...this.#replays.values()]),
      superseded: unlessNone(this.#superseded),
    }
  }
}
