import type { JsonValue } from '../judge/contract.ts'
import { isObject } from '../shared/is-object.ts'
import { isOfSimulatedUser } from './failures.ts'
import type { ItemRecord } from './item-record.ts'

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

/** Formats the input of an item where there is one line for it: of a simulated user, the goal alone. */
export const formatBriefly = ({ input, conversation, failure }: ItemRecord): string =>
  isObject(input) && typeof input.goal === 'string' && (conversation ?? isOfSimulatedUser(failure))
    ? input.goal
    : formatValue(input)

/** Formats an item's question; of a script, with what its user must have in the end, which the judge of goals sees. */
export function formatQuestion({ input, until }: Pick<ItemRecord, 'input' | 'until'>): string {
  const isToldAlready = until === undefined || (isObject(input) && 'goal' in input)
  return isToldAlready ? formatValue(input) : `${formatValue(input)}\n\nUntil: ${until}`
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
