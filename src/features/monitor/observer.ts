import type { MonitorEvent } from './alarms/monitor-event.ts'
import { OpenAlarms } from './alarms/open-alarms.ts'
import type { Outbox } from './delivery/outbox.ts'
import type { ReadMonitorOptions } from './monitor-options.ts'
import { openObserverParts } from './open-observer.ts'
import { processed } from './processing-error.ts'
import type { CountedCoverage } from './source/counted-coverage.ts'
import type { Database } from './source/database.ts'
import type { ScoreRow } from './source/score-row.ts'
import { type MonitorState, readMonitorState } from './state/monitor-state.ts'
import type { MonitorStatus } from './status.ts'
import { streamStatus } from './streams/stream-status.ts'
import type { StreamNews } from './streams/streams.ts'

const coverageEveryInMs = 60_000
const mostEvents = 100

/** The knowledge of a monitor, and how it grows. */
export class Observer {
  readonly outbox: Outbox
  readonly #parts: Awaited<ReturnType<typeof openObserverParts>>
  readonly #openAlarms: OpenAlarms
  #rows: number
  #events: MonitorEvent[]
  #blind: ReadonlySet<string>
  #coverage: CountedCoverage[] | undefined
  #coveredAt = Number.NEGATIVE_INFINITY
  #lookedAt: number | undefined
  /** They are sent once they are saved. */
  #unsaved: MonitorEvent[] = []

  /** @param mayCreate Whether an index may be made for its looks. Default true. */
  static async open(
    database: Database,
    options: ReadMonitorOptions,
    stored: unknown,
    { mayCreate = true } = {},
  ): Promise<Observer> {
    const state = stored === undefined ? undefined : readMonitorState(stored)
    return new Observer(await openObserverParts(database, options, state, mayCreate), state)
  }

  private constructor(parts: Awaited<ReturnType<typeof openObserverParts>>, state: MonitorState | undefined) {
    this.#parts = parts
    this.outbox = parts.outbox
    this.#rows = state?.rows ?? 0
    this.#events = state?.events ?? []
    this.#blind = new Set(state?.blind)
    this.#openAlarms = new OpenAlarms(parts, state?.alarms)
  }

  /** Reads everything new, a page at a time, and yields the events of each page. */
  async *look(signal: AbortSignal): AsyncGenerator<readonly MonitorEvent[]> {
    const { scores, copies, times, jobs, streams, rows, scorers } = this.#parts
    await scorers.read()
    processed(() => streams.refresh())
    for await (const page of scores.look(signal)) {
      this.#rows += page.length
      // Asked for each page: rows that came after the look began carry their own, later times.
      const read = await rows.now()
      const add = (row: ScoreRow) => {
        const dated = times.read(row, read)
        return dated === undefined || copies.has(dated) ? [] : streams.add(dated)
      }
      yield await this.#tell(processed(() => page.flatMap(add)))
    }
    for await (const page of jobs?.look(signal) ?? [])
      yield await this.#tell(processed(() => page.flatMap((row) => streams.addJob(row))))
    times.tell()
    const now = Date.parse(await rows.now())
    yield await this.#tell(processed(() => streams.closeAt(now)))
    yield await this.#cover(now)
    yield await this.#findMissed(now)
    this.#lookedAt = now
  }

  /** Judges the anchors that are due, also those drawn since the last look, and reports their findings. */
  async judgeAnchors(signal: AbortSignal): Promise<void> {
    this.#parts.anchors ??= await this.#parts.openAnchors()
    const { anchors } = this.#parts
    if (anchors === undefined) return
    const news = await anchors.look(Date.now(), this.#openAlarms.waiting(), signal)
    this.#put(this.#openAlarms.learn(news))
  }

  get hasUnsavedEvents(): boolean {
    return this.#unsaved.length > 0
  }

  /** Returns the current state; call `done` once it is saved. */
  snapshot(): { readonly state: MonitorState; done(): void } {
    const { scores, copies, times, jobs, streams, anchors, anchorsState } = this.#parts
    const events = [...this.#unsaved]
    return {
      state: {
        version: 1,
        rows: this.#rows,
        scores: scores.state(),
        copies: copies.state(),
        wrongTimes: times.state(),
        jobs: jobs?.state(),
        streams: streams.states(),
        without: streams.without,
        users: streams.users,
        anchors: anchors?.state() ?? anchorsState,
        outbox: this.outbox.state(events),
        events: this.#events,
        alarms: this.#openAlarms.state(),
        blind: [...this.#blind],
      },
      done: () => {
        this.#unsaved = this.#unsaved.filter((event) => !events.includes(event))
        for (const event of events) this.outbox.put(event)
      },
    }
  }

  /** @param troubles Current problems, in addition to earlier ones. */
  status(troubles: readonly string[]): MonitorStatus {
    const { options, streams, anchors, notes, times } = this.#parts
    const now = Date.now()
    return {
      version: 1,
      monitor: options.name,
      at: new Date(now).toISOString(),
      lookedAt: this.#lookedAt === undefined ? undefined : new Date(this.#lookedAt).toISOString(),
      rows: this.#rows,
      missed: this.#parts.scores.missed,
      averageRunLength: options.averageRunLength,
      by: options.by,
      without: streams.without,
      streams: streams.distinct.map((stream) => {
        const isBlind = this.#blind.has(stream.key.scorerId)
        return streamStatus(stream, { isBlind, isMix: this.#openAlarms.isMix(stream) })
      }),
      coverage: this.#coverage,
      anchors: anchors?.status() ?? [],
      anchorsRest: anchors?.rests(now),
      events: this.#events,
      delivery: this.outbox.status(),
      problems: [...troubles, ...notes, ...times.problems],
    }
  }

  async #tell(all: readonly StreamNews[]): Promise<MonitorEvent[]> {
    const events: MonitorEvent[] = []
    for (const told of all) events.push(...this.#put(await this.#openAlarms.tell(told)))
    events.push(...this.#put(this.#openAlarms.endRestarted()))
    events.push(...this.#put(await this.#openAlarms.lookAgain()))
    return [...events, ...this.#put(this.#openAlarms.look(Date.now()))]
  }

  #put(events: MonitorEvent[]): MonitorEvent[] {
    for (const event of events)
      this.#events = [event, ...this.#events.filter(({ id }) => id !== event.id)].slice(0, mostEvents)
    this.#unsaved.push(...events)
    return events
  }

  async #findMissed(now: number): Promise<MonitorEvent[]> {
    const missed = await this.#parts.scores.findMissed()
    return missed === undefined ? [] : this.#put([this.#parts.maker.missed(missed, now)])
  }

  async #cover(now: number): Promise<MonitorEvent[]> {
    const { coverage, scorers, options, maker } = this.#parts
    if (!options.once && now - this.#coveredAt < coverageEveryInMs) return []
    this.#coveredAt = now
    this.#coverage = await coverage.read(now, scorers.attached)
    if (this.#coverage === undefined) return []
    const events = maker.blindness(this.#coverage, this.#blind, now)
    this.#blind = new Set(this.#coverage.flatMap(({ scorerId, isBlind }) => (isBlind ? scorerId : [])))
    return this.#put(events)
  }
}
