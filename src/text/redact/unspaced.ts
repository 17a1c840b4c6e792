import type { DecodedText } from './decoded-text.ts'

const scripts = ['Han', 'Hira', 'Kana', 'Hang', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Arab', 'Hebr']
const signs = '\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65'
/** Letters and signs that are written directly next to a key or a number. */
const close = `[${scripts.map((name) => `\\p{scx=${name}}`).join('')}${signs}]`
const border = new RegExp(`(?<=${close})(?=[!-~])|(?<=[!-~])(?=${close})`, 'gu')
/** No secret has one of these signs. */
const end = /(?<=[^\s：＝])(?=[、。」』】〉》，；！？）］｝])/gu

function withSpaces(given: string, places: RegExp): DecodedText | undefined {
  const pieces: string[] = []
  const begins: number[] = []
  let read = 0
  const copy = (until: number) => {
    pieces.push(given.slice(read, until))
    for (; read < until; read += 1) begins.push(read)
  }
  for (const { index } of given.matchAll(places)) {
    copy(index)
    pieces.push(' ')
    begins.push(index)
  }
  if (read === 0) return undefined
  copy(given.length)
  begins.push(given.length)
  return { text: pieces.join(''), begins: Uint32Array.from(begins) }
}

/**
 * Returns a text with a space wherever such a letter or sign is next to ASCII, if it has any; then as written, with
 * spaces before signs only, for secrets that contain such letters.
 */
export const spacingsOf = (text: string): readonly DecodedText[] =>
  [withSpaces(text, border) ?? [], withSpaces(text, end) ?? { text }].flat()
