import { AdaptiveLimit } from '../../evaluation/session/work-limits.ts'
import { type Job, refusedForInMs } from './engine/jobs.ts'
import type { JobEnd } from './job-end.ts'

const longestHoldInMs = 60_000
/** After so long without an answer to a job, it is the job that is tried, and fails. */
const longestSilenceInMs = 3_600_000

/** What a worker knows of judges and stores that are away: how many jobs it works on at once, and what is held back. */
export class HeldUp {
  readonly #limit: AdaptiveLimit
  /** Scorer to how often on end its judge was away. */
  readonly #away = new Map<string, number>()
  /** Scorer to when a job of it was last done. */
  readonly #doneAt = new Map<string, number>()

  constructor(atOnce: number) {
    this.#limit = new AdaptiveLimit(atOnce)
  }

  get atOnce(): number {
    return this.#limit.current
  }

  /** To be kept while a job is in work: what came of jobs that began together counts once. */
  get epoch(): number {
    return this.#limit.epoch
  }

  /** Whether the last that is known of the judge or the store of a scorer is that it was away. */
  isAway(group: string): boolean {
    return this.#away.has(group)
  }

  done(group: string): void {
    this.#limit.succeeded()
    this.#away.delete(group)
    this.#doneAt.set(group, performance.now())
  }

  /** Judges a job to which nothing came back: if others of its scorer were done meanwhile, it is about the job. */
  judge(job: Job, startedAt: number, end: JobEnd): JobEnd {
    if (end.is !== 'held up' || !end.isSilent) return end
    const isAnswered = (this.#doneAt.get(job.group) ?? Number.NEGATIVE_INFINITY) > startedAt
    return isAnswered || refusedForInMs(job) > longestSilenceInMs
      ? { is: 'failed', failure: end.failure, again: true }
      : end
  }

  /** @returns How long the jobs of the scorer are held back. Workers that were refused together come back one by one. */
  holdInMs(group: string, epoch: number): number {
    if (epoch === this.#limit.epoch) this.#away.set(group, (this.#away.get(group) ?? 0) + 1)
    this.#limit.refused(epoch)
    const longest = Math.min(longestHoldInMs, 500 * 2 ** (this.#away.get(group) ?? 1))
    return longest * (0.5 + Math.random() / 2)
  }
}

/** How long jobs are left to others of which this worker could not do one, and at least how long a single job is. */
const forInMs = 60_000
const jobForInMs = 5000
/** More ids would be sent with each look at the queue. */
const mostJobs = 2000

/**
 * What a worker is not made for, so that those who are get it at once: groups of jobs whose scorer it does not have, and
 * jobs of another version of one, which it leaves for longer each time.
 */
export class LeftToOthers {
  readonly #until = new Map<string, number>()
  readonly #times = new Map<string, number>()
  readonly #isForGood: boolean

  /** @param isForGood Of a worker that ends when there is nothing left for it: it looks for no scorer a second time. */
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

  /** Groups, and ids of jobs. */
  get all(): string[] {
    const now = performance.now()
    for (const [what, until] of this.#until) if (until < now) this.#until.delete(what)
    return [...this.#until.keys()]
  }
}

/**
 * When a job that this worker cannot do may be taken again, by whoever: the longer it has waited for its version, the
 * later, and never so late that a worker of its version is idle for long.
 */
export function lookAgainInMs(job: Job, why: 'no scorer' | 'another version'): number {
  return why === 'no scorer' ? 0 : Math.min(8000, Math.max(500, refusedForInMs(job) / 4))
}
