import { shorten } from '../../report/safe-text.ts'
import { cutAt } from '../../shared/cut-at.ts'

/** The maximum length of a text, and of a result as JSON, in characters: a few thousand tokens. */
export const mostCharacters = 20_000
/** Limits for the entries of a list and the characters of its texts, tried in order until everything fits. */
const steps = [
  [100, 4000],
  [50, 1500],
  [20, 600],
  [10, 300],
  [5, 150],
  [2, 60],
] as const
/** No report has as many fields. */
const mostFields = 40
const mostSaid = 20

/**
 * Limits an object to 20,000 characters of JSON by cutting long lists and texts, all in the same way. Also says what is
 * left out where, and how much.
 */
export function boundedObject(value: object) {
  for (const [entries, characters] of steps) {
    const leftOut: string[] = []
    const result = cut(value, '', { entries, characters, leftOut }) as Record<string, unknown>
    if (JSON.stringify(result).length > mostCharacters) continue
    const more = leftOut.length - mostSaid
    return { result, leftOut: more > 0 ? [...leftOut.slice(0, mostSaid), `${more} more places`] : leftOut }
  }
  return { result: {}, leftOut: ['all of the result: look at the run file with `verdict report`'] }
}

function cut(
  value: unknown,
  at: string,
  limits: { readonly entries: number; readonly characters: number; readonly leftOut: string[] },
): unknown {
  const { entries, characters, leftOut } = limits
  const leave = (shown: number, all: number, what: string) => {
    if (all > shown) leftOut.push(`${shorten(at, 100)}: ${all - shown} of ${all} ${what}`)
  }
  const inside = (key: string | number) => (at === '' ? String(key) : `${at}.${key}`)
  if (typeof value === 'string') {
    leave(characters, value.length, 'characters')
    return shorten(value, characters)
  }
  if (Array.isArray(value)) {
    leave(entries, value.length, 'entries')
    return value.slice(0, entries).map((one, index) => cut(one, inside(index), limits))
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  leave(mostFields, fields.length, 'fields')
  return Object.fromEntries(
    fields.slice(0, mostFields).map(([key, one]) => [key, cut(one, inside(key), limits)]),
  )
}

const longestNote = 100

/** Limits a text to 20,000 characters, or to the given number, cut between lines, with a note on what is missing. */
export function boundedText(text: string, limit = mostCharacters): string {
  if (text.length <= limit) return text
  const room = Math.max(0, limit - longestNote)
  const end = text.lastIndexOf('\n', room)
  const shown = end > 0 ? text.slice(0, end) : cutAt(text, room)
  return `${shown}\n… ${text.length - shown.length} of ${text.length} characters are left out.`
}
