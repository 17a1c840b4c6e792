import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits for a store, but not for ever: a client that has lost its server may wait for it without end.
 *
 * @throws Error where the time is up; what the work throws otherwise.
 */
export async function inTime<Result>(timeoutInMs: number, work: () => Promise<Result>): Promise<Result> {
  const timer = new AbortController()
  const tooLate = delay(timeoutInMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${timeoutInMs} ms`)
  })
  tooLate.catch(() => {})
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    timer.abort()
  }
}
