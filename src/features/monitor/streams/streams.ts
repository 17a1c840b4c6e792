import type { z } from 'zod/v4'
import { differencesText, scorerDifferences } from '../../../evaluation/comparison/scorer-differences.ts'
import type { EndedJob } from '../../workers/engine/jobs.ts'
import type { Alarm, Recovery } from '../detectors/stream-watch.ts'
import type { ScoreRow } from '../source/score-row.ts'
import { readField } from './group-fields.ts'
import { ScoreJudge } from './score-judge.ts'
import { Stream } from './stream.ts'
import { type StreamKey, toLabel, toStreamName } from './stream-key.ts'
import { makeStreamOptions, type StreamSurroundings } from './stream-options.ts'
import { changedRates, type StreamOptions, type StreamState } from './stream-state.ts'
import { type Asker, Users, type usersState } from './users.ts'

export interface StreamNews {
  readonly stream: Stream
  readonly told: Alarm | Recovery
}

const hidesChanges = ', and a change in the agent would not show'

/** The share of the latest scores that may be left out before that is a problem. */
const mostUncounted = 0.2

/** One stream for each scorer, for each value of the fields, and for the failures of each scorer. */
export class Streams {
  readonly #around: StreamSurroundings
  readonly #states: Map<string, StreamState>
  readonly #streams = new Map<string, Stream>()
  /** Field to the number of scores whose value has no stream. */
  readonly #without: Map<string, number>
  /** Unknown scorers in the settings that were already reported. */
  readonly #unknown = new Set<string>()
  /** Streams that were reported because many scores are not counted. */
  readonly #uncounted = new Set<string>()
  readonly #users: Users

  constructor(
    around: StreamSurroundings,
    state?: {
      readonly streams: readonly StreamState[]
      readonly without: Readonly<Record<string, number>>
      readonly users: z.output<typeof usersState>
    },
  ) {
    const { streams: states = [], without = {}, users } = state ?? {}
    this.#users = new Users(users)
    this.#around = around
    const isWatched = ({ field }: StreamKey) => field === undefined || around.options.by.includes(field)
    const watched = states.filter(({ key }) => isWatched(key))
    this.#states = new Map(watched.map((state) => [toStreamName(state.key), state]))
    this.#without = new Map(Object.entries(without))
    const { mostStreams } = around.options
    for (const { key } of watched.slice(0, mostStreams)) this.#stream(key)
    if (watched.length > mostStreams)
      around.onWarning(
        `mostStreams allows ${mostStreams} streams, but there were ${watched.length}: the later ones are forgotten`,
      )
    const gone = new Set(states.flatMap(({ key }) => (isWatched(key) ? [] : (key.field ?? []))))
    if (gone.size > 0)
      around.onWarning(
        `the references learned by ${[...gone].join(' and ')} are dropped: \`by\` no longer names them`,
      )
  }

  get list(): readonly Stream[] {
    return [...this.#streams.values()]
  }

  /** The streams without groups that are the whole. */
  get distinct(): readonly Stream[] {
    return this.list.filter((stream) => !this.#isWhole(stream))
  }

  /** Field to the number of scores whose value came when there was no room for another stream. */
  get without(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#without)
  }

  #listKeys(row: ScoreRow): StreamKey[] {
    const { scorerId } = row
    const keys: StreamKey[] = [{ scorerId, of: 'scores' }]
    for (const field of this.#around.options.by) {
      const value = readField(row, field)
      if (value !== undefined) keys.push({ scorerId, of: 'scores', field, value })
    }
    return keys
  }

  add(row: ScoreRow): StreamNews[] {
    const time = Date.parse(row.time)
    const asker = this.#users.add(row)
    return this.#listKeys(row).flatMap((key) => {
      const known = this.#stream(key)
      if (known === undefined) return []
      const stream = this.#sameIds(known, row, asker)
      const weight = key.field === 'agent' ? 1 : this.#around.scorers.weight(row.agentId, row.scorerId)
      const score = { value: row.score, time, weight, ...asker, judging: row.judging }
      const told = this.#tell(stream, stream.add(score))
      this.#followJudge(stream)
      return told
    })
  }

  addJob({ group: scorerId, time, outcome }: EndedJob): StreamNews[] {
    // A superseded job is not an observation: another job of its thread is.
    const stream = outcome === 'superseded' ? undefined : this.#stream({ scorerId, of: 'failures' })
    if (stream === undefined) return []
    return this.#tell(stream, stream.add({ value: outcome === 'failed' ? 1 : 0, time: Date.parse(time) }))
  }

  /** Call it after adding everything that is available. */
  closeAt(time: number): StreamNews[] {
    this.#warnOfUnknown()
    this.#warnOfUncounted()
    return this.list.flatMap((stream) => this.#tell(stream, stream.closeAt(time)))
  }

  #tell(stream: Stream, told: readonly (Alarm | Recovery)[]): StreamNews[] {
    return this.#isWhole(stream) ? [] : told.map((one) => ({ stream, told: one }))
  }

  /** A group that is the whole, such as the only agent, would tell everything a second time. */
  #isWhole({ key: { scorerId, of, field }, counts: { scores } }: Stream): boolean {
    const whole = this.#streams.get(toStreamName({ scorerId, of }))
    return field !== undefined && scores > 0 && whole?.counts.scores === scores
  }

  /** A stream that leaves out many scores would look calm, whatever happens to them. */
  #warnOfUncounted(): void {
    for (const { key, readOtherwise, judge } of this.list) {
      const label = toLabel(key)
      if (key.field !== undefined || this.#uncounted.has(label)) continue
      const { others } = judge
      const why =
        readOtherwise >= mostUncounted
          ? 'the judge gave no usable share and they count by verdict: check the judge'
          : `another judge (${others.judge}) gave them: give the scorer of each judge an id of its own`
      const share = Math.max(readOtherwise, others.share)
      if (share < mostUncounted) continue
      this.#uncounted.add(label)
      this.#around.onWarning(
        `${label}: about ${Math.round(100 * share)} % of the latest scores are not counted and not watched, because ${why}`,
      )
    }
  }

  /** A misspelt scorer would silently be compared with its first scores. */
  #warnOfUnknown(): void {
    const { options, scorers, references, onWarning } = this.#around
    const withLoss = typeof options.allowedLoss === 'number' ? [] : Object.keys(options.allowedLoss)
    const seen = new Set([...this.#unknown, ...this.list.map(({ key }) => key.scorerId)])
    for (const id of new Set([...references.named, ...withLoss])) {
      if (seen.has(id) || scorers.get(id) !== undefined) continue
      this.#unknown.add(id)
      onWarning(`the settings name "${id}", but no scorer and no score has this id`)
    }
  }

  /** Restarts streams whose settings have changed, for example because an agent's sampling rate did. */
  refresh(): void {
    for (const [name, stream] of this.#streams) {
      const options = makeStreamOptions(stream.key, this.#around)
      if (Stream.isMatch(options, stream)) stream.sampling = { ...stream.sampling, ...options.sampling }
      else this.#streams.set(name, this.#make(stream.key, stream.state()))
    }
  }

  states(): StreamState[] {
    return this.list.map((stream) => stream.state())
  }

  get users(): z.output<typeof usersState> {
    return this.#users.state()
  }

  #stream(key: StreamKey): Stream | undefined {
    const name = toStreamName(key)
    const known = this.#streams.get(name)
    if (known !== undefined) return known
    if (this.#streams.size >= this.#around.options.mostStreams) {
      const field = key.field ?? key.of
      if (!this.#without.has(field))
        this.#around.onWarning(
          `there are already ${this.#around.options.mostStreams} streams (mostStreams): further values of ${field} are not watched separately`,
        )
      this.#without.set(field, (this.#without.get(field) ?? 0) + 1)
      return undefined
    }
    const stream = this.#make(key, this.#states.get(name))
    this.#streams.set(name, stream)
    return stream
  }

  #make(key: StreamKey, state: StreamState | undefined): Stream {
    const options = makeStreamOptions(key, this.#around)
    const { because } = this.#around.references.of(key, options.measured)
    if (because !== undefined) this.#around.onWarning(`${toLabel(key)}: ${because}`)
    if (state === undefined || Stream.isMatch(options, state)) return new Stream(options, state)
    const differences = scorerDifferences(state.measured ?? {}, options.measured ?? {})
    return differences.length > 0
      ? this.#restart(options, differencesText(differences), hidesChanges)
      : this.#restart(options, whyOther(options, state))
  }

  #restart(options: StreamOptions, because: string, so = '', judge?: ScoreJudge): Stream {
    this.#around.onWarning(`${toLabel(options.key)} starts again${so}: ${because}`)
    return new Stream(options, undefined, because, judge)
  }

  /** Restarts a stream whose scores are by another judge than before. */
  #followJudge({ key, judge: { changed }, options }: Stream): void {
    if (changed === undefined) return
    const { before, after } = changed
    const because = differencesText([{ what: 'judge', before, after }])
    const restarted = this.#restart(options, because, hidesChanges, ScoreJudge.of(after))
    this.#streams.set(toStreamName(key), restarted)
  }

  /** Restarts a stream whose scores begin or cease to count by users or threads. */
  #sameIds(stream: Stream, { resourceId }: ScoreRow, { conversation }: Asker): Stream {
    stream.ids.add(conversation !== undefined, stream.isLearning)
    const { changed } = stream.ids
    if (changed === undefined) return stream
    const restarted = this.#restart(stream.options, whyOtherIds(changed, resourceId))
    this.#streams.set(toStreamName(stream.key), restarted)
    return restarted
  }
}

function whyOtherIds(changed: 'with' | 'without', resourceId: string | undefined): string {
  if (changed === 'with') return 'its scores now count once for each user or thread'
  return resourceId === undefined
    ? 'its scores no longer have ids of users or threads, so each counts by itself'
    : `the user id ${resourceId} has too many scores to be one user, so each counts by itself`
}

function whyOther(options: StreamOptions, state: StreamState): string {
  const rates = changedRates(options, state)
  return rates.length > 0
    ? `its sampling rates changed, and with them the users that are seen: ${rates.join(', ')}`
    : 'its settings have changed'
}
