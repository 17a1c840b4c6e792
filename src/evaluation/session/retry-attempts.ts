import { retried } from '../../judge/call/retry-call.ts'
import { isWorthRepeating, reviveError } from '../../run/failures.ts'

const maximumDelayInMs = 60_000

/**
 * Retries work after transient failures: overload, rate limits, broken connections. It waits as long as the provider
 * asks in `Retry-After`, but no longer than a minute.
 *
 * @throws The last error, or the signal's reason.
 */
export function withAttempts<Result>(
  work: () => Promise<Result>,
  how: {
    /** The number of attempts, 1 or more. */
    readonly attempts: number
    /** Wait before the second attempt, in milliseconds. It doubles each time, plus up to as much randomly. */
    readonly retryDelayInMs: number
    readonly signal: AbortSignal
    readonly onFailed: (error: Error, attempt: number) => void
  },
): Promise<Result> {
  const { attempts, retryDelayInMs, signal, onFailed } = how
  const attempt = async () => {
    try {
      return await work()
    } catch (error) {
      throw reviveError(error)
    }
  }
  return retried(attempt, {
    signal,
    isWorthRepeating,
    onFailed,
    retries: attempts - 1,
    delayInMs: retryDelayInMs,
    longestDelayInMs: maximumDelayInMs,
  })
}
