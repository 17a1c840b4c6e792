import pRetry from 'p-retry'
import { reportedFailure } from '../judge/call/failure.ts'
import { waitAsAsked } from '../shared/retry-after.ts'
import { isWorthRepeating, reviveError } from './failures.ts'

export interface AttemptSettings {
  /** How often it is tried, 1 or more. */
  readonly attempts: number
  /** Wait before the second try, in milliseconds; it doubles with each, plus up to as much at random. */
  readonly retryDelayInMs: number
  readonly signal: AbortSignal
  /** Told of each failed try. */
  readonly onFailed: (error: Error, attempt: number) => void
}

const maximumDelayInMs = 60_000

/**
 * Tries work again where it failed in passing: overload, rate limits, broken connections. It waits as long as
 * the provider asks in `Retry-After`, but no longer than a minute.
 *
 * @throws The last error, or the signal's reason.
 */
export function withAttempts<Result>(
  work: () => Promise<Result>,
  { attempts, retryDelayInMs, signal, onFailed }: AttemptSettings,
): Promise<Result> {
  const attempt = async () => {
    try {
      return await work()
    } catch (error) {
      throw reviveError(error)
    }
  }
  return pRetry(attempt, {
    signal,
    retries: attempts - 1,
    minTimeout: retryDelayInMs,
    maxTimeout: maximumDelayInMs,
    randomize: true,
    shouldRetry: ({ error }) => isWorthRepeating(error),
    onFailedAttempt: async ({ error, attemptNumber, retryDelay }) => {
      onFailed(error, attemptNumber)
      if (retryDelay === 0 || !isWorthRepeating(error)) return
      // What p-retry waits on its own comes on top.
      const wait = { waitedInMs: retryDelay, atMostInMs: maximumDelayInMs, signal }
      await waitAsAsked(reportedFailure(error)?.responseHeaders, wait)
    },
  })
}
