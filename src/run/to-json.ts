import { createHash } from 'node:crypto'
import type { JsonValue } from '../judge/contract.ts'
import { canonicalJson } from '../shared/canonical-json.ts'

/**
 * Converts a value to JSON: dates become text, undefined fields are left out.
 *
 * @throws TypeError for a value that JSON cannot hold: undefined, a function, a BigInt, a cycle.
 */
export function toJson(value: unknown): JsonValue {
  if (typeof value === 'string') return value
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`${typeof value} is not a JSON value`)
  return JSON.parse(text) as JsonValue
}

/** @throws TypeError for a value that JSON cannot hold, or would hold as something else: a Map, a Set, NaN. */
export function checkJson(value: unknown): void {
  if (typeof value === 'string') return
  const text = JSON.stringify(value, (_name, part: unknown) => {
    if (part instanceof Map || part instanceof Set)
      throw new TypeError(`a ${part.constructor.name} would be empty: make it a list or an object`)
    if (typeof part === 'number' && !Number.isFinite(part)) throw new TypeError(`${part} would be null`)
    return part
  })
  if (text === undefined) throw new TypeError(`${typeof value} is not a JSON value`)
}

/** Returns the SHA-256 of the canonical JSON, as 64 hexadecimal digits. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

export const toOptionalJson = (value: unknown) => (value === undefined ? undefined : toJson(value))

/** Hashes a list like `hashJson`, one entry at a time. */
export function hashOfList(entries: Iterable<unknown>): string {
  const hash = createHash('sha256').update('[')
  let separator = ''
  for (const entry of entries) {
    hash.update(separator).update(canonicalJson(entry))
    separator = ','
  }
  return hash.update(']').digest('hex')
}
