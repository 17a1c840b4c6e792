import { type Job, refusedForInMs } from '../engine/jobs.ts'

/** How long to leave a group without a scorer here to others, and the least time for a single job. */
const forInMs = 60_000
const jobForInMs = 5000
/** A limit, because the ids are sent with each look at the queue. */
const mostJobs = 2000

/**
 * Jobs that this worker is not set up for, so that suitable workers get them at once: groups whose scorer it does not
 * have, and jobs for another version, which it leaves for longer each time.
 */
export class UnservedJobs {
  readonly #until = new Map<string, number>()
  readonly #times = new Map<string, number>()
  readonly #isForGood: boolean

  /** @param isForGood For a worker that ends when nothing is left: it never looks for a scorer again. */
  constructor(isForGood: boolean) {
    this.#isForGood = isForGood
  }

  add({ id, group }: Pick<Job, 'id' | 'group'>, why: 'no scorer' | 'another version'): void {
    const now = performance.now()
    if (why === 'no scorer') {
      this.#until.set(group, this.#isForGood ? Number.POSITIVE_INFINITY : now + forInMs)
      return
    }
    const times = this.#times.get(id) ?? 0
    this.#times.delete(id)
    this.#times.set(id, times + 1)
    this.#until.set(id, now + Math.min(forInMs, jobForInMs * 2 ** times))
    const [oldest = ''] = this.#times.keys()
    if (this.#times.size <= mostJobs) return
    this.#times.delete(oldest)
    this.#until.delete(oldest)
  }

  /** Groups and job ids. */
  get all(): string[] {
    const now = performance.now()
    for (const [what, until] of this.#until) if (until < now) this.#until.delete(what)
    return [...this.#until.keys()]
  }
}

/**
 * Returns when a job that this worker cannot do may be taken again by any worker. The longer it has waited for its
 * version, the later, but never so late that a worker with that version idles for long.
 */
export function lookAgainInMs(job: Job, why: 'no scorer' | 'another version'): number {
  return why === 'no scorer' ? 0 : Math.min(8000, Math.max(500, refusedForInMs(job) / 4))
}
