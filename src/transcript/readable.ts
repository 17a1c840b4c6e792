import { asList, asRecord, isObject } from './as-record.ts'
import type { Message } from './message.ts'
import { messagesIn, messagesInInput } from './messages-of-run.ts'
import { readProviderCall } from './provider-call.ts'
import { readMessages } from './read-messages.ts'

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

/**
 * Returns whether an output comes from Mastra's `scoreTraces` for a stored trace and has no tool call. As of 1.71
 * `scoreTraces` looks for calls where traces do not have them, so nobody knows whether there were any.
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

const callLike = /(?:tool|function)[-_ ]?(?:call|use|invocation|request)/i
const callField = /^(?:tool|function)[-_ ]?(?:calls?|uses?|invocations?|requests?)$/i
/** Forms of the AI SDK and of Mastra: we read them, or their call is still receiving its arguments. */
const known = /^data-|^tool-?[iI]nvocations?$/

/** Returns the name of a tool call in a form of its own, if a message or a part of it has one. */
function callFormIn(value: unknown): string | undefined {
  const { content, parts, ...message } = asRecord(value)
  const records = [
    message,
    message.additional_kwargs,
    content,
    ...asList(content),
    ...asList(parts),
    ...asList(asRecord(content).parts),
  ]
  const forms = records
    .map(asRecord)
    .flatMap(({ type, kind, part_kind, ...fields }) => [
      ...[type, kind, part_kind].filter((one) => isText(one) && callLike.test(one)),
      ...Object.keys(fields).filter(
        (name) => callField.test(name) && Object.keys(Object(fields[name])).length > 0,
      ),
    ])
  return forms.filter(isText).find((form) => !known.test(form))
}

/** Returns the output's name for tool calls that we cannot read, so that nobody knows how many there were. */
export const unreadCallsIn = (runOutput: unknown): string | undefined =>
  [messagesIn(runOutput)]
    .flat()
    .filter((message) => !readMessages([message], 'assistant').some(hasCall))
    .map(callFormIn)
    .find((form) => form !== undefined)

const hasCall = ({ parts }: Message) => parts.some(({ type }) => type === 'tool-call')
