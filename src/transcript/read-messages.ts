import { withoutReasoning } from '../shared/reasoning.ts'
import { asList, asRecord, firstText, isObject, type UnknownRecord } from './as-record.ts'
import type { Message, Part, Role, ToolCall } from './message.ts'
import { chatCompletionCalls, readProviderCall } from './provider-call.ts'
import { readCall, readToolPart } from './tool-call.ts'

/** Types of file parts in Mastra, the AI SDK and the APIs of OpenAI and Anthropic. */
const kinds: ReadonlyMap<unknown, string> = new Map([
  ['file', 'file'],
  ['input_file', 'file'],
  ['document', 'document'],
  ['image', 'image'],
  ['image_url', 'image'],
  ['input_image', 'image'],
  ['audio', 'audio'],
  ['input_audio', 'audio'],
  ['video', 'video'],
])

/** Returns the last segment of a URL, if it is a file name. */
const nameIn = (address: string | undefined) =>
  /^(?:https?|file|s3|gs):\/\/[^?#]*\/([^/?#]+\.\w{2,5})(?:[?#]|$)/.exec(address ?? '')?.[1]

/** Returns kind and name: 'image tower.png', 'PDF contract.pdf'; undefined for anything but a file. */
function readAttachment(part: UnknownRecord): string | undefined {
  const kind = kinds.get(part.type)
  if (kind === undefined) return undefined
  const [file, source, address] = [part.file, part.source, part.image_url].map(asRecord)
  const mediaType = firstText(part.mediaType, part.mimeType, part.contentType, source?.media_type) ?? ''
  const [family = '', format = ''] = mediaType.split('/')
  const named = firstText(part.filename, part.name, part.title, file?.filename, file?.name)
  const name =
    named ?? nameIn(firstText(part.url, part.data, part.image, part.image_url, address?.url, source?.url))
  const told = format === 'pdf' ? 'PDF' : ['image', 'audio', 'video'].includes(family) ? family : kind
  return [told, name].filter(Boolean).join(' ')
}

/** Returns the message of an error, or the text given instead of one. */
function errorText(error: unknown): string | undefined {
  return firstText(error, asRecord(error).message)
}

function textsIn(list: unknown): string[] {
  return asList(list).flatMap((item) => firstText(asRecord(item).text) ?? [])
}

function reasoningText(part: UnknownRecord): string | undefined {
  return firstText(textsIn(part.details).join(''), part.reasoning, part.text)
}

/** Returns the text of a signal that was turned into a part for a user interface. */
function signalText(part: UnknownRecord): string | undefined {
  const { contents } = asRecord(part.data)
  return firstText(contents, textsIn(contents).join('\n'))
}

function readText(part: UnknownRecord): { type: 'text' | 'reasoning' | 'error'; text: unknown } | undefined {
  switch (part.type) {
    case undefined:
    case 'text':
    case 'output_text':
    case 'input_text':
      // OpenAI's assistants put the text next to its annotations.
      return {
        type: part.thought === true ? 'reasoning' : 'text',
        text: asRecord(part.text).value ?? part.text,
      }
    case 'refusal':
      return { type: 'text', text: part.refusal }
    case 'reasoning':
      return { type: 'reasoning', text: reasoningText(part) }
    case 'error':
      return { type: 'error', text: errorText(part.error) }
    case 'data-user-message':
    case 'data-signal':
      return { type: 'text', text: signalText(part) }
    default:
      return undefined
  }
}

/** Reads a part of any library or version; undefined for parts that scorers do not read. */
export function readPart(value: unknown): Part | undefined {
  if (typeof value === 'string') return { type: 'text', text: value }
  const part = asRecord(value)
  const createdAt = typeof part.createdAt === 'number' ? part.createdAt : undefined
  const call = readToolPart(part) ?? readProviderCall(part)
  if (call) return { type: 'tool-call', call, createdAt }
  const attached = readAttachment(part)
  if (attached !== undefined) return { type: 'file', text: attached, createdAt }
  const read = readText(part)
  return typeof read?.text === 'string' ? { type: read.type, text: read.text, createdAt } : undefined
}

function identifyCall(call: ToolCall): string {
  return call.toolCallId || call.toolName
}

/**
 * Adds the calls that are only in the legacy list of a message, each before the next call that both lists have. Mastra
 * leaves failed calls out of the legacy list, and old messages have no other.
 */
function withLegacyCalls(parts: readonly Part[], legacy: readonly unknown[]): Part[] {
  if (legacy.length === 0) return [...parts]
  const calls = legacy
    .map((invocation) => readCall(asRecord(invocation)))
    .filter((call) => call !== undefined)
  const position = new Map(calls.map((call, index) => [identifyCall(call), index]))
  const known = new Set(
    parts.map((part) => (part.type === 'tool-call' ? identifyCall(part.call) : undefined)),
  )
  const missing = calls.map((call) => !known.has(identifyCall(call)))
  const merged: Part[] = []
  let next = 0
  const addUntil = (end: number) => {
    for (; next < end; next++) {
      const call = calls[next]
      if (call && missing[next]) merged.push({ type: 'tool-call', call })
    }
  }
  for (const part of parts) {
    if (part.type === 'tool-call') addUntil(position.get(identifyCall(part.call)) ?? 0)
    merged.push(part)
  }
  addUntil(calls.length)
  return merged
}

/** Separates reasoning from the text of an assistant, whether or not its server did so. */
function toMessage(id: string, role: Role, parts: readonly Part[]): Message {
  if (role !== 'assistant') return { id, role, parts }
  const split = parts.flatMap((part): readonly Part[] => {
    if (part.type !== 'text') return [part]
    const { reasoning, text } = withoutReasoning(part.text)
    return reasoning === ''
      ? [part]
      : [
          { ...part, type: 'reasoning', text: reasoning },
          { ...part, text: text.trim() },
        ]
  })
  return { id, role, parts: split }
}

/** Returns the parts of a message, from wherever its library keeps them. */
export function listParts(message: UnknownRecord): readonly unknown[] {
  const content = asRecord(message.content)
  const lists = [message.content, message.parts, content.parts, content.content].map(asList)
  return lists.find((list) => list.length > 0) ?? []
}

function readMessage(value: unknown, unmarked: Role): Message | undefined {
  if (typeof value === 'string') return toMessage('', unmarked, [{ type: 'text', text: value }])
  if (!isObject(value)) return undefined
  const content = asRecord(value.content)
  const read = listParts(value)
    .map(readPart)
    .filter((part) => part !== undefined)
  const has = (type: Part['type']) => read.some((part) => part.type === type)
  const text = firstText(value.content, content.content, content.text, value.text, value.body, value.refusal)
  const reasoning = firstText(value.reasoning, content.reasoning)
  const error = errorText(value instanceof Error ? value : value.error)

  const parts = withLegacyCalls(read, asList(value.toolInvocations ?? content.toolInvocations))
  if (reasoning && !has('reasoning')) parts.unshift({ type: 'reasoning', text: reasoning })
  // A message's own text repeats the last of its text parts, so it only counts if there are none.
  if (text && !has('text')) parts.push({ type: 'text', text })
  for (const one of asList(value.experimental_attachments ?? content.experimental_attachments))
    parts.push({ type: 'file', text: readAttachment({ type: 'file', ...asRecord(one) }) ?? 'file' })
  for (const call of [...chatCompletionCalls(value), readProviderCall(value) ?? []].flat())
    parts.push({ type: 'tool-call', call })
  if (error) parts.push({ type: 'error', text: error })
  return toMessage(firstText(value.id) ?? '', findSpeaker(parts, readRole(value, unmarked)), parts)
}

/**
 * Reads a text, a message, or a list of either, of any library or version. Any other value becomes a message without
 * content, so that every message keeps its place in the list.
 */
export function readMessages(value: unknown, unmarked: Role): Message[] {
  const values = Array.isArray(value) ? value : [value]
  return values.map((item) => readMessage(item, unmarked) ?? { id: '', role: 'signal', parts: [] })
}

/** The names that providers and libraries have for a role, in lower case. */
const namesOfRoles: Readonly<Record<Role, readonly string[]>> = {
  user: ['user', 'human'],
  assistant: ['assistant', 'model', 'ai', 'bot', 'chatbot', 'agent', 'gpt'],
  system: ['system', 'developer'],
  tool: ['tool', 'function'],
  signal: ['signal'],
}

const roles: ReadonlyMap<string, Role> = new Map(
  (Object.keys(namesOfRoles) as Role[]).flatMap((role) => namesOfRoles[role].map((name) => [name, role])),
)

/** Returns the role of a name, whatever its case; undefined for a name that may mean anything. */
export const roleNamed = (name: string): Role | undefined => roles.get(name.toLowerCase())

/** Returns a message's metadata: inside the content in the database's form, else next to it. */
function readMetadata(message: UnknownRecord): UnknownRecord {
  return asRecord(asRecord(message.content).metadata ?? message.metadata)
}

function isUserSignal(message: UnknownRecord): boolean {
  const signal = asRecord(readMetadata(message).signal)
  return [signal.type, signal.tagName, message.type].some(
    (type) => type === 'user' || type === 'user-message',
  )
}

function hasPart(message: UnknownRecord, type: string): boolean {
  return [message.parts, message.content, asRecord(message.content).parts].some((parts) =>
    asList(parts).some((part) => asRecord(part).type === type),
  )
}

/** Recognises feedback of completion checks, which Mastra stores as messages of the 'assistant'. */
function isFeedback(message: UnknownRecord): boolean {
  const metadata = readMetadata(message)
  return isObject(metadata.completionResult) || isObject(metadata.isTaskCompleteResult)
}

/** Anthropic and Gemini send tool results as the user, and an item of OpenAI's responses has no role. */
function findSpeaker(parts: readonly Part[], role: Role): Role {
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []))
  if (role !== 'user' || calls.length === 0 || calls.length < parts.length) return role
  return calls.some(({ state }) => state === 'waiting') ? 'assistant' : 'tool'
}

/** Returns the speaker: the role, unless Mastra stores that kind of message under another role. */
function readRole(message: UnknownRecord, unmarked: Role): Role {
  const role = typeof message.role === 'string' ? (roleNamed(message.role) ?? 'signal') : unmarked
  if (role === 'assistant' && typeof message.role === 'string') return isFeedback(message) ? 'signal' : role
  if (hasPart(message, 'data-user-message')) return 'user'
  if (hasPart(message, 'data-signal')) return 'signal'
  return message.role === 'signal' && isUserSignal(message) ? 'user' : role
}
