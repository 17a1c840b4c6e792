import { setTimeout as delay } from 'node:timers/promises'

/**
 * How long a provider asks to wait, from its `retry-after-ms` or `retry-after` header (seconds or a date).
 *
 * @returns Milliseconds from now, 0 or more; undefined where nothing readable was sent.
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

/**
 * Waits as long as a provider asks, beyond what is waited already.
 *
 * @throws The signal's reason where it aborts.
 */
export async function waitAsAsked(
  headers: Readonly<Record<string, string>> | undefined,
  { waitedInMs, atMostInMs, signal }: { waitedInMs: number; atMostInMs: number; signal?: AbortSignal },
): Promise<void> {
  const asked = retryAfterInMs(headers)
  if (asked === undefined) return
  const rest = Math.max(0, Math.min(asked, atMostInMs) - waitedInMs)
  await delay(rest, undefined, { signal }).catch(() => signal?.throwIfAborted())
}
