import type { Finding } from '../../../statistics/monitoring/inquiry.ts'
import type { AnchorNews, Anchors } from '../anchors/anchors.ts'
import type { ScorerBook } from '../streams/scorer-book.ts'
import type { Stream } from '../streams/stream.ts'
import { nameOf, type Streams, type Told } from '../streams/streams.ts'
import type { EventMaker } from './event-maker.ts'
import type { MonitorEvent } from './events.ts'

interface Parts {
  readonly streams: Streams
  readonly scorers: ScorerBook
  readonly anchors: Anchors | undefined
  readonly maker: EventMaker
}

type Alarms = Record<string, { event: string; finding?: string; isMix?: boolean }>

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
    const { maker } = this.#parts
    const name = nameOf(stream.key)
    if (told.kind === 'recovery') {
      const event = maker.recovery({ stream, told }, this.#alarms.get(name)?.event)
      this.#alarms.delete(name)
      return event
    }
    const finding = this.#hasAnchors(stream) ? cannotTell : undefined
    if (finding) stream.inquire()
    const event = await maker.alarm({ stream, told }, finding)
    const isAsked = finding !== undefined && event.mix === undefined
    // What is asked has changed: neither answers nor judge are to be blamed later.
    if (!isAsked) stream.inquiry = undefined
    this.#alarms.set(name, {
      event: event.id,
      ...(isAsked ? { finding } : {}),
      ...(event.mix === undefined ? {} : { isMix: true }),
    })
    return event
  }

  /** Whether the mean of a stream is another because what is asked is. */
  isMix({ key }: Stream): boolean {
    return this.#alarms.get(nameOf(key))?.isMix === true
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

  #hasAnchors({ key }: Stream): boolean {
    return key.of === 'scores' && this.#parts.anchors?.watchOf(key.scorerId) !== undefined
  }
}
