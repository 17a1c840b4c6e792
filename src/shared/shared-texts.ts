import { isObject } from './is-object.ts'
import { mapParts } from './map-parts.ts'

const key = '$text'

/** A reference is about as long as this many characters. */
const worthSharing = 100

/**
 * Shares the texts of a JSON object: those that occur several times are kept once, next to it in a list, and in their
 * places as `{"$text": <index>}`. The result of a tool stands in several messages, in the context of several scorers, and
 * in several turns. Unchanged if nothing repeats, or if a part of it looks like a reference.
 */
export function shareTexts<Value extends object>(
  value: Value,
): Value & { readonly texts?: readonly string[] } {
  const counts = new Map<string, number>()
  if ('texts' in value || !countTexts(value, counts)) return value
  const texts = [...counts].flatMap(([text, count]) => (count > 1 ? text : []))
  if (texts.length === 0) return value
  const places = new Map(texts.map((text, index) => [text, { [key]: index }]))
  const shared = mapParts(value, (part) => (typeof part === 'string' ? places.get(part) : undefined))
  return { ...(shared as Value), texts }
}

/** @returns Whether references can be told from the rest of the value. */
function countTexts(value: unknown, counts: Map<string, number>): boolean {
  if (typeof value === 'string') {
    if (value.length > worthSharing) counts.set(value, (counts.get(value) ?? 0) + 1)
    return true
  }
  if (typeof value !== 'object' || value === null) return true
  if (key in value) return false
  return Object.values(value).every((part) => countTexts(part, counts))
}

/** Undoes {@link shareTexts}. A reference to a text that is not there stays as it is. */
export function withoutSharedTexts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { texts, ...rest } = value as { readonly texts?: readonly string[] }
  if (!Array.isArray(texts)) return value
  return mapParts(rest, (part) => {
    const index = isObject(part) ? part[key] : undefined
    return index === undefined ? undefined : (texts[index as number] ?? part)
  })
}
