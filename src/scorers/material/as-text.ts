/** A value as JSON; numbers too large for JSON by their digits. Empty for what JSON leaves out, as functions. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? ''
}

/** A text as it is, any other value as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'bigint' ? String(value) : asJson(value)
}
