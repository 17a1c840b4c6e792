import { setTimeout as delay } from 'node:timers/promises'
import pRetry from 'p-retry'
import { retryAfterInMs } from '../../shared/retry-after.ts'
import { isTransient, reportedFailure } from './failure.ts'
import { type Limits, limiterFor } from './limiter.ts'
import { callSurroundings, surroundCalls } from './surroundings.ts'

export const defaultTimeoutInMs = 60_000

export interface CallSettings extends Limits {
  /** Time limit of one call, in milliseconds. Default 60,000. */
  timeoutInMs?: number
  /** How often a call that failed in passing is repeated. Default 3. */
  retries?: number
  /** Wait before the first repeat, in milliseconds; it doubles with each, plus up to as much at random. Default 500. */
  retryDelayInMs?: number
  /** The longest wait before a repeat, whatever the provider's `Retry-After` says. Default 60,000. */
  maximumRetryDelayInMs?: number
}

/**
 * Makes a call to a model through the model's limiter, with a time limit, and repeats it where it failed in
 * passing. A call that waits before its repeat holds no place in the limiter.
 *
 * @param model Names the model whose limiter is used.
 * @param call Makes the call. Its signal aborts on cancellation and when the time is up.
 * @throws The last error of `call`, a TimeoutError, or the signal's reason.
 */
export function guardedCall<Result>(
  model: string,
  call: (signal: AbortSignal) => PromiseLike<Result>,
  settings: CallSettings,
  ownSignal?: AbortSignal,
): Promise<Result> {
  const around = callSurroundings()
  const { signal: outerSignal, onFailedCall } = around
  const signal =
    ownSignal && outerSignal ? AbortSignal.any([ownSignal, outerSignal]) : (ownSignal ?? outerSignal)
  const {
    timeoutInMs = defaultTimeoutInMs,
    retries = 3,
    retryDelayInMs = 500,
    maximumRetryDelayInMs = 60_000,
  } = settings
  const limiter = limiterFor(model, settings)
  return pRetry(
    () =>
      limiter.add(
        // The queue would run it within the surroundings of whichever call made room.
        ({ signal: callSignal = new AbortController().signal }) =>
          surroundCalls(around, () => call(callSignal)),
        { timeout: timeoutInMs, signal },
      ),
    {
      signal,
      retries,
      minTimeout: retryDelayInMs,
      maxTimeout: maximumRetryDelayInMs,
      randomize: true,
      shouldRetry: ({ error }) => isTransient(error),
      onFailedAttempt: async ({ error, retryDelay }) => {
        onFailedCall?.(error)
        const asked = retryAfterInMs(reportedFailure(error)?.responseHeaders)
        if (retryDelay === 0 || asked === undefined || !isTransient(error)) return
        // What p-retry waits on its own comes on top, so only the rest is waited here.
        const rest = Math.max(0, Math.min(asked, maximumRetryDelayInMs) - retryDelay)
        await delay(rest, undefined, { signal }).catch(() => signal?.throwIfAborted())
      },
    },
  )
}
