import { asRecord, firstText, type UnknownRecord } from './record.ts'

/** Parts of files, as Mastra, the AI SDK and the interfaces of OpenAI and Anthropic call them. */
const kinds: Readonly<Record<string, string>> = {
  file: 'file',
  input_file: 'file',
  document: 'document',
  image: 'image',
  image_url: 'image',
  input_image: 'image',
  audio: 'audio',
  input_audio: 'audio',
  video: 'video',
}

/** The last part of an address, where it is one that names a file. */
const nameIn = (address: string | undefined) =>
  /^(?:https?|file|s3|gs):\/\/[^?#]*\/([^/?#]+\.\w{2,5})(?:[?#]|$)/.exec(address ?? '')?.[1]

/** What is attached, by kind and name: 'image tower.png', 'PDF contract.pdf'; undefined for what is no file. */
export function readAttachment(part: UnknownRecord): string | undefined {
  const kind = typeof part.type === 'string' ? kinds[part.type] : undefined
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
