import { createHash } from 'node:crypto'

/** A UUID (version 8 of RFC 9562: bits of one's own) that is the SHA-256 of a text. */
export function idOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 3) | 8).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
