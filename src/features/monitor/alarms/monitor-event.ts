import type { VerdictRecord } from '../../../run/record.ts'
import type { Interval } from '../../../statistics/resampling.ts'
import type { Finding } from '../detectors/inquiry.ts'
import type { StreamKey } from '../streams/stream-key.ts'
import type { MixChange } from './mix-change.ts'

interface Common {
  /** A UUID, the same every time the event is sent. */
  readonly id: string
  readonly at: string
  /** The monitor's name. */
  readonly monitor: string
  /** The event as one sentence. */
  readonly sentence: string
}

/** The mean of a stream has changed beyond what is allowed. */
export interface AlarmEvent extends Common {
  /** 'mix' if a change in the question mix explains it, which is not an alarm. */
  readonly kind: 'alarm' | 'mix'
  readonly stream: StreamKey
  /** ISO 8601, like all times. */
  readonly since: {
    readonly estimate: string
    readonly low: string
    readonly high: string
    readonly level: number
  }
  readonly from: number
  /** Estimated mean since the change. `toWithin` is valid although the moment was picked by the data. */
  readonly to: number
  readonly toWithin: Interval
  readonly limit: number
  readonly scale: number
  /** Observations of the stream up to the alarm, including those of a reference run. */
  readonly observations: number
  /** Absent if the scorer has no anchors. */
  readonly finding?: Finding
  /** The change in the question mix; part of an alarm only if answers changed as well. */
  readonly mix?: MixChange
  /** Scores of groups before and after the change, among those read. Means are means of thread means. */
  readonly groups: readonly {
    readonly field: string
    readonly value: string
    /** Absent for a new group. */
    readonly before?: { readonly mean: number; readonly scores: number }
    readonly after: { readonly mean: number; readonly scores: number }
    /** After less before; for a new group, less the mean of all scores before. */
    readonly difference: number
    /**
     * True if the group surely changed: more than all others, or more than picking this moment explains. At most about
     * 1 in 20 false alarms sets it. Groups with fewer than 20 observations on a side never count.
     */
    readonly moved: boolean
  }[]
  readonly worst: readonly {
    /** The id of the score's row. */
    readonly id: string
    readonly time: string
    readonly score: number
    readonly agentId: string
    readonly question?: string
    readonly answer?: string
    readonly reason?: string
    /** The statements with the lowest credit, if the scorer keeps any. */
    readonly verdicts: readonly VerdictRecord[]
    readonly traceId?: string
    /** The trace in Mastra Studio, if its address is known. */
    readonly link?: string
  }[]
}

export type MonitorEvent =
  | AlarmEvent
  /** The mean of a stream is back. */
  | (Common & {
      readonly kind: 'recovery'
      readonly stream: StreamKey
      /** The event id of the alarm that this ends. */
      readonly alarm?: string
      readonly since: AlarmEvent['since']
      readonly to: number
      /** The recovery is certain if this whole interval is within the limit. */
      readonly toWithin: Interval
      readonly limit: number
    })
  /** An alarm ends without a recovery, because its stream started again or is no longer watched. */
  | (Common & {
      readonly kind: 'restart'
      readonly stream: StreamKey
      /** The event id of the alarm that this ends. */
      readonly alarm: string
      readonly because: string
    })
  /** The finding of the anchors about an alarm. */
  | (Common & {
      readonly kind: 'finding'
      readonly stream: StreamKey
      readonly alarm?: string
      readonly finding: Finding
    })
  /** Stored answers get different scores than before, or the same ones again. */
  | (Common & {
      readonly kind: 'judge changed' | 'judge back'
      readonly scorerId: string
      /** Mean difference to the stored scores since the change was noticed, as in the status. */
      readonly difference: number
      readonly interval?: Interval
      /** How many judgements that is over. */
      readonly over: number
    })
  /** Answers came without scores; or scores are back, or none are expected any more. */
  | (Common & { readonly kind: 'blind' | 'sighted'; readonly scorerId: string })
  /** Scores reached the store so late that the monitor no longer looked for them. */
  | (Common & {
      readonly kind: 'missed'
      readonly scores: number
      /** The hours that their times fall in. */
      readonly from: string
      readonly to: string
    })
