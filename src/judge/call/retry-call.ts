import { setTimeout as delay } from 'node:timers/promises'
import pRetry from 'p-retry'
import { reportedFailure } from './failure.ts'

/**
 * Retries work after a transient failure, and waits as long as the provider asks in `Retry-After`.
 *
 * @throws The last error, or the signal's reason.
 */
export function retried<Result>(
  work: () => Promise<Result>,
  how: {
    readonly retries: number
    /** Delay before the first retry, in milliseconds; doubles, with up to 100 % jitter. */
    readonly delayInMs: number
    /** The longest delay, whatever the provider asks for. */
    readonly longestDelayInMs: number
    readonly isWorthRepeating: (error: unknown) => boolean
    readonly onFailed: (error: Error, attempt: number) => void
    readonly signal?: AbortSignal
  },
): Promise<Result> {
  const { retries, delayInMs, longestDelayInMs, isWorthRepeating, onFailed, signal } = how
  return pRetry(work, {
    signal,
    retries,
    minTimeout: delayInMs,
    maxTimeout: longestDelayInMs,
    randomize: true,
    shouldRetry: ({ error }) => isWorthRepeating(error),
    onFailedAttempt: async ({ error, attemptNumber, retryDelay }) => {
      onFailed(error, attemptNumber)
      if (retryDelay === 0 || !isWorthRepeating(error)) return
      const asked = retryAfterInMs(reportedFailure(error)?.responseHeaders)
      if (asked === undefined) return
      // p-retry adds its own delay to this.
      const rest = Math.max(0, Math.min(asked, longestDelayInMs) - retryDelay)
      await delay(rest, undefined, { signal }).catch(() => signal?.throwIfAborted())
    },
  })
}

/**
 * Returns the delay that a provider asks for in its `retry-after-ms` or `retry-after` header (seconds or a date).
 *
 * @returns Milliseconds from now, 0 or more; undefined if neither header is readable.
 */
export function retryAfterInMs(
  headers: Readonly<Record<string, string>> | undefined,
  now: number = Date.now(),
): number | undefined {
  const inMs = Number.parseFloat(headers?.['retry-after-ms'] ?? '')
  if (Number.isFinite(inMs)) return Math.max(0, inMs)
  const header = headers?.['retry-after']
  if (header === undefined) return undefined
  const inSeconds = Number(header)
  const delay = Number.isFinite(inSeconds) ? inSeconds * 1000 : Date.parse(header) - now
  return Number.isFinite(delay) ? Math.max(0, delay) : undefined
}
