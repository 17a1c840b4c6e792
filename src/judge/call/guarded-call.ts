import { setTimeout as delay } from 'node:timers/promises'
import pRetry from 'p-retry'
import { isTransient, reportedFailure } from './failure.ts'
import { type Limits, limiterFor } from './limiter.ts'
import { retryAfterInMs } from './retry-after.ts'

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

/** The longest delay that a timer can hold. */
const maximumTimerInMs = 2_147_483_647

/** @throws TypeError that names the setting. */
export function checkCallSettings(settings: CallSettings): void {
  const check = (name: keyof CallSettings, valid: (value: number) => boolean, wanted: string) => {
    const value = settings[name]
    if (value !== undefined && !valid(value)) throw new TypeError(`${name} must be ${wanted}, not ${value}`)
  }
  const delayInMs = (value: number) => value >= 0 && value <= maximumTimerInMs
  check('concurrency', (value) => Number.isInteger(value) && value > 0, 'a whole number above 0')
  check('requestsPerMinute', (value) => Number.isInteger(value) && value > 0, 'a whole number above 0')
  check('timeoutInMs', (value) => value > 0 && value <= maximumTimerInMs, `a number of milliseconds above 0`)
  check('retries', (value) => Number.isInteger(value) && value >= 0, 'a whole number of 0 or more')
  check('retryDelayInMs', delayInMs, 'a number of milliseconds of 0 or more')
  check('maximumRetryDelayInMs', delayInMs, 'a number of milliseconds of 0 or more')
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
  signal?: AbortSignal,
): Promise<Result> {
  const { timeoutInMs = 60_000, retries = 3, retryDelayInMs = 500, maximumRetryDelayInMs = 60_000 } = settings
  const limiter = limiterFor(model, settings)
  return pRetry(
    () =>
      limiter.add(({ signal: callSignal = new AbortController().signal }) => call(callSignal), {
        timeout: timeoutInMs,
        signal,
      }),
    {
      signal,
      retries,
      minTimeout: retryDelayInMs,
      maxTimeout: maximumRetryDelayInMs,
      randomize: true,
      shouldRetry: ({ error }) => isTransient(error),
      onFailedAttempt: async ({ error, retryDelay }) => {
        const asked = retryAfterInMs(reportedFailure(error)?.responseHeaders)
        if (retryDelay === 0 || asked === undefined || !isTransient(error)) return
        // What p-retry waits on its own comes on top, so only the rest is waited here.
        const rest = Math.max(0, Math.min(asked, maximumRetryDelayInMs) - retryDelay)
        await delay(rest, undefined, { signal }).catch(() => signal?.throwIfAborted())
      },
    },
  )
}
