import { describeError } from '../../../shared/describe-error.ts'
import { type ConfidenceSequence, steadyInterval } from '../../../statistics/confidence-sequence.ts'
import { toUuid } from '../../workers/jobs/job-payload.ts'
import type { ChangePoint } from '../detectors/change-point.ts'
import type { Finding } from '../detectors/inquiry.ts'
import type { Alarm, Recovery } from '../detectors/stream-watch.ts'
import type { ReadMonitorOptions } from '../monitor-options.ts'
import type { CountedCoverage } from '../source/counted-coverage.ts'
import type { MissedRows } from '../source/read-counts.ts'
import type { ScoreRows } from '../source/score-rows.ts'
import type { Stream } from '../streams/stream.ts'
import { type StreamKey, toLabel, toStreamName } from '../streams/stream-key.ts'
import type { StreamNews } from '../streams/streams.ts'
import { type ChangeWithin, changeWithin } from './change-within.ts'
import type { MixChange } from './mix-change.ts'
import type { AlarmEvent, MonitorEvent } from './monitor-event.ts'
import { latestRows, movedGroups } from './moved-groups.ts'
import { blindness, sayAlarm, sayFinding, sayJudge, sayMissed, sayRecovery } from './sentences.ts'
import { worstAnswers } from './worst-answers.ts'

interface Surroundings {
  readonly options: Pick<ReadMonitorOptions, 'name' | 'by' | 'studio' | 'lateInMs'>
  readonly rows: ScoreRows
  readonly onWarning: (sentence: string) => void
}

const iso = (time: number) => new Date(time).toISOString()

/** A thread is observed at the time of its first score; its other scores came later. */
const untilNow = ({ lastTime = 0 }: Stream, { at }: Alarm) => iso(Math.max(at.time, lastTime) + 1)

/** Rows that were written late come after rows with later times, so the places' times may be unordered. */
const toTimes = ({ estimate, low, high, level }: ChangePoint): AlarmEvent['since'] => ({
  estimate: iso(estimate.time),
  low: iso(Math.min(low.time, estimate.time, high.time)),
  high: iso(Math.max(low.time, estimate.time, high.time)),
  level,
})

/** Makes the events of a monitor. The same one always gets the same id, even if resent after a crash. */
export class EventMaker {
  readonly #around: Surroundings

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** @param within Set if answers changed in addition to the question mix. */
  async alarm(
    { stream, told }: StreamNews & { told: Alarm },
    finding?: Finding,
    within?: ChangeWithin & { readonly mix: MixChange },
  ): Promise<AlarmEvent> {
    const { rows, options } = this.#around
    const { key } = stream
    const since = toTimes(told.since)
    const scale = stream.options.watch.high
    const times = { since: since.estimate, until: untilNow(stream, told) }
    const { groups, mix: seen } = await this.#looked(
      () => movedGroups(rows, stream, { ...times, by: options.by }),
      { groups: [] },
    )
    const mix = within?.mix ?? seen
    const isMix = mix !== undefined && within === undefined
    const of = ['alarm', toStreamName(key), told.at.index, told.at.time, ...(within ? ['within'] : [])]
    return {
      ...this.#common(of, iso(within ? (stream.lastTime ?? told.at.time) : told.at.time)),
      kind: isMix ? 'mix' : 'alarm',
      sentence: sayAlarm(key, told, since, { scale, mix, difference: within?.difference }),
      stream: key,
      // A change in the question mix is the fault of neither the answers nor the judge.
      since,
      scale,
      mix,
      finding: isMix ? undefined : finding,
      from: told.reference,
      to: told.since.mean,
      toWithin: told.interval,
      limit: told.limit,
      observations: told.at.index,
      groups,
      worst: await this.#looked(() => worstAnswers(rows, stream, { ...times, studio: options.studio }), []),
    }
  }

  /** Finds what changed since an alarm besides the question mix; undefined if nothing surely did. */
  within(
    { stream, told }: StreamNews & { told: Alarm },
    { field }: MixChange,
  ): Promise<ChangeWithin | undefined> {
    const { rows } = this.#around
    const { allowed, direction } = stream.watch.detector.options
    return this.#looked(async () => {
      const before = await latestRows(rows, stream, { until: toTimes(told.since).estimate })
      const times = { since: iso(told.at.time + 1), until: untilNow(stream, told) }
      const since = await latestRows(rows, stream, times)
      return changeWithin(before, since, { field, allowed, direction })
    }, undefined)
  }

  recovery(
    { stream: { key, options }, told }: StreamNews & { told: Recovery },
    alarm?: string,
  ): Extract<MonitorEvent, { kind: 'recovery' }> {
    const since = toTimes(told.since)
    return {
      ...this.#common(['recovery', toStreamName(key), told.at.index, told.at.time], iso(told.at.time)),
      kind: 'recovery',
      sentence: sayRecovery(key, told, since, options.watch.high),
      stream: key,
      since,
      alarm,
      to: told.since.mean,
      toWithin: told.interval,
      limit: told.limit,
    }
  }

  restart(key: StreamKey, because: string, alarm: string, now: number): MonitorEvent {
    return {
      ...this.#common(['restart', toStreamName(key), alarm], iso(now)),
      kind: 'restart',
      sentence: `${toLabel(key)}: the alarm ends without a recovery, because ${because}.`,
      stream: key,
      alarm,
      because,
    }
  }

  finding({ key }: Stream, finding: Finding, now: number, alarm?: string): MonitorEvent {
    return {
      ...this.#common(['finding', toStreamName(key), alarm, finding, now], iso(now)),
      kind: 'finding',
      sentence: sayFinding(key, finding),
      stream: key,
      alarm,
      finding,
    }
  }

  judge(scorerId: string, told: Alarm | Recovery, since: ConfidenceSequence, scale: number): MonitorEvent {
    const { mean: difference = 0, count: over } = since
    const found = { difference, interval: steadyInterval(since), over }
    const kind = told.kind === 'alarm' ? 'judge changed' : 'judge back'
    return {
      ...this.#common([kind, scorerId, told.at.index, told.at.time], iso(told.at.time)),
      kind,
      sentence: sayJudge(scorerId, told.kind === 'alarm' ? found : undefined, scale),
      scorerId,
      ...found,
    }
  }

  /** Reports scorers that become blind or cease to be, including those that no agent uses any more. */
  blindness(coverage: readonly CountedCoverage[], blind: ReadonlySet<string>, now: number): MonitorEvent[] {
    const covered = new Map(coverage.map((of) => [of.scorerId, of]))
    const whyNoMore = (of: CountedCoverage | undefined) => {
      if (of === undefined) return 'detached'
      return of.scoredLately > 0 ? 'scored' : 'no answers'
    }
    const began = coverage.filter(({ scorerId, isBlind }) => isBlind && !blind.has(scorerId))
    const ended = [...blind].filter((scorerId) => covered.get(scorerId)?.isBlind !== true)
    return [
      ...began.map(({ scorerId }) => this.#blind(scorerId, 'blind', now)),
      ...ended.map((scorerId) => this.#blind(scorerId, whyNoMore(covered.get(scorerId)), now)),
    ]
  }

  missed({ rows: scores, from, to }: MissedRows, now: number): MonitorEvent {
    return {
      ...this.#common(['missed', scores, from, to, now], iso(now)),
      kind: 'missed',
      sentence: sayMissed(scores, this.#around.options.lateInMs, from, to),
      scores,
      from,
      to,
    }
  }

  #blind(scorerId: string, what: keyof typeof blindness, now: number): MonitorEvent {
    const kind = what === 'blind' ? 'blind' : 'sighted'
    return {
      ...this.#common([kind, scorerId, now], iso(now)),
      kind,
      scorerId,
      sentence: `${scorerId}: ${blindness[what]}.`,
    }
  }

  async #looked<Found>(look: () => Promise<Found>, none: Found): Promise<Found> {
    try {
      return await look()
    } catch (error) {
      // An alarm without evidence is better than no alarm.
      this.#around.onWarning(`the answers of an alarm cannot be read: ${describeError(error)}`)
      return none
    }
  }

  #common(of: readonly unknown[], at: string) {
    const { name } = this.#around.options
    return { id: toUuid(JSON.stringify([name, ...of])), at, monitor: name }
  }
}
