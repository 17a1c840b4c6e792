import { withoutReasoning } from '../shared/reasoning.ts'
import { asList, asRecord, firstText, isObject, type UnknownRecord } from './as-record.ts'
import type { Message, Part, Role, ToolCall } from './message.ts'
import { chatCompletionCalls, readProviderCall } from './provider-call.ts'
import { errorText, readAttachment, readPart } from './read-part.ts'
import { findSpeaker, readRole } from './read-role.ts'
import { readCall } from './tool-call.ts'

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
