import { asList, asRecord, isObject } from './as-record.ts'
import { type Message, type Part, readText } from './message.ts'
import { readMessages } from './read-messages.ts'

export const questionFields = [
  ...['inputMessages', 'messages', 'prompt', 'text', 'content', 'parts', 'input', 'user'],
] as const

/**
 * Returns the part of an input that holds its messages: the input itself, or the first of `inputMessages`, `messages`,
 * `prompt`, `input` and `user` that it has. undefined if it has none.
 */
export function messagesInInput(runInput: unknown): unknown {
  if (!isObject(runInput)) return runInput
  const { inputMessages, messages, prompt, text, content, parts, input, user } = runInput
  if (Array.isArray(inputMessages)) return inputMessages
  if (Array.isArray(messages)) return messages
  if (prompt !== undefined) return prompt
  if (text !== undefined || content !== undefined || parts !== undefined) return runInput
  return input ?? user
}

/**
 * Returns the messages that came in with a run, without the remembered ones. A run's input is a text, a message, a list
 * of either, or an object that has them under `inputMessages`, `messages`, `prompt`, `input` or `user`.
 */
export function readInputMessages(runInput: unknown): Message[] {
  const messages = messagesInInput(runInput)
  return messages === undefined ? [] : readMessages(messages, 'user')
}

/** Returns the messages that an agent's memory added to a run, oldest first. */
export function readRememberedMessages(runInput: unknown): Message[] {
  return readMessages(asList(asRecord(runInput).rememberedMessages), 'user')
}

/** Returns the messages of an output with messages inside: `{ messages }`, `{ response: { messages } }`. */
export function messagesIn(runOutput: unknown): unknown {
  const { messages, response } = asRecord(runOutput)
  return messages ?? asRecord(response).messages ?? runOutput
}

/**
 * Returns the output messages of a run. Mastra repeats earlier parts in a later message when a signal arrives in the
 * middle of a run; such a part has the time stamp of the first and is left out.
 */
export function readOutputMessages(runOutput: unknown): Message[] {
  const seen = new Set<string>()
  return readMessages(messagesIn(runOutput), 'assistant').map((message) => {
    const keys = message.parts.map(identifyPart)
    const parts = message.parts.filter((_, index) => !seen.has(keys[index] ?? ''))
    for (const key of keys) if (key) seen.add(key)
    return { ...message, parts }
  })
}

function identifyPart(part: Part): string | undefined {
  if (part.createdAt === undefined) return undefined
  const { type, createdAt } = part
  if (type !== 'tool-call') return `${createdAt} ${type} ${part.text}`
  const { toolName, toolCallId, state } = part.call
  return `${createdAt} ${type} ${toolName} ${toolCallId} ${state}`
}

/** Returns a key of role and text, which is all that we can compare if ids are missing. */
export function fingerprint(message: Message): string {
  return `${message.role}: ${readText(message)}`
}
