/** How long jobs are left to others of which this worker could not do one. */
const forInMs = 60_000

/** Groups of jobs that a worker is not made for: it takes none of them, so that those who are get them at once. */
export class LeftToOthers {
  readonly #until = new Map<string, number>()
  readonly #forInMs: number

  /** @param isForGood Of a worker that ends when there is nothing left for it: it looks no second time. */
  constructor(isForGood: boolean) {
    this.#forInMs = isForGood ? Number.POSITIVE_INFINITY : forInMs
  }

  add(group: string): void {
    this.#until.set(group, performance.now() + this.#forInMs)
  }

  get groups(): string[] {
    const now = performance.now()
    for (const [group, until] of this.#until) if (until < now) this.#until.delete(group)
    return [...this.#until.keys()]
  }
}
