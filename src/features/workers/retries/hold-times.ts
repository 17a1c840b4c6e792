import { AdaptiveLimit } from '../../../evaluation/session/work-limits.ts'
import type { Job } from '../engine/jobs.ts'
import type { JobEnd } from './job-end.ts'

const longestHoldInMs = 60_000
/** After this long without a response, the job itself is blamed and fails. */
const longestSilenceInMs = 3_600_000

/** Tracks judges and stores that are away: how many jobs to process at once, and which groups are on hold. */
export class HoldTimes {
  readonly #limit: AdaptiveLimit
  /** Scorer to the number of consecutive times that its judge was away. */
  readonly #away = new Map<string, number>()
  /** Scorer to the time when one of its jobs was last completed. */
  readonly #doneAt = new Map<string, number>()

  constructor(atOnce: number) {
    this.#limit = new AdaptiveLimit(atOnce)
  }

  get atOnce(): number {
    return this.#limit.current
  }

  /** Keep it while a job is in progress: failures of jobs that began together count once. */
  get epoch(): number {
    return this.#limit.epoch
  }

  /** Returns true if the judge or store of a scorer was away the last time. */
  isAway(group: string): boolean {
    return this.#away.has(group)
  }

  done(group: string): void {
    this.#limit.succeeded()
    this.#away.delete(group)
    this.#doneAt.set(group, performance.now())
  }

  /**
   * Decides about a job without a response: if others of its scorer were completed meanwhile, or since it last got none,
   * it is at fault.
   */
  blameIfSilent(job: Job, startedAt: number, end: JobEnd): JobEnd {
    if (end.is !== 'held up' || !end.isSilent) return end
    const now = Date.now()
    const ageOf = (time: Date | undefined) => (time === undefined ? 0 : now - time.getTime())
    const from = Math.min(startedAt, performance.now() - ageOf(job.silentAt))
    const isAnswered = (this.#doneAt.get(job.group) ?? Number.NEGATIVE_INFINITY) > from
    return isAnswered || ageOf(job.silentSince) > longestSilenceInMs
      ? { is: 'failed', failure: end.failure, again: true }
      : end
  }

  /** @returns How long the scorer's jobs are on hold. Workers refused together come back one by one. */
  holdInMs(group: string, epoch: number): number {
    if (epoch === this.#limit.epoch) this.#away.set(group, (this.#away.get(group) ?? 0) + 1)
    this.#limit.refused(epoch)
    const longest = Math.min(longestHoldInMs, 500 * 2 ** (this.#away.get(group) ?? 1))
    return longest * (0.5 + Math.random() / 2)
  }
}
