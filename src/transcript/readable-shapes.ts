import { asList, isObject } from './as-record.ts'
import { messagesIn, messagesInInput } from './messages-of-run.ts'
import { readProviderCall } from './provider-call.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * Returns whether a message has its text where some library keeps it, even if the text is empty. `content: null` is
 * fine next to tool calls; alone, it says nothing about where the text went.
 */
function isMessage(value: unknown): boolean {
  if (isText(value) || value instanceof Error) return true
  if (!isObject(value)) return false
  const { role, type, content, parts, text, body, refusal, toolInvocations, tool_calls, error } = value
  if ([content, text, body].some(isText)) return true
  if ([content, parts].some(Array.isArray) || isObject(content) || isText(refusal)) return true
  if ([toolInvocations, tool_calls].some((calls) => asList(calls).length > 0 || (calls && role))) return true
  return (
    type === 'reasoning' || (error !== undefined && error !== null) || readProviderCall(value) !== undefined
  )
}

const isMessages = (value: unknown) => (Array.isArray(value) ? value.every(isMessage) : isMessage(value))

/**
 * Returns whether an answer can be read from an output. An output of another form (`{ answer: '…' }`, a number, a
 * stream that was not awaited) is not an empty answer: nobody knows what it says.
 */
export function isReadableOutput(runOutput: unknown): boolean {
  const output = messagesIn(runOutput)
  return output === undefined || output === null || isMessages(output)
}

/**
 * Returns whether an input has the form of a conversation, even an empty one. The input of a workflow may be an object
 * of any other form.
 */
export function isReadableInput(runInput: unknown): boolean {
  const messages = messagesInInput(runInput)
  return messages !== undefined && isMessages(messages)
}
