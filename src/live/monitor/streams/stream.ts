import { z } from 'zod/v4'
import { type Measured, scorerDifferences } from '../../../evaluation/comparison/measure-differences.ts'
import {
  type ConfidenceSequence,
  createConfidenceSequence,
  resumeConfidenceSequence,
  sequenceState,
  steadyInterval,
} from '../../../statistics/confidence-sequence.ts'
import {
  createInquiry,
  type Finding,
  type Inquiry,
  type InquiryState,
  resumeInquiry,
} from '../../../statistics/monitoring/inquiry.ts'
import {
  type Alarm,
  createStreamWatch,
  type Recovery,
  resumeStreamWatch,
  type StreamWatch,
  type StreamWatchOptions,
  streamWatchState,
} from '../../../statistics/monitoring/stream-watch.ts'
import type { Judging } from '../source/score-row.ts'
import {
  type Conversations,
  type ConversationsOptions,
  createConversations,
  resumeConversations,
} from './conversations.ts'
import { History, historyState } from './history.ts'

/** What a stream is about. */
export interface StreamKey {
  readonly scorerId: string
  /** 'scores', or the jobs of a queue that ended, of which failed ones count as 1. */
  readonly of: 'scores' | 'failures'
  /** The field of a group's stream, and its value. */
  readonly field?: string
  readonly value?: string
}

export interface StreamOptions {
  readonly key: StreamKey
  /** What the scores depend on beside the answers, as the scorer says it by now. */
  readonly measured?: Measured
  /** `high` is the highest score. */
  readonly watch: StreamWatchOptions
  readonly conversations: ConversationsOptions
  /** Scores that the reference begins with, such as those of a run. */
  readonly references?: readonly number[]
}

const keyState = z.strictObject({
  scorerId: z.string(),
  of: z.enum(['scores', 'failures']),
  field: z.string().optional(),
  value: z.string().optional(),
})

export const streamState = z.strictObject({
  key: keyState,
  /** What the stream was made with: with other settings it begins anew. */
  settings: z.string(),
  /** What its scores depended on beside the answers: with another judge it begins anew. */
  measured: z.custom<Measured>().optional(),
  watch: streamWatchState,
  all: sequenceState,
  current: sequenceState,
  currentSince: z.number().optional(),
  history: historyState,
  /** Checked by what resumes them. */
  conversations: z.custom<Parameters<typeof resumeConversations>[0]>(),
  inquiry: z.custom<InquiryState>().optional(),
  counts: z.strictObject({
    scores: z.int(),
    outOfRange: z.int(),
    /** Absent from what an earlier version kept. */
    readOtherwise: z.int().default(0),
    /** Alarms and recoveries. */
    changes: z.int(),
    judged: z.int(),
    calls: z.number(),
    tokens: z.number(),
    durationInMs: z.number(),
  }),
  lastTime: z.number().optional(),
})
export type StreamState = z.output<typeof streamState>

/** One stream of scores: its watch, its mean as it is known, its course, and what judging it takes. */
export class Stream {
  readonly key: StreamKey
  readonly options: StreamOptions
  readonly watch: StreamWatch
  readonly all: ConfidenceSequence
  current: ConfidenceSequence
  currentSince: number | undefined
  readonly history: History
  readonly counts: StreamState['counts']
  lastTime: number | undefined
  inquiry: Inquiry | undefined
  readonly settings: string
  readonly measured: Measured | undefined
  readonly #conversations: Conversations

  /** @param state Of a stream with the same settings: see `isOf`. */
  constructor(options: StreamOptions, state?: StreamState) {
    this.key = options.key
    this.options = options
    this.settings = settingsOf(options)
    // A scorer that is not known for a while is the one that was.
    this.measured = options.measured ?? state?.measured
    this.watch = state ? resumeStreamWatch(state.watch) : createStreamWatch(options.watch)
    this.all = state ? resumeConfidenceSequence(state.all) : this.#begin()
    this.current = state ? resumeConfidenceSequence(state.current) : this.#begin()
    this.currentSince = state?.currentSince
    this.history = new History(state?.history)
    this.#conversations = state
      ? resumeConversations(state.conversations)
      : createConversations(options.conversations)
    this.inquiry = state?.inquiry && resumeInquiry(state.inquiry)
    this.counts = state?.counts ?? {
      ...{ scores: 0, outOfRange: 0, readOtherwise: 0, changes: 0, judged: 0 },
      ...{ calls: 0, tokens: 0, durationInMs: 0 },
    }
    this.lastTime = state?.lastTime
    // They are of before the first score, and no part of what is known of live answers.
    if (!state) for (const value of options.references ?? []) this.watch.add({ value, time: 0 })
  }

  /** Whether a state is that of a stream with these options. */
  static isOf(options: StreamOptions, state: Pick<StreamState, 'settings' | 'measured'>): boolean {
    const differences = scorerDifferences(state.measured ?? {}, options.measured ?? {})
    return differences.length === 0 && state.settings === settingsOf(options)
  }

  /** One more score, and what is to be told of it. */
  add({
    value,
    time,
    weight,
    conversation,
    judging,
  }: {
    readonly value: number
    /** In milliseconds. */
    readonly time: number
    readonly weight?: number
    readonly conversation?: string
    readonly judging?: Judging
  }): (Alarm | Recovery)[] {
    const { low, high } = this.options.watch
    if (judging) {
      this.counts.judged += 1
      this.counts.calls += judging.calls
      this.counts.tokens += judging.tokens
      this.counts.durationInMs += judging.durationInMs
    }
    if (judging?.hasLostShares) {
      this.counts.readOtherwise += 1
      return []
    }
    if (!(value >= low && value <= high)) {
      this.counts.outOfRange += 1
      return []
    }
    this.counts.scores += 1
    // Rows that were written late come after later ones: a stream is in the order of reading.
    const now = Math.max(time, this.lastTime ?? time)
    this.lastTime = now
    return this.#observe(this.#conversations.add({ value, time: now, weight, conversation }))
  }

  /** Time has come so far: conversations end. */
  closeAt(time: number): (Alarm | Recovery)[] {
    return this.#observe(this.#conversations.closeAt(time))
  }

  /**
   * Whether the change is that of the answers or of the judge; absent out of an episode.
   *
   * @param reference What the mean would be without it.
   */
  inquire(reference = this.watch.detector.reference): Inquiry | undefined {
    const { options } = this.watch.detector
    if (this.inquiry || reference === undefined || this.watch.alarmedAt === undefined) return this.inquiry
    this.inquiry = createInquiry({
      direction: options.direction,
      reference: Math.min(options.high, Math.max(options.low, reference)),
      scale: options.high,
    })
    return this.inquiry
  }

  state(): StreamState {
    return {
      key: this.key,
      settings: this.settings,
      measured: this.measured,
      watch: this.watch.state(),
      all: this.all.state(),
      current: this.current.state(),
      currentSince: this.currentSince,
      history: this.history.state(),
      conversations: this.#conversations.state(),
      inquiry: this.inquiry?.state(),
      counts: { ...this.counts },
      lastTime: this.lastTime,
    }
  }

  /** Conversations that have not ended: their scores are not part of the mean yet. */
  get open(): number {
    return this.#conversations.open
  }

  #observe(observations: ReturnType<Conversations['add']>): (Alarm | Recovery)[] {
    return observations.flatMap(({ value, time, weight }) => {
      this.all.add(value, weight)
      this.current.add(value, weight)
      this.currentSince ??= time
      this.history.add(value, time, steadyInterval(this.current))
      this.inquiry?.addLive(value)
      const told = this.watch.add({ value, time, weight })
      if (!told) return []
      this.counts.changes += 1
      // What comes after is another mean; what was before the alarm has been chosen by how it came out.
      this.current = this.#begin()
      this.currentSince = undefined
      this.inquiry = undefined
      return [told]
    })
  }

  #begin(): ConfidenceSequence {
    const { low, high, greatestWeight } = this.options.watch
    return createConfidenceSequence({ low, high, greatestWeight })
  }
}

const settingsOf = ({ watch, conversations, references }: StreamOptions) =>
  JSON.stringify([watch, conversations, references?.length, references?.reduce((sum, of) => sum + of, 0)])

export type { Alarm, Finding, Recovery }
