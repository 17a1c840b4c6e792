import { asList, asRecord, isRecord } from './record.ts'
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

/**
 * Whether an output is what `scoreTraces` of Mastra makes of a stored trace, without a tool call in it. As of 1.71
 * it looks for calls where traces do not have them, so that nobody knows whether there were any.
 */
export function mayLackToolCalls(runOutput: unknown): boolean {
  if (isRecord(runOutput)) return typeof runOutput.text === 'string' && Array.isArray(runOutput.files)
  const [message, ...others] = asList(runOutput).map(asRecord)
  const { toolInvocations } = asRecord(message?.content)
  return (
    others.length === 0 &&
    message?.id === '' &&
    Array.isArray(toolInvocations) &&
    toolInvocations.length === 0
  )
}
