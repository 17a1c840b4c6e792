import type { JsonValue } from '../../judge/contract.ts'
import { isObject } from '../../shared/is-object.ts'
import { mapParts } from '../../shared/map-parts.ts'
import { readAnswer } from '../../transcript/index.ts'
import type { AuditedAnswer, ScorerInput } from './audited-answer.ts'

export const mapTexts = <Value extends JsonValue | undefined>(
  value: Value,
  change: (text: string) => string,
): Value => mapParts(value, (part) => (typeof part === 'string' ? change(part) : undefined)) as Value

/**
 * Replaces the text of an answer. If it has several parts, all but the last are emptied.
 *
 * @returns Undefined if the output has a shape in which the new text would not be read back.
 */
export function withAnswer(
  { input, output, groundTruth }: AuditedAnswer,
  text: string,
): ScorerInput | undefined {
  if (typeof output === 'string') return { input, output: text, groundTruth }
  const places = findTexts(output)
  const last = places.at(-1)
  if (last === undefined) return undefined
  const replaced = replaceAt(output, places, last, text)
  return readAnswer(replaced).trim() === text.trim() ? { input, output: replaced, groundTruth } : undefined
}

/** Changes the question. Returns undefined if there is none, or the input does not have it word for word. */
export function withQuestion(
  { input, output, groundTruth, question }: AuditedAnswer,
  change: (question: string) => string,
): ScorerInput | undefined {
  if (question === undefined || question.trim() === '') return undefined
  let changed = 0
  const replaced = mapTexts(input, (text) => {
    if (text.trim() !== question.trim()) return text
    changed += 1
    return change(question)
  })
  return changed === 0 ? undefined : { input: replaced, output, groundTruth }
}

type Path = readonly (string | number)[]

/** Finds the assistant's texts: text parts, or the whole content of a message. */
function findTexts(value: JsonValue, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => findTexts(part, [...path, index]))
  if (!isObject(value)) return []
  if (value.role !== undefined && value.role !== 'assistant') return []
  if (typeof value.text === 'string' && (value.type === undefined || value.type === 'text'))
    return [[...path, 'text']]
  if (value.type !== undefined && value.type !== 'message' && value.role === undefined) return []
  if (typeof value.content === 'string' && !Array.isArray(value.parts)) return [[...path, 'content']]
  return ['content', 'parts'].flatMap((name) => {
    const inner = value[name]
    return inner === undefined || typeof inner === 'string' ? [] : findTexts(inner, [...path, name])
  })
}

/** Puts the text in one place and empties the others. Also changes copies of the text next to its parts. */
function replaceAt(output: JsonValue, places: readonly Path[], last: Path, text: string): JsonValue {
  const copy = structuredClone(output)
  const put = (path: Path, value: string) => {
    const parent = path.slice(0, -1).reduce<unknown>((at, name) => (at as never)[name], copy) as Record<
      string | number,
      unknown
    >
    parent[path.at(-1) as string | number] = value
    // Mastra keeps the text of a message next to its parts.
    const holder = path.slice(0, -3).reduce<unknown>((at, name) => (at as never)[name], copy)
    if (isObject(holder) && typeof holder.content === 'string' && Array.isArray(holder.parts))
      (holder as Record<string, unknown>).content = value
  }
  for (const place of places) put(place, '')
  put(last, text)
  return copy
}
