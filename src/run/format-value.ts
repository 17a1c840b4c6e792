import type { JsonValue } from '../judge/contract.ts'
import { isObject } from '../shared/is-object.ts'

/**
 * Formats an input or ground truth for readers: text as it is, the text of a message or a list of messages, an object as
 * one line a field, and everything else as indented JSON.
 */
export function formatValue(value: JsonValue): string {
  const text = plainText(value)
  if (text !== undefined) return text
  if (!isObject(value) || Object.keys(value).length === 0) return JSON.stringify(value, null, 2)
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${formatField(field as JsonValue)}`)
    .join('\n')
}

function formatField(value: JsonValue): string {
  const text = plainText(value)
  if (text !== undefined) return text
  const fields = isObject(value) ? Object.entries(value) : []
  const isFlat = fields.length > 0 && fields.every(([, field]) => field === null || typeof field !== 'object')
  return isFlat ? fields.map(([name, field]) => `${name} ${field}`).join(', ') : JSON.stringify(value)
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
