import type { JsonObject } from '../../../judge/contract.ts'

/** A piece of work to be put into a queue. */
export interface NewJob {
  /** A UUID: a job whose id the queue has, or had while it is kept, is not put again. */
  readonly id: string
  /** Jobs of one group can be held back together: the id of their scorer. */
  readonly group: string
  readonly data: JsonObject
  /** Higher ones are taken first. Default 0. */
  readonly priority?: number
  /** How long it waits before it can be taken, in milliseconds. Default 0. */
  readonly delayInMs?: number
  /** Jobs of one thread are found by it. */
  readonly thread?: string
  /** Why a job cannot be done from the start: it goes among the failed ones, with this. */
  readonly failure?: JobFailure
}

/** A piece of work that was taken. */
export interface Job {
  readonly id: string
  readonly group: string
  readonly data: JsonObject
  /** Which try this is, from 1. */
  readonly attempt: number
  readonly createdAt: Date
  readonly takenAt: Date
  /** Somebody had it before, and may have done some of it. */
  readonly wasTaken: boolean
  /** Its last worker died with it: nothing else is to be done beside it. */
  readonly isAlone: boolean
  /** Since when workers have given it back because they could not do it. */
  readonly refusedSince?: Date
}

/** Tells a job as it was taken from the same job that somebody else has taken by now. */
export type Taken = Pick<Job, 'id' | 'takenAt'>

/** Why a job failed, as it is stored. */
export interface JobFailure extends JobPaid {
  readonly name: string
  /** What happened and what to do, without keys. */
  readonly message: string
  /** Since when workers give the job back, in ISO 8601. */
  readonly since?: string
  /** Which judge failed, and how, if the error is a judge's. */
  readonly judge?: string
  readonly reason?: string
  readonly received?: string
  readonly attempts?: number
}

/** What the judge was paid, for the last try, where that is known. */
export interface JobPaid {
  readonly calls?: number
  readonly tokens?: number
  readonly money?: number
  /** The key of `prices` that is missing, if money is not known. */
  readonly unpriced?: string
}

/** How a job ended that was done. */
export interface JobOutcome extends JobPaid {
  /**
   * 'answered' of a job that is a part of an evaluation, 'superseded' of one in whose place another job scores the
   * thread: it is counted nowhere.
   */
  readonly outcome: 'scored' | 'not scorable' | 'answered' | 'superseded'
  /** Why it was not scorable, or is superseded. */
  readonly reason?: string
  /** Which state of a thread was scored. */
  readonly state?: string
}

/** How many jobs of a group are where. */
export interface JobCounts {
  readonly group: string
  /** Waiting for a worker, those that are tried again later included. */
  readonly waiting: number
  readonly running: number
  readonly scored: number
  readonly notScorable: number
  readonly failed: number
  /** Since when the oldest waiting job waits. */
  readonly oldestWaiting?: Date
}

/** Where a job is, or how it ended. */
export interface JobState {
  readonly state: 'waiting' | 'running' | 'failed' | JobOutcome['outcome']
  /** Why it failed; of one that waits, why the last worker that took it could not do it. */
  readonly reason?: string
}

/** Jobs that ended for the same reason. */
export interface ReasonCount {
  readonly group: string
  readonly reason: string
  readonly jobs: number
  /** When the latest of them ended; of those that wait, when it was put. */
  readonly lastAt: Date
}

/** How a job ended, and its place among those that did. */
export interface EndedJob {
  readonly id: string
  readonly group: string
  readonly outcome: 'failed' | JobOutcome['outcome']
  /** ISO 8601, in UTC. */
  readonly endedAt: string
}

/** A place in the order in which jobs ended. */
export interface EndPlace {
  readonly endedAt: string
  readonly id: string
}

/** What jobs cost together. */
export interface JobCosts {
  readonly jobs: number
  readonly calls: number
  readonly tokens: number
  /** US dollars; undefined where the price of a model is not known. */
  readonly money: number | undefined
  /** A key of `prices` that is missing then. */
  readonly unpriced?: string
}

/** Which of the failed jobs are meant; all where nothing is said. */
export interface FailedJobs {
  readonly group?: string
  /** A part of the reason. */
  readonly reason?: string
}

/** For how long workers have given a job back, in milliseconds. */
export const refusedForInMs = ({ refusedSince }: Pick<Job, 'refusedSince'>): number =>
  refusedSince === undefined ? 0 : Date.now() - refusedSince.getTime()
