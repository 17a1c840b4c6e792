import type { MonitorEvent } from './alarms/monitor-event.ts'
import type { Anchors } from './anchors/anchors.ts'
import type { CountedCoverage } from './source/counted-coverage.ts'
import type { StreamKey } from './streams/stream-key.ts'

export interface StreamStatus {
  readonly key: StreamKey
  /** 'scorer' or 'scorer, field value'. */
  readonly label: string
  /**
   * 'learning' until its reference is known; 'worsening' while the evidence of a loss is at least the square root of what
   * an alarm takes; 'mix' while a change in the question mix explains its mean.
   */
  readonly state: 'learning' | 'calm' | 'worsening' | 'alarm' | 'mix' | 'blind'
  /** The state in words. */
  readonly words: string
  readonly low: number
  readonly high: number
  readonly lowerIsBetter: boolean
  readonly reference?: number
  readonly limit?: number
  /** From 0; alarm at 1. The evidence of a change as a share of the threshold. */
  readonly evidence: number
  /** Scores read; those of one conversation are one observation. */
  readonly scores: number
  readonly observations: number
  /** Observations that later scores may still change, or that wait for such a one before them. */
  readonly openConversations: number
  /** Scores off the scorer's scale or not a number, which count for nothing. */
  readonly outOfRange: number
  /** The mean of all observations, with a 95 % confidence sequence if there was no alarm. */
  readonly all: {
    readonly count: number
    readonly mean?: number
    /** Lower end of the sequence; absent if the mean has changed. */
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
  }[]
}

export interface MonitorStatus {
  readonly version: 1
  readonly monitor: string
  readonly at: string
  /** Time of the last complete look. */
  readonly lookedAt?: string
  /** All scores read so far. */
  readonly rows: number
  /** All scores that reached the store too late to be read (`lateInMs`). Known once their hour is over. */
  readonly missed: number
  readonly averageRunLength: number
  readonly by: readonly string[]
  /** Field to the number of scores whose value got no stream (`mostStreams`). */
  readonly without: Readonly<Record<string, number>>
  /** Without groups that are the whole, such as the only agent. */
  readonly streams: readonly StreamStatus[]
  /** Absent if unknown; `problems` says why. */
  readonly coverage?: readonly CountedCoverage[]
  readonly anchors: ReturnType<Anchors['status']>
  /** Reason why no anchor is judged until tomorrow. */
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
  /** Current problems, as sentences. */
  readonly problems: readonly string[]
}
