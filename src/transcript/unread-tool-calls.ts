import { asList, asRecord, isObject } from './as-record.ts'
import type { Message } from './message.ts'
import { messagesIn } from './messages-of-run.ts'
import { readMessages } from './read-messages.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

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
