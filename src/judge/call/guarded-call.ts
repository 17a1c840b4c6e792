import PQueue from 'p-queue'
import { either } from '../../shared/abort.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { callSurroundings, surroundCalls } from './call-context.ts'
import { isTransient } from './failure.ts'
import { retried } from './retry-call.ts'

export interface CallSettings {
  /** Concurrent calls to one model. Default 32. */
  concurrency?: number
  /** Calls to one model that may start per minute. Default: no limit. */
  requestsPerMinute?: number
  /** Time limit of one call, in milliseconds. Default 60,000. */
  timeoutInMs?: number
  /** The maximum number of retries after a transient failure. Default 3. */
  retries?: number
  /** Delay before the first retry, in milliseconds; doubles, with up to 100 % jitter. Default 500. */
  retryDelayInMs?: number
  /** The longest delay before a retry, whatever the provider's `Retry-After` says. Default 60,000. */
  maximumRetryDelayInMs?: number
}

/**
 * Makes a call to a model through the model's limiter, with a time limit, and retries it after a transient failure. A
 * call that waits for its retry does not occupy the limiter.
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
  const signal = either(ownSignal, around.signal)
  const { timeoutInMs = 60_000, retries = 3, retryDelayInMs = 500, maximumRetryDelayInMs = 60_000 } = settings
  const limiter = limiterFor(model, settings)
  return retried(
    () =>
      limiter.add(
        // The queue would otherwise run it in the async context of the call that made room.
        ({ signal: callSignal = new AbortController().signal }) =>
          surroundCalls(around, () => call(callSignal)),
        { timeout: timeoutInMs, signal },
      ),
    {
      signal,
      retries,
      delayInMs: retryDelayInMs,
      longestDelayInMs: maximumRetryDelayInMs,
      isWorthRepeating: isTransient,
      onFailed: (error) => around.onFailedCall?.(error),
    },
  )
}

const limiters = new Map<string, { queue: PQueue; limits: CallSettings }>()

/**
 * Returns the one queue for all calls to a model, whichever scorer or judge makes them, live or offline: a provider
 * counts per model, not per caller. Limits set by a judge replace the defaults from the next call on.
 *
 * @throws TypeError if another judge of this model in this process set other limits.
 */
function limiterFor(model: string, wanted: CallSettings): PQueue {
  const existing = limiters.get(model)
  for (const name of ['concurrency', 'requestsPerMinute'] as const) {
    const limit = existing?.limits[name]
    if (limit !== undefined && wanted[name] !== undefined && wanted[name] !== limit) {
      throw new TypeError(
        `${name} of ${model} is already ${limit} and cannot also be ${wanted[name]}: all judges of a model share its limits`,
      )
    }
  }
  const { concurrency, requestsPerMinute } = { ...existing?.limits, ...withoutUndefined(wanted) }
  const limits = withoutUndefined({ concurrency, requestsPerMinute })
  if (existing && Object.keys(limits).length === Object.keys(existing.limits).length) return existing.queue
  const rate = requestsPerMinute === undefined ? {} : { intervalCap: requestsPerMinute, interval: 60_000 }
  const queue = new PQueue({ concurrency: concurrency ?? 32, ...rate })
  limiters.set(model, { queue, limits })
  return queue
}
