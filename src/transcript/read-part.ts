import { asList, asRecord, firstText, type UnknownRecord } from './as-record.ts'
import type { Part } from './message.ts'
import { readProviderCall } from './provider-call.ts'
import { readToolPart } from './tool-call.ts'

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
export function readAttachment(part: UnknownRecord): string | undefined {
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
export function errorText(error: unknown): string | undefined {
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
