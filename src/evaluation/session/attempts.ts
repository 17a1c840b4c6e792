import { retried } from '../../judge/call/retried.ts'
import { isWorthRepeating, reviveError } from '../../run/failures.ts'

const maximumDelayInMs = 60_000

/**
 * Tries work again where it failed in passing: overload, rate limits, broken connections. It waits as long as
 * the provider asks in `Retry-After`, but no longer than a minute.
 *
 * @throws The last error, or the signal's reason.
 */
export function withAttempts<Result>(
  work: () => Promise<Result>,
  {
    attempts,
    retryDelayInMs,
    signal,
    onFailed,
  }: {
    /** How often it is tried, 1 or more. */
    readonly attempts: number
    /** Wait before the second try, in milliseconds; it doubles with each, plus up to as much at random. */
    readonly retryDelayInMs: number
    readonly signal: AbortSignal
    /** Told of each failed try. */
    readonly onFailed: (error: Error, attempt: number) => void
  },
): Promise<Result> {
  const attempt = async () => {
    try {
      return await work()
    } catch (error) {
      throw reviveError(error)
    }
  }
  return retried(attempt, {
    ...{ signal, isWorthRepeating, onFailed },
    retries: attempts - 1,
    delayInMs: retryDelayInMs,
    longestDelayInMs: maximumDelayInMs,
  })
}
