import type { Job } from './engine/engine.ts'

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

/** When a job that this worker cannot do is worth another look: the longer it has waited for its version, the later. */
export function lookAgainInMs({ refusedSince }: Job, why: 'no scorer' | 'another version'): number {
  if (why === 'no scorer') return 0
  const waitedInMs = refusedSince === undefined ? 0 : Date.now() - refusedSince.getTime()
  return Math.min(60_000, Math.max(2000, waitedInMs / 2))
}
