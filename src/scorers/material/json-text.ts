/** Replaces values that JSON lacks: a scorer must neither fail on a tool's result nor omit part of it. */
function inWords(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value === 'function') return `[function ${value.name}]`
  if (value instanceof Error) return String(value)
  return value instanceof Map || value instanceof Set ? [...value] : value
}

/**
 * Returns any value as JSON text, for a judge to read. Big integers become their digits in quotes; functions, symbols,
 * errors and non-finite numbers become their names, maps and sets become lists, and a value inside itself becomes
 * '[circular]'.
 *
 * @returns Empty for undefined.
 */
export function jsonText(value: unknown): string {
  const around: { readonly item: unknown; readonly read: unknown }[] = []
  const text = JSON.stringify(value, function replace(this: unknown, _key, item: unknown) {
    const read = inWords(item)
    if (typeof read !== 'object' || read === null) return read
    while (around.length > 0 && around.at(-1)?.read !== this) around.pop()
    if (around.some((outer) => outer.item === item)) return '[circular]'
    around.push({ item, read })
    return read
  })
  return text ?? ''
}

export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'bigint' ? String(value) : jsonText(value)
}
