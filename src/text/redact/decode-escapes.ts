import { decodeHTMLStrict } from 'entities'
import type { DecodedText } from './decoded-text.ts'
import type { Finder, Place } from './finders.ts'
import { withoutLabelMarks } from './label-marks.ts'
import { spacingsOf } from './unspaced.ts'

/** One character as URLs, HTML and JSON escape it. */
const escaped =
  /(?:%[0-7]|%[cd][\da-f]%[89ab]|%e[\da-f]%[89ab][\da-f]%[89ab]|%f[0-4](?:%[89ab][\da-f]){2}%[89ab])[\da-f]|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});|\\(?:u[\da-f]{4}|[\\/"bfnrt])/gi

/** Forms write a space as a plus. */
const field = /[?&;][\w.~%[\]-]{1,60}=[^\s&#"'<>;]*/g

/** Escapes are nested: JSON in a URL, a URL in HTML. */
const levels = 3

function decodeEscape(written: string): string {
  if (written.startsWith('&')) return decodeHTMLStrict(written)
  if (written.startsWith('%')) return Buffer.from(written.replaceAll('%', ''), 'hex').toString()
  return JSON.parse(`"${written.toLowerCase()}"`)
}

/** @returns undefined if nothing is escaped. */
function decodeOnce(given: string): DecodedText | undefined {
  const spaced = given.includes('+') ? given.replace(field, (one) => one.replaceAll('+', ' ')) : given
  const pieces: string[] = []
  const begins: number[] = []
  const within = new Set<number>()
  let read = 0
  const copy = (end: number) => {
    pieces.push(spaced.slice(read, end))
    for (; read < end; read += 1) begins.push(read)
  }
  for (const { 0: written, index } of spaced.matchAll(escaped)) {
    const character = decodeEscape(written)
    // A name that HTML does not define.
    if (character === written) continue
    copy(index)
    pieces.push(character)
    for (let unit = 0; unit < character.length; unit += 1) begins.push(index)
    for (read = index + 1; read < index + written.length; read += 1) within.add(read)
  }
  if (pieces.length === 0 && spaced === given) return undefined
  copy(spaced.length)
  begins.push(spaced.length)
  return { text: pieces.join(''), begins: Uint32Array.from(begins), within }
}

/** Returns a text, then the same text with one more level of escapes resolved each time. */
function decodeLevels(text: string): readonly DecodedText[] {
  const views: DecodedText[] = [{ text }]
  for (
    let next = decodeOnce(text);
    next !== undefined && views.length <= levels;
    next = decodeOnce(next.text)
  )
    views.push(next)
  return views
}

/** Returns a text as written, with its escapes resolved, and finally without the markup of labels. */
export function decodeText(text: string): readonly DecodedText[] {
  const views = decodeLevels(text)
  const all = [...views, withoutLabelMarks((views.at(-1) as DecodedText).text) ?? []].flat()
  return all.map((view) => ({ ...view, spacings: spacingsOf(view.text) }))
}

const inOrder = ([one]: Place, [other]: Place) => one - other

/** Returns the finds in one view: those of a spacing only where the spacings before it show none. */
function findIn({ text, spacings = [{ text }] }: DecodedText, find: Finder['find']): readonly Place[] {
  let found: readonly Place[] = []
  for (const { text, begins } of spacings) {
    const places = Array.from(find(text), ([start, end, replacement]): Place => {
      return [begins?.[start] ?? start, begins?.[end] ?? end, replacement]
    })
    found = [...found, ...placesOutside(found, places.sort(inOrder))].sort(inOrder)
  }
  return found
}

/** Returns the places that overlap none of others; both are in order. */
function placesOutside(others: readonly Place[], places: readonly Place[]): readonly Place[] {
  let next = 0
  return places.filter(([start, end]) => {
    while ((others[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next += 1
    return (others[next]?.[0] ?? Number.POSITIVE_INFINITY) >= end
  })
}

/** Returns all finds in any view, as places of the original text: left to right, without overlaps. */
export function placesIn(views: readonly DecodedText[], find: Finder['find']): Place[] {
  const found: Place[] = []
  for (const [level, view] of views.entries())
    for (let [start, end, replacement] of findIn(view, find)) {
      // A match that begins within an escape begins with half a character.
      if (views[level + 1]?.within?.has(start)) continue
      for (let below = level; below > 0; below -= 1) {
        const begins = views[below]?.begins as Uint32Array
        start = begins[start] as number
        end = begins[end] as number
      }
      found.push([start, end, replacement])
    }
  const merged: [number, number, string?][] = []
  for (const [start, end, replacement] of found.sort(inOrder)) {
    const last = merged.at(-1)
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end, replacement])
  }
  return merged
}

export const withoutEscapes = (text: string): string => (decodeLevels(text).at(-1) as DecodedText).text
