import type { JsonObject } from '../../../judge/contract.ts'

export interface NewJob {
  /** A UUID. The queue ignores a job whose id it has, or had within the retention time. */
  readonly id: string
  /** Jobs of a group can be put on hold together: the id of their scorer. */
  readonly group: string
  readonly data: JsonObject
  /** Jobs with higher values are taken first. Default 0. */
  readonly priority?: number
  /** Delay before it can be taken, in milliseconds. Default 0. */
  readonly delayInMs?: number
  /** Key to find all jobs of one thread. */
  readonly thread?: string
  /** Why the job cannot be done at all: it is stored as failed, with this reason. */
  readonly failure?: JobFailure
}

/** A job that a worker has taken. */
export interface Job {
  readonly id: string
  readonly group: string
  readonly data: JsonObject
  /** Number of this attempt, from 1. */
  readonly attempt: number
  readonly createdAt: Date
  readonly takenAt: Date
  /** True if another worker had it before, and may have done some of it. */
  readonly wasTaken: boolean
  /** True if its last worker died with it: its worker must do nothing else meanwhile. */
  readonly isAlone: boolean
  /** Time when a worker first returned it because it could not do it. */
  readonly refusedSince?: Date
  /** Times when its judge first and last did not respond to it, as far as is known. */
  readonly silentSince?: Date
  readonly silentAt?: Date
}

/** With the cost of the judge in the last attempt, if known. */
export interface JobFailure extends Partial<Omit<JobCosts, 'jobs'>> {
  readonly name: string
  /** The error and the way out, without API keys. */
  readonly message: string
  /** Time when a worker first returned the job, in ISO 8601. */
  readonly since?: string
  /** Times when its judge first and last did not respond to it, in ISO 8601. */
  readonly silentSince?: string
  readonly silentAt?: string
  /** The judge that failed, and how, if the error comes from a judge. */
  readonly judge?: string
  readonly reason?: string
  readonly received?: string
  readonly attempts?: number
}

/** With the cost of the judge, if known. */
export interface JobOutcome extends Partial<Omit<JobCosts, 'jobs'>> {
  /**
   * 'answered' for a job that is part of an evaluation; 'superseded' for one whose thread another job scores, which
   * counts nowhere.
   */
  readonly outcome: 'scored' | 'not scorable' | 'answered' | 'superseded'
  /** Why it is not scorable, or superseded. */
  readonly reason?: string
  /** The state of the thread that was scored. */
  readonly state?: string
}

export interface JobCounts {
  readonly group: string
  /** Waiting for a worker, including later retries. */
  readonly waiting: number
  readonly running: number
  readonly scored: number
  readonly notScorable: number
  readonly failed: number
  /** Time when the oldest waiting job was enqueued. */
  readonly oldestWaiting?: Date
}

export interface JobState {
  readonly state: 'waiting' | 'running' | 'failed' | JobOutcome['outcome']
  /** Why it failed; for a waiting job, why the last worker could not do it. */
  readonly reason?: string
}

export interface ReasonCount {
  readonly group: string
  readonly reason: string
  readonly jobs: number
  /** Time when the latest of them ended; for waiting jobs, when it was enqueued. */
  readonly lastAt: Date
}

/** An ended job's outcome, and its place in the order of ends. */
export interface EndedJob {
  readonly id: string
  readonly group: string
  readonly outcome: 'failed' | JobOutcome['outcome']
  /** When it ended, in ISO 8601, in UTC. */
  readonly time: string
}

export interface JobCosts {
  readonly jobs: number
  readonly calls: number
  readonly tokens: number
  /** US dollars; undefined if the price of a model is unknown. */
  readonly money: number | undefined
  /** A missing key of `prices`, if the price is unknown. */
  readonly unpriced?: string
}

/** Returns how long workers have been returning a job, in milliseconds. */
export const refusedForInMs = ({ refusedSince }: Pick<Job, 'refusedSince'>): number =>
  refusedSince === undefined ? 0 : Date.now() - refusedSince.getTime()
