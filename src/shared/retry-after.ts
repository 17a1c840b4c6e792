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
