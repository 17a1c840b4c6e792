import { z } from 'zod/v4'
import type { MeasureRecord } from '../../../evaluation/comparison/scorer-differences.ts'
import { sequenceState } from '../../../statistics/confidence-sequence.ts'
import { inquiryState } from '../detectors/inquiry.ts'
import { type StreamWatchOptions, streamWatchState } from '../detectors/stream-watch.ts'
import { type conversationsOptions, conversationsState } from './conversations.ts'
import { historyState } from './history.ts'
import { scoreIdsState } from './score-ids.ts'
import { scoreJudgeState } from './score-judge.ts'
import { keyState, type StreamKey } from './stream-key.ts'

export interface StreamOptions {
  readonly key: StreamKey
  /** The scorer's current version and basis. */
  readonly measured?: MeasureRecord
  /** The known sampling rates of the agents whose answers it has. */
  readonly sampling?: Readonly<Record<string, number>>
  /** `high` is the highest score. */
  readonly watch: StreamWatchOptions
  readonly conversations: z.input<typeof conversationsOptions>
  /** Scores that the reference starts with, such as those of a run. */
  readonly references?: readonly number[]
}

export const streamState = z.strictObject({
  key: keyState,
  /** The settings of the stream; with different ones it starts anew. */
  settings: z.string(),
  /** The scorer's version and basis; with another judge the stream starts anew. */
  measured: z.custom<MeasureRecord>().optional(),
  /** With other rates other users are seen, so the stream starts anew. */
  sampling: z.record(z.string(), z.number()),
  watch: streamWatchState,
  all: sequenceState,
  current: sequenceState,
  currentSince: z.number().optional(),
  history: historyState,
  /** Absent in earlier states. */
  ids: scoreIdsState.optional(),
  /** Absent in earlier states. */
  judge: scoreJudgeState.optional(),
  because: z.string().optional(),
  conversations: conversationsState,
  inquiry: inquiryState.optional(),
  counts: z.strictObject({
    scores: z.int(),
    outOfRange: z.int(),
    /** Those of `outOfRange` that are not a number; absent in earlier states. */
    noNumber: z.int().default(0),
    readOtherwise: z.int(),
    /** Alarms and recoveries. */
    changes: z.int(),
    judged: z.int(),
    calls: z.number(),
    tokens: z.number(),
    durationInMs: z.number(),
  }),
  lastTime: z.number().optional(),
  /** The share of about the last hundred scores that count by verdict; absent in earlier states. */
  readOtherwise: z.number().optional(),
})

export type StreamState = z.output<typeof streamState>

/** Lists the agents whose sampling rate has changed: 'guide from 1 to 0.2'. A new agent changes no rate. */
export const changedRates = (
  { sampling: now = {} }: StreamOptions,
  { sampling: before }: Pick<StreamState, 'sampling'>,
): string[] =>
  Object.entries(before).flatMap(([agent, rate]) =>
    now[agent] === undefined || now[agent] === rate ? [] : `${agent} from ${rate} to ${now[agent]}`,
  )

export const describeSettings = ({ watch, conversations, references }: StreamOptions) =>
  JSON.stringify([watch, conversations, references?.length, references?.reduce((sum, of) => sum + of, 0)])
