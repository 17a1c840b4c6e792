import { createHash } from 'node:crypto'
import type { JsonObject } from '../contract.ts'

/**
 * Untrusted material as JSON between two markers. The marker is a hash of that JSON: no text can contain its
 * own hash, so no text can close the fence, and the same material always gives the same prompt.
 */
export function fence(state: JsonObject): string {
  const json = JSON.stringify(state)
  const marker = createHash('sha256').update(json).digest('hex').slice(0, 16)
  return `<data-${marker}>\n${json}\n</data-${marker}>`
}
