import { z } from 'zod/v4'
import type { MonitorEvent } from '../alarms/events.ts'
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

/** Destination to what waits for it. */
export const outboxState = z.record(z.string(), boxState)
type Box = z.output<typeof boxState>

/** Beyond that the oldest is lost, and counted. */
const mostWaiting = 1000
const firstDelayInMs = 1000
const longestDelayInMs = 10 * 60_000
/** About a day with the longest delays. */
const mostAttempts = 150
const timeoutInMs = 10_000

/**
 * Events on their way, kept until they arrived: what fails is tried again, later and later, for about a day. Each
 * destination has its own line, in which nothing overtakes. A destination that is dead holds up nobody else.
 */
export class Outbox {
  readonly #destinations: readonly Destination[]
  readonly #boxes: Map<string, Box>
  readonly #onProblem: (destination: string, problem: string) => void
  /** Those that are handed something at this moment. */
  readonly #busy = new Set<string>()

  /** @param onProblem Told of the first failure of a destination, and of each event that is lost. */
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
   * Hands over what is due, to each destination that is not at it already: one that takes long, or never answers,
   * holds up nobody else. They never throw.
   *
   * @returns Of each destination, once it is done, whether anything changed.
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

  /** When the next one is due, in milliseconds; undefined where none waits but for a destination that is at it. */
  get next(): number | undefined {
    const times = [...this.#boxes].flatMap(
      ([
        name,
        {
          waiting: [first],
        },
      ]) => (this.#busy.has(name) || first === undefined ? [] : dueAt(first)),
    )
    return times.length === 0 ? undefined : Math.min(...times)
  }

  status() {
    return [...this.#boxes].map(([to, { waiting, delivered, lost, problem }]) => ({
      to,
      waiting: waiting.length,
      delivered,
      lost,
      problem,
    }))
  }

  /** @param events Those that are to be put in once they are kept: in the state they are. */
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
        const sent = destination.send(
          first.event,
          AbortSignal.any([signal, AbortSignal.timeout(timeoutInMs)]),
        )
        await untilAborted(sent, signal)
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
    const problem = problemOf(error)
    if (box.problem === undefined) this.#onProblem(name, problem)
    box.problem = problem
    first.attempts += 1
    // Half of it by chance, so that many monitors do not come at once.
    const delayInMs = Math.min(longestDelayInMs, firstDelayInMs * 2 ** (first.attempts - 1))
    first.notBefore = Date.now() + delayInMs * (0.5 + Math.random() / 2)
    if (!(error instanceof RefusedError) && first.attempts < mostAttempts) return
    if (this.#takeOut(box, first)) this.#lose(name, box, problem)
  }

  /** It may be gone already, since too many waited. @returns Whether it was there. */
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

/** No delay is longer than the longest: a time beyond that was set by a clock that was wrong. */
const dueAt = ({ notBefore }: Box['waiting'][number]) =>
  notBefore - Date.now() > longestDelayInMs ? Date.now() : notBefore

const isDue = (box: Box | undefined) => box?.waiting[0] !== undefined && dueAt(box.waiting[0]) <= Date.now()

const emptyBox = (): Box => ({ waiting: [], delivered: 0, lost: 0 })

/** Who is told by a function of its own may not know of the signal: then it is waited for no longer. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** An error of `fetch` says why only in its cause. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message
}

/** Where the events of a monitor go, by its options. */
export function destinationsOf({
  webhooks,
  telemetry,
  onEvent,
}: Pick<ReadMonitorOptions, 'webhooks' | 'telemetry' | 'onEvent'>): Destination[] {
  const all = [
    ...(onEvent === undefined
      ? []
      : [{ name: 'onEvent', send: async (event) => void (await onEvent(event)) } satisfies Destination]),
    ...(telemetry ? [telemetryEvents] : []),
    ...webhooks.map(webhook),
  ]
  return [...new Map(all.map((destination) => [destination.name, destination])).values()]
}
