import { pause } from '../../shared/abort.ts'
import { describeError } from '../../shared/describe-error.ts'
import type { MonitorEvent } from './alarms/monitor-event.ts'
import { observeStreams } from './delivery/telemetry.ts'
import { type MonitorOptions, type ReadMonitorOptions, readMonitorOptions } from './monitor-options.ts'
import { Observer } from './observer.ts'
import { ProcessingError } from './processing-error.ts'
import { openDatabase } from './source/database.ts'
import { acquireState } from './state/acquire-state.ts'
import { fileState, LostStateError, type StateKeeper } from './state/state-keeper.ts'
import { StoreState } from './state/store-state.ts'
import type { MonitorStatus } from './status.ts'

/** A running monitor. */
export interface Monitor {
  /**
   * Resolves with the final status: after one look with `once`, otherwise when the monitor stops.
   *
   * @throws Error if it could not begin, if its state was lost, and with `once` if the store is unreadable.
   */
  readonly ended: Promise<MonitorStatus>
  /** The current status; undefined until the state has been read. */
  status(): MonitorStatus | undefined
  /** Stops after the work in progress, and saves the state. */
  stop(): Promise<MonitorStatus>
}

/**
 * Follows the scores of a Mastra store from where it stopped, and reports when their means change by more than is
 * allowed, with a bound on false alarms. docs/reference/monitor.md states its guarantees and costs.
 *
 * @throws TypeError for an option that is unknown or out of range.
 */
export function monitor(options: MonitorOptions): Monitor {
  const read = readMonitorOptions(options)
  const stop = new AbortController()
  const signal = read.signal ? AbortSignal.any([read.signal, stop.signal]) : stop.signal
  const loop = new MonitorLoop(read, signal)
  const ended = loop.run()
  // A caller that does not await the end gets the error through onWarning.
  ended.catch(() => undefined)
  return {
    ended,
    status: () => loop.status(),
    stop() {
      stop.abort(new Error('the monitor was stopped'))
      return ended
    },
  }
}

/** With `once`, undelivered events are retried for this long. */
const graceInMs = 10_000
/** Events that are due when the monitor stops get this long to arrive. Those that do not are sent at the next start. */
const stopGraceInMs = 5000
/** Saving takes at most a twentieth of the time. */
const savingShare = 20
const shortestSaveInMs = 5000

/** One monitor from start to end: acquires the state, and decides when to look, save and deliver. */
class MonitorLoop {
  readonly #options: ReadMonitorOptions
  readonly #signal: AbortSignal
  #keeper: StateKeeper | undefined
  #observer: Observer | undefined
  #trouble: string | undefined
  #anchorTrouble: string | undefined
  /** True if something was delivered since the last save: after a crash it would be sent again. */
  #hasDelivered = false
  /** True if `onLook` last succeeded: a repeated error is reported once. */
  #isLookTold = true
  #savedAt = Number.NEGATIVE_INFINITY
  #savingTookInMs = 0

  constructor(options: ReadMonitorOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  status(): MonitorStatus | undefined {
    return this.#observer?.status(this.#troubles())
  }

  #troubles(): string[] {
    return [this.#trouble, this.#anchorTrouble].flatMap((trouble) => trouble ?? [])
  }

  async run(): Promise<MonitorStatus> {
    const options = this.#options
    const database = await openDatabase(options.mastra, options.database)
    const keeper =
      options.state === undefined ? new StoreState(database, options.name) : fileState(options.state)
    await acquireState(keeper, options, this.#signal, (sentence) => this.#warn(sentence))
    this.#keeper = keeper
    try {
      const observer = await Observer.open(database, options, await keeper.load())
      this.#observer = observer
      const unobserve = options.telemetry ? observeStreams(() => observer.status([])) : () => {}
      try {
        if (options.once) await this.#once(observer)
        else await this.#stay(observer)
      } finally {
        unobserve()
      }
      return observer.status(this.#troubles())
    } finally {
      await keeper
        .release()
        .catch((error: unknown) => this.#warn(`the state cannot be released: ${describeError(error)}`))
    }
  }

  async #once(observer: Observer): Promise<void> {
    try {
      await this.#look(observer)
      await observer.judgeAnchors(this.#signal)
    } catch (error) {
      // Keeps what was read, whatever the error, unless a page was only partly counted.
      if (!(error instanceof ProcessingError)) await this.#save(observer)
      throw error
    }
    await this.#save(observer)
    const until = Date.now() + graceInMs
    for (;;) {
      const changed = await Promise.all(observer.outbox.deliver(this.#signal))
      if (changed.some(Boolean)) await this.#save(observer)
      const { next } = observer.outbox
      if (next === undefined || next > until || this.#signal.aborted) return
      await pause(Math.max(0, next - Date.now()), this.#signal)
    }
  }

  async #stay(observer: Observer): Promise<void> {
    let judging: Promise<void> | undefined
    const delivering = new Set<Promise<unknown>>()
    const delivery = new AbortController()
    let wake = new AbortController()
    while (!this.#signal.aborted) {
      try {
        await this.#look(observer)
        await this.#saveInTime(observer)
        if (this.#trouble !== undefined) this.#warn('the store can be reached and read again')
        this.#trouble = undefined
      } catch (error) {
        if (this.#signal.aborted) break
        if (error instanceof LostStateError || error instanceof ProcessingError) throw error
        if (this.#trouble === undefined) this.#warn(`the store: ${describeError(error)}`)
        this.#trouble = `The store cannot be reached or read: ${describeError(error)}`
      }
      await this.#tellLook()
      judging ??= observer
        .judgeAnchors(this.#signal)
        .then(() => {
          this.#anchorTrouble = undefined
        })
        .catch((error: unknown) => this.#tellAnchors(`anchors: ${describeError(error)}`))
        .finally(() => {
          judging = undefined
        })
      wake = new AbortController()
      for (const line of observer.outbox.deliver(delivery.signal)) {
        const told = line.then((changed) => {
          delivering.delete(told)
          if (!changed) return
          // Saved between two pages, never within one, because the state would then be inconsistent.
          this.#hasDelivered = true
          wake.abort()
        })
        delivering.add(told)
      }
      const next = Math.max(200, (observer.outbox.next ?? Number.POSITIVE_INFINITY) - Date.now())
      const signal = AbortSignal.any([this.#signal, wake.signal])
      await pause(Math.min(this.#options.intervalInMs, next), signal)
    }
    await judging
    // Saved first, because only saved events are sent.
    if (observer.hasUnsavedEvents) await this.#save(observer)
    const timer = setTimeout(() => delivery.abort(this.#signal.reason), stopGraceInMs)
    await Promise.all([...delivering, ...observer.outbox.deliver(delivery.signal)])
    clearTimeout(timer)
    await this.#save(observer)
  }

  async #look(observer: Observer): Promise<void> {
    for await (const events of observer.look(this.#signal)) await this.#saveInTime(observer, events)
  }

  /** Warns of a problem once, not at every look. */
  #tellAnchors(trouble: string): void {
    if (this.#signal.aborted || trouble === this.#anchorTrouble) return
    this.#anchorTrouble = trouble
    this.#warn(trouble)
  }

  /** An error in `onLook` (say, a full disk) must not stop the monitor. */
  async #tellLook(): Promise<void> {
    try {
      await this.#options.onLook?.()
      this.#isLookTold = true
    } catch (error) {
      if (this.#isLookTold) this.#warn(`after a look: ${describeError(error)}`)
      this.#isLookTold = false
    }
  }

  /** Saves at once if there are events, because only saved events are sent. */
  async #saveInTime(observer: Observer, events: readonly MonitorEvent[] = []): Promise<void> {
    const since = performance.now() - this.#savedAt
    const isDue = since > Math.max(shortestSaveInMs, savingShare * this.#savingTookInMs)
    if (events.length > 0 || observer.hasUnsavedEvents || this.#hasDelivered || isDue)
      await this.#save(observer)
  }

  async #save(observer: Observer): Promise<void> {
    const started = performance.now()
    const kept = observer.snapshot()
    this.#hasDelivered = false
    await this.#keeper?.save(kept.state)
    kept.done()
    this.#savedAt = performance.now()
    this.#savingTookInMs = this.#savedAt - started
  }

  #warn(sentence: string): void {
    const { onWarning = (text: string) => console.warn(`monitor: ${text}`) } = this.#options
    onWarning(sentence)
  }
}
