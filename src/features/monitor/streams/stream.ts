import { type MeasureRecord, scorerDifferences } from '../../../evaluation/comparison/scorer-differences.ts'
import { ConfidenceSequence, createConfidenceSequence } from '../../../statistics/confidence-sequence.ts'
import { createInquiry, Inquiry } from '../detectors/inquiry.ts'
import { type Alarm, createStreamWatch, type Recovery, StreamWatch } from '../detectors/stream-watch.ts'
import type { ScoreRow } from '../source/score-row.ts'
import { type ConversationScore, Conversations, createConversations } from './conversations.ts'
import { History } from './history.ts'
import { ScoreIds } from './score-ids.ts'
import { ScoreJudge } from './score-judge.ts'
import type { StreamKey } from './stream-key.ts'
import { changedRates, describeSettings, type StreamOptions, type StreamState } from './stream-state.ts'

const latest = 100

/** One stream of scores: its watch, current mean, history and judging cost. */
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
  /** The share of the latest scores that are not counted, because they count by verdict. */
  readOtherwise: number
  inquiry: Inquiry | undefined
  readonly settings: string
  readonly measured: MeasureRecord | undefined
  /** Grows with the agents that get the scorer. */
  sampling: Readonly<Record<string, number>>
  readonly ids: ScoreIds
  readonly judge: ScoreJudge
  /** Why an earlier stream of this key ended. */
  readonly because: string | undefined
  readonly #conversations: Conversations

  /** @param state State of a stream with the same settings: see `isMatch`. */
  constructor(
    options: StreamOptions,
    state?: StreamState,
    because = state?.because,
    judge = new ScoreJudge(state?.judge),
  ) {
    this.key = options.key
    this.options = options
    this.settings = describeSettings(options)
    // A scorer that is temporarily unknown keeps its earlier settings.
    this.measured = options.measured ?? state?.measured
    // An agent that is temporarily unknown keeps its earlier rate.
    this.sampling = { ...state?.sampling, ...options.sampling }
    this.watch = state ? new StreamWatch(state.watch) : createStreamWatch(options.watch)
    this.all = state ? new ConfidenceSequence(state.all) : this.#begin()
    this.current = state ? new ConfidenceSequence(state.current) : this.#begin()
    this.currentSince = state?.currentSince
    this.history = new History(state?.history)
    this.ids = new ScoreIds(state?.ids)
    this.judge = judge
    this.because = because
    this.#conversations = state
      ? new Conversations(state.conversations)
      : createConversations(options.conversations)
    this.inquiry = state?.inquiry && new Inquiry(state.inquiry)
    this.counts = state?.counts ?? {
      scores: 0,
      outOfRange: 0,
      noNumber: 0,
      readOtherwise: 0,
      changes: 0,
      judged: 0,
      calls: 0,
      tokens: 0,
      durationInMs: 0,
    }
    this.lastTime = state?.lastTime
    this.readOtherwise = state?.readOtherwise ?? 0
    // They precede the first score, and are not part of the statistics of live answers.
    if (!state) for (const value of options.references ?? []) this.watch.add({ value, time: 0 })
  }

  static isMatch(
    options: StreamOptions,
    state: Pick<StreamState, 'settings' | 'measured' | 'sampling'>,
  ): boolean {
    const differences = scorerDifferences(state.measured ?? {}, options.measured ?? {})
    return (
      differences.length === 0 &&
      changedRates(options, state).length === 0 &&
      state.settings === describeSettings(options)
    )
  }

  /** Adds a score, and returns its alarms and recoveries. */
  add(score: ConversationScore & Pick<ScoreRow, 'judging'>): (Alarm | Recovery)[] {
    const { value, time, judging } = score
    const { low, high } = this.options.watch
    if (judging) {
      this.counts.judged += 1
      this.counts.calls += judging.calls
      this.counts.tokens += judging.tokens
      this.counts.durationInMs += judging.durationInMs
    }
    this.readOtherwise += (Number(judging?.hasLostShares ?? false) - this.readOtherwise) / latest
    if (!this.judge.add(judging?.judge)) return []
    if (judging?.hasLostShares) {
      this.counts.readOtherwise += 1
      return []
    }
    if (!(value >= low && value <= high)) {
      this.counts.outOfRange += 1
      if (Number.isNaN(value)) this.counts.noNumber += 1
      return []
    }
    this.counts.scores += 1
    // Rows that were written late come after later ones: a stream keeps the order of reading.
    const now = Math.max(time, this.lastTime ?? time)
    this.lastTime = now
    return this.#observe(this.#conversations.add({ ...score, time: now }))
  }

  /** Advances the time, which ends conversations. */
  closeAt(time: number): (Alarm | Recovery)[] {
    return this.#observe(this.#conversations.closeAt(time))
  }

  get isLearning(): boolean {
    return this.watch.detector.reference === undefined
  }

  /** Starts to find out, in an episode, whether the answers or the judge changed. */
  inquire(reference = this.watch.detector.reference): void {
    const { options } = this.watch.detector
    if (this.inquiry || reference === undefined || this.watch.alarmedAt === undefined) return
    this.inquiry = createInquiry({
      direction: options.direction,
      reference: Math.min(options.high, Math.max(options.low, reference)),
      scale: options.high,
    })
  }

  state(): StreamState {
    return {
      key: this.key,
      settings: this.settings,
      measured: this.measured,
      sampling: this.sampling,
      watch: this.watch.state(),
      all: this.all.state(),
      current: this.current.state(),
      currentSince: this.currentSince,
      history: this.history.state(),
      ids: this.ids.state(),
      judge: this.judge.state(),
      because: this.because,
      conversations: this.#conversations.state(),
      inquiry: this.inquiry?.state(),
      counts: { ...this.counts },
      lastTime: this.lastTime,
      readOtherwise: this.readOtherwise,
    }
  }

  /** Conversations that have not ended; their scores are not part of the mean yet. */
  get open(): number {
    return this.#conversations.open
  }

  #observe(observations: ReturnType<Conversations['add']>): (Alarm | Recovery)[] {
    return observations.flatMap(({ value, time, weight }) => {
      this.all.add(value, weight)
      this.current.add(value, weight)
      this.currentSince ??= time
      this.history.add(value, time)
      this.inquiry?.addLive(value)
      const told = this.watch.add({ value, time, weight })
      if (!told) return []
      this.counts.changes += 1
      // After an alarm the mean is a different one, and the scores before it were selected by their values.
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
