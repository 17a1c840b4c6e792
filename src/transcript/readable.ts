import { isRecord } from './record.ts'
import { messagesIn } from './run.ts'

const isText = (value: unknown) => typeof value === 'string'

/** Whether a message has its words where some library keeps them, be it none. */
function isMessage(value: unknown): boolean {
  if (isText(value) || value instanceof Error) return true
  if (!isRecord(value)) return false
  const { content, parts, text, body, toolInvocations, error } = value
  if ([content, text, body].some(isText) || [content, parts, toolInvocations].some(Array.isArray)) return true
  return isRecord(content) || error !== undefined
}

/**
 * Whether an output has a form that an answer can be read from. An output of another form (`{ answer: '…' }`, a
 * number, a stream that was not awaited) is not an empty answer: nobody knows what it says.
 */
export function isReadableOutput(runOutput: unknown): boolean {
  const output = messagesIn(runOutput)
  if (output === undefined || output === null) return true
  return Array.isArray(output) ? output.every(isMessage) : isMessage(output)
}
