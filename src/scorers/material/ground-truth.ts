import { isObject } from '../../shared/is-object.ts'
import { readAnswer } from '../../transcript/index.ts'
import { asText } from './json-text.ts'

/** A message, or a record whose one thing is its text. Other records have more to say than their text. */
function isMessage(value: unknown): boolean {
  if (!isObject(value)) return false
  const [only, ...others] = Object.keys(value)
  return typeof value.role === 'string' || (others.length === 0 && (only === 'text' || only === 'content'))
}

function read(groundTruth: unknown): string {
  if (Array.isArray(groundTruth)) {
    const isConversation = groundTruth.length > 0 && groundTruth.every(isMessage)
    const said = isConversation ? readAnswer(groundTruth) : ''
    return said === '' ? groundTruth.map(asText).join('\n') : said
  }
  const said = isMessage(groundTruth) ? readAnswer(groundTruth) : ''
  return said === '' ? asText(groundTruth) : said
}

/**
 * The ground truth of a run as text: a text or a message as it is, a list line by line, anything else as JSON.
 *
 * @returns undefined where there is none.
 * @throws TypeError where it cannot be read, as a function.
 */
export function readGroundTruth({ groundTruth }: { readonly groundTruth?: unknown }): string | undefined {
  if (groundTruth === undefined || groundTruth === null) return undefined
  if (typeof groundTruth === 'function' || typeof groundTruth === 'symbol')
    throw new TypeError(`the groundTruth of a run must be data, not a ${typeof groundTruth}`)
  return read(groundTruth).trim() || undefined
}
