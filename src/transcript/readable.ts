import type { Message } from './message.ts'
import { readMessages } from './normalise.ts'
import { readProviderCall } from './provider-call.ts'
import { asList, asRecord, isObject } from './record.ts'
import { messagesIn, messagesInInput } from './run.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * Whether a message has its words where some library keeps them, be it none. `content: null` stands beside tool
 * calls that say all there is to say; by itself, nobody knows where the words went.
 */
function isMessage(value: unknown): boolean {
  if (isText(value) || value instanceof Error) return true
  if (!isObject(value)) return false
  const { type, content, parts, text, body, toolInvocations, tool_calls, error } = value
  if ([content, text, body].some(isText)) return true
  if ([content, parts, toolInvocations, tool_calls].some(Array.isArray)) return true
  if (isObject(content) || error !== undefined) return true
  return type === 'reasoning' || readProviderCall(value) !== undefined
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

const callLike = /(?:tool|function)[-_ ]?(?:call|use|invocation|request)/i
const callField = /^(?:tool|function)[-_ ]?(?:calls?|uses?|invocations?|requests?)$/i
/** Those of the AI SDK and of Mastra are read, or tell of a call whose arguments still arrive. */
const known = /^data-|^tool-?[iI]nvocations?$/

/** What a message or a part of it calls a tool call, where it has one in a form of its own. */
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

/** How an output names the tool calls of a message in which none is read, so that nobody knows how many there were. */
export const unreadCallsIn = (runOutput: unknown): string | undefined =>
  [messagesIn(runOutput)]
    .flat()
    .filter((message) => !readMessages([message], 'assistant').some(hasCall))
    .map(callFormIn)
    .find((form) => form !== undefined)

const hasCall = ({ parts }: Message) => parts.some(({ type }) => type === 'tool-call')
