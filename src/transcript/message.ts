/** A call of a tool, with its result once there is one. */
export interface ToolCall {
  /** Empty in an answer that only names the call. */
  readonly toolName: string
  /** Empty if the message has none. */
  readonly toolCallId: string
  readonly args: unknown
  /** No answer yet, not allowed, answered by the tool, or failed with an error. */
  readonly state: 'waiting' | 'denied' | 'returned' | 'threw'
  /** The tool's result, or its error text. */
  readonly result: unknown
  /** Also true for an answer that the tool itself marked as an error, and for a call that Mastra rejected. */
  readonly isError: boolean
}

export type Part =
  | { readonly type: 'text' | 'reasoning' | 'error'; readonly text: string; readonly createdAt?: number }
  /** An attachment: its kind and, if it has one, its name. */
  | { readonly type: 'file'; readonly text: string; readonly createdAt?: number }
  | { readonly type: 'tool-call'; readonly call: ToolCall; readonly createdAt?: number }

/** 'signal' is neither a person's nor the model's: a notification, a reminder, feedback of a check. */
export type Role = 'user' | 'assistant' | 'system' | 'tool' | 'signal'

/** One message of any library or version, reduced to what a scorer may read. */
export interface Message {
  /** Empty if the message has none. */
  readonly id: string
  readonly role: Role
  readonly parts: readonly Part[]
}

/** Providers split sentences around citations; a part after such a split begins with these. */
const sentenceGoesOn = /^[\s,.;:!?)\]}’”…]/u

function joinTexts(parts: readonly Part[], separator: string): string {
  let joined = ''
  let previous: Part | undefined
  for (const part of parts) {
    if (part.type === 'text' && part.text !== '') {
      const before = previous?.type === 'text' ? previous.text : undefined
      const continues =
        before !== undefined && (/\s/u.test(before.slice(-1)) || sentenceGoesOn.test(part.text))
      joined += joined === '' || continues ? part.text : separator + part.text
    }
    previous = part
  }
  return joined.trim() === '' ? '' : joined
}

/** Returns all text of a message: an assistant's parts as paragraphs, everybody else's as lines. */
export function readText(message: Message): string {
  return joinTexts(message.parts, message.role === 'assistant' ? '\n\n' : '\n')
}

/** Returns the attachments of messages, each with its kind and name: 'image tower.png'. */
export const listAttachments = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'file' ? [part.text] : [])))

/** Returns the text of a message and the names of its attachments, which a judge cannot see. */
export const textWithAttachments = (message: Message): string =>
  [readText(message), ...listAttachments([message]).map((one) => `[attached: ${one}]`)]
    .filter(Boolean)
    .join('\n')
