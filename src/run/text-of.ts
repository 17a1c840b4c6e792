import type { JsonValue } from '../judge/contract.ts'
import { isObject } from '../shared/is-object.ts'

/**
 * Formats an input or ground truth for readers: text as it is, the text of a message or a list of messages, and
 * everything else as indented JSON.
 */
export function formatValue(value: JsonValue): string {
  return plainText(value) ?? JSON.stringify(value, null, 2)
}

function plainText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) {
    const texts = value.map(plainText)
    return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join('\n\n') : undefined
  }
  if (!isObject(value)) return undefined
  const text = plainText(value.content ?? value.parts ?? value.text)
  if (text === undefined) return undefined
  return typeof value.role === 'string' ? `${value.role}: ${text}` : text
}
