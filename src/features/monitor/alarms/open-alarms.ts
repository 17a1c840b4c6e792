import { z } from 'zod/v4'
import type { AnchorNews, Anchors } from '../anchors/anchors.ts'
import type { Finding } from '../detectors/inquiry.ts'
import type { Alarm } from '../detectors/stream-watch.ts'
import type { KnownScorers } from '../streams/known-scorers.ts'
import type { Stream } from '../streams/stream.ts'
import { readStreamName, toStreamName } from '../streams/stream-key.ts'
import type { StreamNews, Streams } from '../streams/streams.ts'
import { type ChangeWithin, nextLook } from './change-within.ts'
import type { EventMaker } from './event-maker.ts'
import type { MixChange } from './mix-change.ts'
import type { AlarmEvent, MonitorEvent } from './monitor-event.ts'

interface Parts {
  readonly streams: Streams
  readonly scorers: KnownScorers
  readonly anchors: Anchors | undefined
  readonly maker: EventMaker
}

/** Maps a stream's name to the event id of its alarm and the latest finding of the anchors. */
export const openAlarmsState = z.record(
  z.string(),
  z.strictObject({
    event: z.string(),
    finding: z.string().optional(),
    /** If the question mix changed: the change, the alarm, and the observation count of the next look. */
    mix: z
      .strictObject({ change: z.custom<MixChange>(), told: z.custom<Alarm>(), next: z.number() })
      .optional(),
  }),
)

type Alarms = z.output<typeof openAlarmsState>

const cannotTell: Finding = 'cannot tell yet'

/** Open alarms, and what the anchors say about each: that the answers changed, or the judge. */
export class OpenAlarms {
  readonly #parts: Parts
  /** Stream name to its alarm. */
  readonly #alarms: Map<string, Alarms[string]>

  constructor(parts: Parts, state: Alarms = {}) {
    this.#parts = parts
    this.#alarms = new Map(Object.entries(state))
  }

  /** Turns an alarm into an event and starts its inquiry, or turns a recovery into one and ends it. */
  async tell({ stream, told }: StreamNews): Promise<MonitorEvent[]> {
    const name = toStreamName(stream.key)
    // A stream in alarm has no second one before it recovers or starts again.
    if (told.kind === 'alarm') return [...this.#endByRestart(name), await this.#open(stream, told)]
    const event = this.#parts.maker.recovery({ stream, told }, this.#alarms.get(name)?.event)
    this.#alarms.delete(name)
    return [event]
  }

  /** Ends the alarms of streams that started again or are gone: no recovery would. Call it once all news are told. */
  endRestarted(): MonitorEvent[] {
    const alarmed = this.#parts.streams.list.filter(({ watch }) => watch.alarmedAt !== undefined)
    const names = new Set(alarmed.map(({ key }) => toStreamName(key)))
    return [...this.#alarms.keys()]
      .filter((name) => !names.has(name))
      .flatMap((name) => this.#endByRestart(name))
  }

  /** Returns alarms for streams where at first only the question mix changed, but now surely the answers. */
  async lookAgain(): Promise<MonitorEvent[]> {
    const events: MonitorEvent[] = []
    for (const stream of this.#parts.streams.list) {
      const { mix } = this.#alarms.get(toStreamName(stream.key)) ?? {}
      const { count } = stream.current
      if (mix === undefined || stream.watch.alarmedAt === undefined || count < mix.next) continue
      mix.next = nextLook(count)
      const within = await this.#parts.maker.within({ stream, told: mix.told }, mix.change)
      if (within) events.push(await this.#open(stream, mix.told, { ...within, mix: mix.change }))
    }
    return events
  }

  /** Returns true if the mean of a stream moved because the question mix did. */
  isMix({ key }: Stream): boolean {
    return this.#alarms.get(toStreamName(key))?.mix !== undefined
  }

  /** Returns the scorers with an alarm that is still inconclusive. */
  waiting(): ReadonlySet<string> {
    const { streams } = this.#parts
    return new Set(
      streams.list.flatMap((stream) =>
        stream.inquiry && this.#alarms.get(toStreamName(stream.key))?.finding === cannotTell
          ? stream.key.scorerId
          : [],
      ),
    )
  }

  /** Processes the results of anchors that were judged again. */
  learn(news: readonly AnchorNews[]): MonitorEvent[] {
    const { streams, scorers, maker } = this.#parts
    const events: MonitorEvent[] = []
    for (const { scorerId, told, difference, ...anchor } of news) {
      for (const { key, inquiry } of streams.list) if (key.scorerId === scorerId) inquiry?.addAnchor(anchor)
      if (told) events.push(maker.judge(scorerId, told, difference, scorers.get(scorerId)?.record.scale ?? 1))
    }
    return [...events, ...this.look(Date.now())]
  }

  /** Returns the findings that have changed. */
  look(now: number): MonitorEvent[] {
    const { streams, anchors, maker } = this.#parts
    return streams.list.flatMap((stream) => {
      const alarm = this.#alarms.get(toStreamName(stream.key))
      const judge = anchors?.findWatch(stream.key.scorerId)
      if (alarm === undefined || judge === undefined || stream.inquiry === undefined) return []
      const finding = stream.inquiry.finding(judge)
      if (finding === alarm.finding) return []
      alarm.finding = finding
      return maker.finding(stream, finding, now, alarm.event)
    })
  }

  state(): Alarms {
    return structuredClone(Object.fromEntries(this.#alarms))
  }

  #endByRestart(name: string): MonitorEvent[] {
    const alarm = this.#alarms.get(name)
    if (alarm === undefined) return []
    this.#alarms.delete(name)
    const { because: why } = this.#parts.streams.list.find(({ key }) => toStreamName(key) === name) ?? {}
    const because = why === undefined ? 'it is no longer watched' : `it started again: ${why}`
    return [this.#parts.maker.restart(readStreamName(name), because, alarm.event, Date.now())]
  }

  async #open(stream: Stream, told: Alarm, within?: ChangeWithin & { mix: MixChange }): Promise<AlarmEvent> {
    const finding = this.#hasAnchors(stream) ? cannotTell : undefined
    // The inquiry is not about the part that the question mix explains.
    if (finding) stream.inquire(within?.expected)
    const event = await this.#parts.maker.alarm({ stream, told }, finding, within)
    const { id, kind, mix: change } = event
    const mix = kind === 'mix' && change ? { change, told, next: nextLook(0) } : undefined
    // Neither answers nor judge are at fault until something else shows.
    if (mix || !finding) stream.inquiry = undefined
    this.#alarms.set(toStreamName(stream.key), { event: id, ...(mix ? { mix } : finding ? { finding } : {}) })
    return event
  }

  #hasAnchors({ key }: Stream): boolean {
    return key.of === 'scores' && this.#parts.anchors?.findWatch(key.scorerId) !== undefined
  }
}
