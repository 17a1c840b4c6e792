import type { MonitorEvent } from './alarms/events.ts'
import type { CountedCoverage } from './source/counted-coverage.ts'
import type { StreamKey } from './streams/stream.ts'

/** What is known of a stream. */
export interface StreamStatus {
  readonly key: StreamKey
  /** 'scorer' or 'scorer, field value'. */
  readonly label: string
  /** 'learning' until its reference is known; 'mix' while its mean is another because what is asked is. */
  readonly state: 'learning' | 'calm' | 'alarm' | 'mix' | 'blind'
  /** The same in words. */
  readonly words: string
  readonly low: number
  readonly high: number
  readonly lowerIsBetter: boolean
  readonly reference?: number
  readonly limit?: number
  /** 0 and up; there is an alarm at 1: evidence of a change as a share of the threshold. */
  readonly evidence: number
  /** Scores that were read; those of one conversation are one observation. */
  readonly scores: number
  readonly observations: number
  /** Scores of conversations that have not ended. */
  readonly openConversations: number
  /** Scores that are not on the scorer's scale: they are not part of anything. */
  readonly outOfRange: number
  /** The mean of all observations, with a confidence sequence at 95 % while there was no alarm. */
  readonly all: {
    readonly count: number
    readonly mean?: number
    /** The low end of the sequence; absent if the mean has not stayed the same. */
    readonly low?: number
    readonly high?: number
  }
  /** The mean since the last alarm or recovery. */
  readonly current: StreamStatus['all'] & { readonly since?: string }
  readonly judging?: { readonly calls: number; readonly tokens: number; readonly durationInMs: number }
  readonly lastScoreAt?: string
  readonly history: readonly {
    readonly from: string
    readonly to: string
    readonly count: number
    readonly mean: number
    readonly low?: number
    readonly high?: number
  }[]
}

/** Everything that a monitor knows at a time. */
export interface MonitorStatus {
  readonly version: 1
  readonly monitor: string
  readonly at: string
  /** When the store was last looked at in full. */
  readonly lookedAt?: string
  /** Scores that were read, ever. */
  readonly rows: number
  /** Scores that came into the store too late to be read (`lateInMs`), ever. Known once their hour is over. */
  readonly missed: number
  readonly averageRunLength: number
  readonly by: readonly string[]
  /** Field to how many scores had a value beyond the most streams. */
  readonly without: Readonly<Record<string, number>>
  readonly streams: readonly StreamStatus[]
  /** Absent where it is not known, and `problems` says why. */
  readonly coverage?: readonly CountedCoverage[]
  readonly anchors: readonly {
    readonly scorerId: string
    readonly anchors: number
    readonly judged: number
    readonly failed: number
    /** Why the last one that failed did. */
    readonly problem?: string
    readonly changed?: 'lower' | 'higher'
    /** The mean difference to the stored scores since the last change. */
    readonly difference?: number
    readonly interval?: { readonly low: number; readonly high: number }
    /** Mean absolute differences to labels, of the stored scores and of those of now. */
    readonly labels?: { readonly judged: number; readonly storedError: number; readonly error: number }
  }[]
  /** Why no anchor is judged until tomorrow. */
  readonly anchorsRest?: string
  /** The latest 100, newest first. */
  readonly events: readonly MonitorEvent[]
  readonly delivery: readonly {
    readonly to: string
    readonly waiting: number
    readonly delivered: number
    readonly lost: number
    readonly problem?: string
  }[]
  /** What is not right, in sentences. */
  readonly problems: readonly string[]
}
