/**
 * Texts that occur several times in a value are kept once: next to it in a list, and in their places as
 * `{"$text": <index>}`. The result of a tool stands in several messages, in the context of several scorers, and in
 * several turns.
 */
export interface WithSharedTexts {
  readonly texts?: readonly string[]
}

const key = '$text'

/** A reference is about as long as this many characters. */
const worthSharing = 100

/** Shares the texts of a JSON object; unchanged if nothing repeats, or if a part of it looks like a reference. */
export function shareTexts<Value extends object>(value: Value): Value & WithSharedTexts {
  const counts = new Map<string, number>()
  if ('texts' in value || !countTexts(value, counts)) return value
  const texts = [...counts].flatMap(([text, count]) => (count > 1 ? text : []))
  if (texts.length === 0) return value
  const places = new Map(texts.map((text, index) => [text, { [key]: index }]))
  return { ...(mapTexts(value, (text) => places.get(text) ?? text) as Value), texts }
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

function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapTexts(part, change)]))
}

/** Undoes {@link shareTexts}. A reference to a text that is not there stays as it is. */
export function withoutSharedTexts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { texts, ...rest } = value as WithSharedTexts
  return Array.isArray(texts) ? replaceReferences(rest, texts) : value
}

function replaceReferences(value: unknown, texts: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((part) => replaceReferences(part, texts))
  if (typeof value !== 'object' || value === null) return value
  const { [key]: index } = value as { readonly [key]?: number }
  if (index !== undefined) return texts[index] ?? value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, replaceReferences(part, texts)]),
  )
}
