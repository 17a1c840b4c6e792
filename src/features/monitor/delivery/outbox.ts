import { z } from 'zod/v4'
import { orAborted } from '../../../shared/abort.ts'
import type { MonitorEvent } from '../alarms/monitor-event.ts'
import type { ReadMonitorOptions } from '../monitor-options.ts'
import { type Destination, RefusedError } from './destination.ts'
import { telemetryEvents } from './telemetry.ts'
import { webhook } from './webhook.ts'

const waitingState = z.strictObject({
  event: z.custom<MonitorEvent>(),
  attempts: z.int().min(0),
  /** In milliseconds. */
  notBefore: z.number(),
})

const boxState = z.strictObject({
  waiting: z.array(waitingState),
  delivered: z.int(),
  lost: z.int(),
  problem: z.string().optional(),
})

/** Destination to its waiting events. */
export const outboxState = z.record(z.string(), boxState)
type Box = z.output<typeof boxState>

/** Beyond this, the oldest event is dropped and counted as lost. */
const mostWaiting = 1000
const firstDelayInMs = 1000
const longestDelayInMs = 10 * 60_000
/** About a day at the longest delay. */
const mostAttempts = 150
const timeoutInMs = 10_000

/**
 * Keeps events until they arrive. Failed deliveries are retried with growing delays for about a day. Each destination
 * has its own queue, in strict order, and a dead destination blocks no other.
 */
export class Outbox {
  readonly #destinations: readonly Destination[]
  readonly #boxes: Map<string, Box>
  readonly #onProblem: (destination: string, problem: string) => void
  /** Destinations with a delivery in progress. */
  readonly #busy = new Set<string>()

  /** @param onProblem Called at the first failure of a destination, and for each lost event. */
  constructor(
    destinations: readonly Destination[],
    onProblem: (destination: string, problem: string) => void,
    state: z.output<typeof outboxState> = {},
  ) {
    this.#destinations = destinations
    this.#onProblem = onProblem
    this.#boxes = new Map(destinations.map(({ name }) => [name, state[name] ?? emptyBox()]))
  }

  put(event: MonitorEvent): void {
    for (const [name, box] of this.#boxes) {
      box.waiting.push({ event, attempts: 0, notBefore: 0 })
      if (box.waiting.length <= mostWaiting) continue
      box.waiting.shift()
      this.#lose(name, box, `more than ${mostWaiting} events are waiting`)
    }
  }

  /**
   * Delivers what is due to each destination that is not busy, so one that is slow or never answers blocks no other.
   * The promises never reject.
   *
   * @returns For each destination, once it is done, whether anything changed.
   */
  deliver(signal: AbortSignal): Promise<boolean>[] {
    return this.#destinations
      .filter(({ name }) => !this.#busy.has(name) && isDue(this.#boxes.get(name)))
      .map(async (destination) => {
        this.#busy.add(destination.name)
        try {
          return await this.#deliverTo(destination, signal)
        } finally {
          this.#busy.delete(destination.name)
        }
      })
  }

  /** Time of the next delivery in milliseconds; undefined if nothing waits, except for busy destinations. */
  get next(): number | undefined {
    const times = [...this.#boxes].flatMap(([name, { waiting }]) =>
      this.#busy.has(name) ? [] : waiting.slice(0, 1).map(dueAt),
    )
    return times.length === 0 ? undefined : Math.min(...times)
  }

  status() {
    return this.#destinations
      .filter((destination) => destination.isConfigured?.() ?? true)
      .map(({ name }) => {
        const { waiting, ...rest } = this.#boxes.get(name) as Box
        return { to: name, ...rest, waiting: waiting.length }
      })
  }

  /** @param events Events to add once they are saved; the state already includes them. */
  state(events: readonly MonitorEvent[] = []): z.output<typeof outboxState> {
    const state = structuredClone(Object.fromEntries(this.#boxes))
    if (events.length === 0) return state
    const next = new Outbox(this.#destinations, () => {}, state)
    for (const event of events) next.put(event)
    return Object.fromEntries(next.#boxes)
  }

  async #deliverTo(destination: Destination, signal: AbortSignal): Promise<boolean> {
    const box = this.#boxes.get(destination.name) as Box
    let changed = false
    for (;;) {
      const [first] = box.waiting
      if (first === undefined || !isDue(box) || signal.aborted) return changed
      changed = true
      try {
        const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutInMs)])
        // A user's `onEvent` may ignore the signal.
        await orAborted(destination.send(first.event, limited), signal)
        this.#takeOut(box, first)
        box.delivered += 1
        box.problem = undefined
      } catch (error) {
        if (signal.aborted) return changed
        this.#failed(destination.name, box, first, error)
      }
    }
  }

  #failed(name: string, box: Box, first: Box['waiting'][number], error: unknown): void {
    const problem = describeProblem(error)
    if (box.problem === undefined) this.#onProblem(name, problem)
    box.problem = problem
    first.attempts += 1
    // Half of the delay is random, so that many monitors do not retry at once.
    const delayInMs = Math.min(longestDelayInMs, firstDelayInMs * 2 ** (first.attempts - 1))
    first.notBefore = Date.now() + delayInMs * (0.5 + Math.random() / 2)
    if (!(error instanceof RefusedError) && first.attempts < mostAttempts) return
    if (this.#takeOut(box, first)) this.#lose(name, box, problem)
  }

  /** Removes the event, unless the queue overflowed and already dropped it. @returns True if it was there. */
  #takeOut({ waiting }: Box, first: Box['waiting'][number]): boolean {
    const isThere = waiting[0] === first
    if (isThere) waiting.shift()
    return isThere
  }

  #lose(name: string, box: Box, why: string): void {
    box.lost += 1
    this.#onProblem(name, `an event was lost: ${why}`)
  }
}

/** No delay exceeds the longest: a later time comes from a wrong clock. */
const dueAt = ({ notBefore }: Box['waiting'][number]) =>
  notBefore - Date.now() > longestDelayInMs ? Date.now() : notBefore

const isDue = (box: Box | undefined) => box?.waiting[0] !== undefined && dueAt(box.waiting[0]) <= Date.now()

const emptyBox = (): Box => ({ waiting: [], delivered: 0, lost: 0 })

/** An error of `fetch` gives its reason only in its cause. */
function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message
}

export function listDestinations(
  options: Pick<ReadMonitorOptions, 'webhooks' | 'telemetry' | 'onEvent'>,
): Destination[] {
  const { webhooks, telemetry, onEvent } = options
  const all = [
    ...(onEvent === undefined
      ? []
      : [{ name: 'onEvent', send: async (event) => void (await onEvent(event)) } satisfies Destination]),
    ...(telemetry ? [telemetryEvents] : []),
    ...webhooks.map(webhook),
  ]
  return [...new Map(all.map((destination) => [destination.name, destination])).values()]
}
