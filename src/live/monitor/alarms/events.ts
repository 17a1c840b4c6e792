import type { VerdictRecord } from '../../../run/record.ts'
import type { Finding } from '../../../statistics/monitoring/inquiry.ts'
import type { Interval } from '../../../statistics/resampling.ts'
import type { StreamKey } from '../streams/stream.ts'
import type { MixChange } from './mix.ts'

/** One of the worst answers since a change. */
export interface WorstAnswer {
  /** The id of the score's row. */
  readonly id: string
  /** ISO 8601, as all times. */
  readonly time: string
  readonly score: number
  readonly agentId: string
  readonly question?: string
  readonly answer?: string
  readonly reason?: string
  /** The statements that counted least, where the scorer keeps any. */
  readonly verdicts: readonly VerdictRecord[]
  readonly traceId?: string
  /** In Mastra Studio, where its address is known. */
  readonly link?: string
}

/** Scores of a group before and after a change, as far as they were looked at: means of the means of threads. */
export interface MovedGroup {
  readonly field: string
  readonly value: string
  /** Absent of a group that was not there before. */
  readonly before?: { readonly mean: number; readonly scores: number }
  readonly after: { readonly mean: number; readonly scores: number }
  /** After less before; of a new group, less the mean of all before. */
  readonly difference: number
  /**
   * Whether the group surely changed: more than all others did, or more than the choice of the moment explains. About
   * 1 of 20 false alarms says so at most. Fewer than 20 observations on a side say nothing.
   */
  readonly moved: boolean
}

interface Common {
  /** A UUID; the same however often the event is sent. */
  readonly id: string
  readonly at: string
  /** The monitor's name. */
  readonly monitor: string
  /** What happened, as one sentence. */
  readonly sentence: string
}

export interface ChangeTimes {
  readonly estimate: string
  readonly low: string
  readonly high: string
  readonly level: number
}

/** The mean of a stream has changed beyond what is allowed. */
export interface AlarmEvent extends Common {
  /** 'mix' if what is asked has changed, which explains it: that is no alarm. */
  readonly kind: 'alarm' | 'mix'
  readonly stream: StreamKey
  readonly since: ChangeTimes
  readonly from: number
  /** About the mean of the scores since the change: it is within `toWithin`, although the moment was chosen. */
  readonly to: number
  readonly toWithin: Interval
  readonly limit: number
  readonly scale: number
  /** The observations of the stream up to the alarm, including those of a run that is the reference. */
  readonly observations: number
  /** Absent without anchors for the scorer. */
  readonly finding?: Finding
  /** How what is asked has changed; in an alarm only where answers changed as well. */
  readonly mix?: MixChange
  readonly groups: readonly MovedGroup[]
  readonly worst: readonly WorstAnswer[]
}

export type MonitorEvent =
  | AlarmEvent
  /** The mean of a stream is back. */
  | (Common & {
      readonly kind: 'recovery'
      readonly stream: StreamKey
      /** The event that it ends. */
      readonly alarm?: string
      readonly since: ChangeTimes
      readonly to: number
      /** It is surely back where all of this is within the limit. */
      readonly toWithin: Interval
      readonly limit: number
    })
  /** What anchors tell about an alarm. */
  | (Common & {
      readonly kind: 'finding'
      readonly stream: StreamKey
      readonly alarm?: string
      readonly finding: Finding
    })
  /** Stored answers get other scores than before, or the same again. */
  | (Common & {
      readonly kind: 'judge changed' | 'judge back'
      readonly scorerId: string
      /** The mean difference to the stored scores since then. */
      readonly difference: number
    })
  /** Answers were given and no score came; or scores come again, or none are to come. */
  | (Common & {
      readonly kind: 'blind' | 'sighted'
      readonly scorerId: string
    })
  /** Scores came into the store so long after their time that they were not looked for. */
  | (Common & {
      readonly kind: 'missed'
      readonly scores: number
      /** The hours that their times are in. */
      readonly from: string
      readonly to: string
    })
