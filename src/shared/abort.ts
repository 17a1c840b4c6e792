import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits for work that may ignore the signal. It leaves no listener on the signal, which may live as long as the
 * process.
 *
 * @throws The signal's reason as soon as it aborts; otherwise the work's own error.
 */
export async function orAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work
  // Once the work is abandoned, nobody handles its error.
  Promise.resolve(work).catch(() => undefined)
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Waits, and ends early without an error when the signal aborts. */
export const pause = (inMs: number, signal?: AbortSignal): Promise<void> =>
  delay(inMs, undefined, { signal }).catch(() => undefined)

/** Runs work in parallel. The first failure fails everything, and the signal stops the rest, which would only cost. */
export async function allOrNone<Results extends unknown[]>(
  signal: AbortSignal | undefined,
  work: readonly [...{ [Place in keyof Results]: (signal: AbortSignal) => Promise<Results[Place]> }],
): Promise<Results> {
  signal?.throwIfAborted()
  const { controller, release } = follow(signal)
  try {
    return (await Promise.all(work.map((piece) => piece(controller.signal)))) as Results
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    release()
  }
}

export function either(
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other)
}

/**
 * Returns a signal for one piece of work, which aborts with the run's signal, or with a TimeoutError when the time is
 * up. `release` detaches it from both.
 */
export function timeLimit(
  timeoutInMs: number,
  run: AbortSignal,
): { signal: AbortSignal; release: () => void } {
  const { controller, release } = follow(run)
  const timer = setTimeout(() => {
    controller.abort(
      new DOMException(`the item took longer than ${timeoutInMs} ms (timeoutInMs)`, 'TimeoutError'),
    )
  }, timeoutInMs)
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer)
      release()
    },
  }
}

/** Makes a controller that aborts with the signal until released. */
function follow(signal: AbortSignal | undefined): { controller: AbortController; release: () => void } {
  const controller = new AbortController()
  const cancel = () => controller.abort(signal?.reason)
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  return { controller, release: () => signal?.removeEventListener('abort', cancel) }
}
