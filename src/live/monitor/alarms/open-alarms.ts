import { z } from 'zod/v4'
import type { Finding } from '../../../statistics/monitoring/inquiry.ts'
import type { AnchorNews, Anchors } from '../anchors/anchors.ts'
import type { ScorerBook } from '../streams/scorer-book.ts'
import type { Alarm, Stream } from '../streams/stream.ts'
import { nameOf, type Streams, type Told } from '../streams/streams.ts'
import { type ChangeWithin, nextLook } from './change-within.ts'
import type { EventMaker } from './event-maker.ts'
import type { AlarmEvent, MonitorEvent } from './events.ts'
import type { MixChange } from './mix.ts'

interface Parts {
  readonly streams: Streams
  readonly scorers: ScorerBook
  readonly anchors: Anchors | undefined
  readonly maker: EventMaker
}

/** A stream's name to the id of the event of its alarm, and what anchors last told of it. */
export const openAlarmsState = z.record(
  z.string(),
  z.strictObject({
    event: z.string(),
    finding: z.string().optional(),
    /** What an earlier version kept of a change of what is asked. */
    isMix: z.boolean().optional(),
    /** Where what is asked has changed: how, what was told, and after how many observations one looks again. */
    mix: z
      .strictObject({ change: z.custom<MixChange>(), told: z.custom<Alarm>(), next: z.number() })
      .optional(),
  }),
)

type Alarms = z.output<typeof openAlarmsState>

const cannotTell: Finding = 'cannot tell yet'

/** The alarms that have not ended, and whether anchors tell that the answers or the judge changed. */
export class OpenAlarms {
  readonly #parts: Parts
  /** A stream's name to its alarm. */
  readonly #alarms: Map<string, Alarms[string]>

  constructor(parts: Parts, state: Alarms = {}) {
    this.#parts = parts
    this.#alarms = new Map(Object.entries(state))
  }

  /** Makes an event of an alarm, and begins to ask whose it is; or of a recovery, and ends that. */
  async tell({ stream, told }: Told): Promise<MonitorEvent> {
    if (told.kind === 'alarm') return this.#open(stream, told)
    const name = nameOf(stream.key)
    const event = this.#parts.maker.recovery({ stream, told }, this.#alarms.get(name)?.event)
    this.#alarms.delete(name)
    return event
  }

  /** Alarms where only what is asked seemed to have changed, and by now answers surely did as well. */
  async lookAgain(): Promise<MonitorEvent[]> {
    const events: MonitorEvent[] = []
    for (const stream of this.#parts.streams.list) {
      const { mix } = this.#alarms.get(nameOf(stream.key)) ?? {}
      const { count } = stream.current
      if (mix === undefined || stream.watch.alarmedAt === undefined || count < mix.next) continue
      mix.next = nextLook(count)
      const within = await this.#parts.maker.within({ stream, told: mix.told }, mix.change)
      if (within) events.push(await this.#open(stream, mix.told, { ...within, mix: mix.change }))
    }
    return events
  }

  /** Whether the mean of a stream is another because what is asked is. */
  isMix({ key }: Stream): boolean {
    const { isMix, mix } = this.#alarms.get(nameOf(key)) ?? {}
    return isMix === true || mix !== undefined
  }

  /** Scorers with an alarm of which one cannot tell yet. */
  waiting(): ReadonlySet<string> {
    const { streams } = this.#parts
    return new Set(
      streams.list.flatMap((stream) =>
        stream.inquiry && this.#alarms.get(nameOf(stream.key))?.finding === cannotTell
          ? stream.key.scorerId
          : [],
      ),
    )
  }

  /** What anchors that were judged again tell. */
  learn(news: readonly AnchorNews[]): MonitorEvent[] {
    const { streams, scorers, maker } = this.#parts
    const events: MonitorEvent[] = []
    for (const { scorerId, told, ...anchor } of news) {
      for (const { key, inquiry } of streams.list) if (key.scorerId === scorerId) inquiry?.addAnchor(anchor)
      if (told) events.push(maker.judge(scorerId, told, scorers.get(scorerId)?.record.scale ?? 1))
    }
    return [...events, ...this.look(Date.now())]
  }

  /** Findings that are others than before. */
  look(now: number): MonitorEvent[] {
    const { streams, anchors, maker } = this.#parts
    return streams.list.flatMap((stream) => {
      const alarm = this.#alarms.get(nameOf(stream.key))
      const judge = anchors?.watchOf(stream.key.scorerId)
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

  async #open(stream: Stream, told: Alarm, within?: ChangeWithin & { mix: MixChange }): Promise<AlarmEvent> {
    const finding = this.#hasAnchors(stream) ? cannotTell : undefined
    // What the change of what is asked explains is not asked about.
    if (finding) stream.inquire(within?.expected)
    const event = await this.#parts.maker.alarm({ stream, told }, finding, within)
    const { id, kind, mix: change } = event
    const mix = kind === 'mix' && change ? { change, told, next: nextLook(0) } : undefined
    // Neither answers nor judge are to be blamed, as long as nothing else shows.
    if (mix || !finding) stream.inquiry = undefined
    this.#alarms.set(nameOf(stream.key), { event: id, ...(mix ? { mix } : finding ? { finding } : {}) })
    return event
  }

  #hasAnchors({ key }: Stream): boolean {
    return key.of === 'scores' && this.#parts.anchors?.watchOf(key.scorerId) !== undefined
  }
}
