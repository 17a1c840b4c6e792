/** Batches work that is as fast for many items as for one: items that arrive during a run form the next. */
export class Batcher<Item> {
  readonly #work: (items: readonly Item[]) => Promise<unknown>
  #waiting: {
    readonly item: Item
    readonly resolve: () => void
    readonly reject: (reason: unknown) => void
  }[] = []
  #isAtIt = false

  constructor(work: (items: readonly Item[]) => Promise<unknown>) {
    this.#work = work
  }

  /** Settles with the run that includes the item. */
  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isAtIt) void this.#begin()
    })
  }

  async #begin(): Promise<void> {
    this.#isAtIt = true
    while (this.#waiting.length > 0) {
      // Includes items of the same turn.
      await new Promise((resolve) => setImmediate(resolve))
      const all = this.#waiting
      this.#waiting = []
      try {
        await this.#work(all.map(({ item }) => item))
        for (const { resolve } of all) resolve()
      } catch (error) {
        for (const { reject } of all) reject(error)
      }
    }
    this.#isAtIt = false
  }
}
