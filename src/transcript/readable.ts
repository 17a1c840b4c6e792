import { asList, asRecord, isObject } from './record.ts'
import { messagesIn, messagesInInput } from './run.ts'

const isText = (value: unknown) => typeof value === 'string'

/**
 * Whether a message has its words where some library keeps them, be it none. `content: null` stands beside tool
 * calls that say all there is to say; by itself, nobody knows where the words went.
 */
function isMessage(value: unknown): boolean {
  if (isText(value) || value instanceof Error) return true
  if (!isObject(value)) return false
  const { content, parts, text, body, toolInvocations, tool_calls, error } = value
  if ([content, text, body].some(isText)) return true
  if ([content, parts, toolInvocations, tool_calls].some(Array.isArray)) return true
  return isObject(content) || error !== undefined
}

const isMessages = (value: unknown) => (Array.isArray(value) ? value.every(isMessage) : isMessage(value))

/**
 * Whether an output has a form that an answer can be read from. An output of another form (`{ answer: '…' }`, a
 * number, a stream that was not awaited) is not an empty answer: nobody knows what it says.
 */
export function isReadableOutput(runOutput: unknown): boolean {
  const output = messagesIn(runOutput)
  return output === undefined || output === null || isMessages(output)
}

/**
 * Whether an input has the form of a conversation, be it without a word. The input of a workflow may be an object
 * of any other form.
 */
export function isReadableInput(runInput: unknown): boolean {
  const messages = messagesInInput(runInput)
  return messages !== undefined && isMessages(messages)
}

/**
 * Whether an output is what `scoreTraces` of Mastra makes of a stored trace, without a tool call in it. As of 1.71
 * it looks for calls where traces do not have them, so that nobody knows whether there were any.
 */
export function mayLackToolCalls(runOutput: unknown): boolean {
  if (isObject(runOutput)) return typeof runOutput.text === 'string' && Array.isArray(runOutput.files)
  const [message, ...others] = asList(runOutput).map(asRecord)
  const { toolInvocations } = asRecord(message?.content)
  return (
    others.length === 0 &&
    message?.id === '' &&
    Array.isArray(toolInvocations) &&
    toolInvocations.length === 0
  )
}
