import type { Part } from './message.ts'
import { asList, asRecord, firstText, type UnknownRecord } from './record.ts'
import { readToolPart } from './tool-call.ts'

/** What an error says: its message, or the text that stands in its place. */
export function errorText(error: unknown): string | undefined {
  return firstText(error, asRecord(error).message)
}

function textsIn(list: unknown): string[] {
  return asList(list).flatMap((item) => firstText(asRecord(item).text) ?? [])
}

function reasoningText(part: UnknownRecord): string | undefined {
  return firstText(textsIn(part.details).join(''), part.reasoning, part.text)
}

/** What a signal says, once it has been turned into a part for a user interface. */
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
      return { type: 'text', text: part.text }
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

/** Reads a part of any library or version; undefined for what a scorer does not read, such as files. */
export function readPart(value: unknown): Part | undefined {
  if (typeof value === 'string') return { type: 'text', text: value }
  const part = asRecord(value)
  const createdAt = typeof part.createdAt === 'number' ? part.createdAt : undefined
  const call = readToolPart(part)
  if (call) return { type: 'tool-call', call, createdAt }
  const read = readText(part)
  return typeof read?.text === 'string' ? { type: read.type, text: read.text, createdAt } : undefined
}
