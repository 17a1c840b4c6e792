import type { JsonObject } from '../../../judge/contract.ts'
import type { Results } from './results.ts'
import type { Servers } from './servers.ts'

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
  /** Of a job that cannot be done from the start: it goes among the failed ones, with this. */
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

/** How jobs are taken. */
export interface Taking {
  /** Groups, and ids of jobs, that are left to others. */
  readonly without?: readonly string[]
  /** Whether whoever takes them has nothing else in work. Default true. */
  readonly isIdle?: boolean
}

/** Why a job failed, as it is stored. */
export interface JobFailure extends JobPaid {
  readonly name: string
  /** What happened and what to do, without keys. */
  readonly message: string
  /** Of a job that workers give back: since when they do, in ISO 8601. */
  readonly since?: string
  /** Of the error of a judge: which judge, and what kind of failure. */
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
  /** Where money is not known: the key of `prices` that is missing. */
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
  /** Of a thread: which state of it. */
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

/** What became of failed jobs that were to be tried again. */
export interface Retried {
  /** Those that wait again. */
  readonly jobs: number
  /** Those that stay failed: what they were about was never stored, or was removed since. */
  readonly withoutData: number
}

/**
 * Where jobs are kept until they are done: a job is given to one worker at a time, comes back where the worker dies, and
 * outlives every process. The queue of this package is built on this interface alone.
 */
export interface JobEngine {
  /** Where workers leave what they made, for whoever put the jobs. */
  readonly results: Results
  /** What those that put jobs have counted. */
  readonly servers: Servers
  /** Connects, and makes what is not there yet. */
  open(): Promise<void>
  /** @returns How many were new. */
  put(jobs: readonly NewJob[]): Promise<number>
  /**
   * Up to so many jobs that nobody else has, but for those of groups that are held back. Jobs whose worker died come
   * first, one at a time, and to whoever has nothing else in work; who has something gets nothing while one waits.
   */
  take(count: number, taking?: Taking): Promise<Job[]>
  /** To be said every few seconds of jobs that are in work: others are given to somebody else. */
  keep(ids: readonly string[]): Promise<void>
  /** Gives back the jobs of workers that died, to be tried alone; what killed two workers alone fails. */
  recover(): Promise<void>
  /** Holds whoever has the job by now: its outcome is there. */
  done(id: string, outcome: JobOutcome): Promise<void>
  /**
   * @param job As it was taken: of one that somebody else has by now, nothing is changed.
   * @param again Whether it is tried again later, as often as the queue allows.
   * @returns What became of it; undefined of one that somebody else has.
   */
  failed(job: Taken, failure: JobFailure, again: boolean): Promise<'waiting' | 'failed' | undefined>
  /**
   * Back to the queue as if it had not been taken, for a while.
   *
   * @param job As it was taken: of one that somebody else has by now, nothing is changed.
   * @param why Where whoever had it cannot do it.
   */
  giveBack(job: Taken, delayInMs: number, why?: JobFailure): Promise<void>
  /** No worker takes jobs of the group for so long. A shorter time than is left changes nothing. */
  hold(group: string, forInMs: number): Promise<void>
  /** Whether no job waits or is in work. */
  isEmpty(): Promise<boolean>
  /** What became of these jobs; nothing of those that the queue does not know. Fast, however large the queue. */
  states(ids: readonly string[]): Promise<ReadonlyMap<string, JobState>>
  /** The jobs of a thread in the order in which they were put, with the states that they have scored. */
  thread(key: string): Promise<{ readonly id: string; readonly state?: string }[]>
  /**
   * Reads the whole queue, which takes its time where that is large.
   *
   * @param since Only jobs that were put since then.
   */
  counts(since?: Date): Promise<JobCounts[]>
  /** Up to `limit` jobs that ended behind a place and up to another, in order. */
  ended(behind: EndPlace, upTo: EndPlace, limit: number): Promise<EndedJob[]>
  /** The time by which jobs end, in ISO 8601. */
  now(): Promise<string>
  /**
   * Reasons of jobs that failed, that were not scorable, or that wait because a worker could not do them; the most
   * frequent first.
   */
  reasons(of: 'failed' | 'not scorable' | 'waiting'): Promise<ReasonCount[]>
  /** Failed jobs are tried again from the beginning. */
  retry(which: FailedJobs): Promise<Retried>
  /** Failed jobs are forgotten. @returns How many. */
  drop(which: FailedJobs): Promise<number>
  /** How many of these jobs have ended, and what those that were done cost. */
  spent(ids: readonly string[]): Promise<JobCosts>
  /** What the latest 1,000 jobs of a group that called a judge cost. */
  usualCost(group: string): Promise<JobCosts>
  /** Takes jobs of a group back that wait. @returns How many. */
  cancel(group: string): Promise<number>
  /** Jobs of a group that somebody has taken. */
  inWork(group: string): Promise<Pick<Job, 'id' | 'data'>[]>
  /** Forgets all jobs of a group, those in work too: whoever has them learns it with the next result. */
  remove(group: string): Promise<void>
  /** Takes their data from jobs that ended so long ago, and forgets results that nobody fetched. @returns How many jobs. */
  forget(afterInMs: number): Promise<number>
  close(): Promise<void>
}
