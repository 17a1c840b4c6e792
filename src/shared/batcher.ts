/** Batches work that is as fast for many items as for one: items that arrive during a run form the next. */
export class Batcher<Item, Result = void> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #atMost: number
  #waiting: {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (reason: unknown) => void
  }[] = []
  #isAtIt = false

  /**
   * @param work Returns a result for each item, in order; the list may be empty for items without one.
   * @param atMost The most items of one run. Default: no limit.
   */
  constructor(
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
    atMost = Number.POSITIVE_INFINITY,
  ) {
    this.#work = work
    this.#atMost = atMost
  }

  /** Settles with the run that includes the item. */
  add(item: Item): Promise<Result> {
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
      const run = this.#waiting.splice(0, this.#atMost)
      try {
        const results = await this.#work(run.map(({ item }) => item))
        for (const [index, { resolve }] of run.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of run) reject(error)
      }
    }
    this.#isAtIt = false
  }
}
