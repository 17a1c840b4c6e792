import { type Message, type Part, textOf } from './message.ts'
import { readMessages } from './normalise.ts'
import { asList, asRecord, isRecord } from './record.ts'

/**
 * The messages that came in with a run, without the remembered ones. A run's input is a text, a message, a
 * list of either, or an object that has them under `inputMessages`, `messages`, `prompt`, `input` or `user`.
 */
export function inputMessagesOf(runInput: unknown): Message[] {
  if (!isRecord(runInput)) return runInput === undefined ? [] : readMessages(runInput, 'user')
  const { inputMessages, messages, prompt, text, content, parts, input, user } = runInput
  if (Array.isArray(inputMessages)) return readMessages(inputMessages, 'user')
  if (Array.isArray(messages)) return readMessages(messages, 'user')
  if (prompt !== undefined) return readMessages(prompt, 'user')
  if (text !== undefined || content !== undefined || parts !== undefined)
    return readMessages(runInput, 'user')
  const inner = input ?? user
  return inner === undefined ? [] : readMessages(inner, 'user')
}

/** The messages that an agent's memory added to a run, oldest first. */
export function rememberedMessagesOf(runInput: unknown): Message[] {
  return readMessages(asList(asRecord(runInput).rememberedMessages), 'user')
}

/** The messages of an output that carries them inside: `{ messages }`, `{ response: { messages } }`. */
export function messagesIn(runOutput: unknown): unknown {
  const { messages, response } = asRecord(runOutput)
  return messages ?? asRecord(response).messages ?? runOutput
}

/**
 * The messages that a run put out. Mastra repeats earlier parts in a later message when a signal arrives in
 * the middle of a run; such a part has the time stamp of the first and is left out.
 */
export function outputMessagesOf(runOutput: unknown): Message[] {
  const seen = new Set<string>()
  return readMessages(messagesIn(runOutput), 'assistant').map((message) => {
    const keys = message.parts.map(stampOf)
    const parts = message.parts.filter((_, index) => !seen.has(keys[index] ?? ''))
    for (const key of keys) if (key) seen.add(key)
    return { ...message, parts }
  })
}

function stampOf(part: Part): string | undefined {
  if (part.createdAt === undefined) return undefined
  return `${part.createdAt} ${part.type} ${part.type === 'tool-call' ? part.call.toolCallId : part.text}`
}

/** Whether two messages say the same in the same role, which is all that can be compared where ids are missing. */
export function fingerprint(message: Message): string {
  return `${message.role}: ${textOf(message)}`
}
