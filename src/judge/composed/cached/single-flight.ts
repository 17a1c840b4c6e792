import { either, orAborted } from '../../../shared/abort.ts'
import { callSurroundings, surroundCalls } from '../../call/call-context.ts'

interface Flight<Result> {
  readonly work: Promise<Result>
  readonly controller: AbortController
  waiting: number
}

/** Shares running work: a second request with the same key waits for it instead of starting it again. */
export function singleFlight<Result>() {
  const flights = new Map<string, Flight<Result>>()
  const landed = new WeakSet<Flight<Result>>()

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController()
    // The signal around the first caller belongs to that caller alone: the work continues for the others.
    const { signal: _, ...around } = callSurroundings()
    const flight: Flight<Result> = {
      controller,
      waiting: 0,
      work: surroundCalls(around, () => work(controller.signal)).finally(() => end(key, flight)),
    }
    flights.set(key, flight)
    return flight
  }

  function end(key: string, flight: Flight<Result>): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  return {
    /**
     * @param own Cancels the wait of this caller, as the signal around its calls does; also the work, if
     *   nobody else waits for it.
     * @returns The result, and whether this caller is the first to get it.
     */
    async join(
      key: string,
      own: AbortSignal | undefined,
      work: (signal: AbortSignal) => Promise<Result>,
    ): Promise<{ result: Result; first: boolean }> {
      const signal = either(own, callSurroundings().signal)
      signal?.throwIfAborted()
      const flight = flights.get(key) ?? begin(key, work)
      flight.waiting += 1
      try {
        const result = await orAborted(flight.work, signal)
        const first = !landed.has(flight)
        landed.add(flight)
        return { result, first }
      } finally {
        flight.waiting -= 1
        if (flight.waiting === 0 && signal?.aborted) {
          // Removed first: a new caller must not join work that is being cancelled.
          end(key, flight)
          flight.controller.abort(signal.reason)
        }
      }
    },
  }
}
