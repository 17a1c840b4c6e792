import type { Place } from './finders.ts'

/** A shorter one may be a word or an id. */
const shortest = 32
/** A longer one is a file. */
const longest = 4000
/** Matches files in base64 (images, documents, fonts, archives, sound, public keys) and hashes of files. */
const file =
  /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|PHN2Z|PD94bW|JVBER|d09G|AAEAAA|T1RUT|UEsDB|H4sI|SUQz|T2dnUw|AAAA[BCE][23]|sha\d{1,3}-)/
/** Ids of answers and calls, which mix upper and lower case. */
const id = /^(?:chatcmpl|call|msg)[_-]/
/** After an escape it is a part of something; the view with escapes resolved shows it whole. */
const afterEscape = /(?:\\|&[#\w]{1,10};)$/

/** In names in code, letters and digits change only where a word begins; in random texts far more often. */
export function isRandom(text: string): boolean {
  const words = text.match(/[A-Z]?[a-z]{4,}/g)?.join('').length ?? 0
  if (words > 0.7 * text.length) return false
  const changes = text.match(/[a-z](?=[A-Z\d])|\d(?=[A-Za-z])|[A-Z](?=\d)/g)?.length ?? 0
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && changes >= 0.22 * text.length
}

/** Finds texts that nobody would write. With a slash they may be a path, or an AWS key. */
export function* randomTextsIn(text: string): Generator<Place> {
  for (const { 0: run, index } of text.matchAll(/[\w+/=-]{32,}/g)) {
    const before = text.slice(Math.max(0, index - 12), index)
    if (file.test(run) || before.endsWith('base64,') || afterEscape.test(before)) continue
    for (const { 0: piece, index: within } of run.matchAll(/[^=]{32,}={0,2}/g)) {
      if (piece.length > longest || file.test(piece)) continue
      const start = index + within
      const isPath = piece.includes('-') || (within === 0 && before.endsWith('.'))
      // Unless the whole piece is random, only the last part of a path may be a key: parts before it are ids.
      const from =
        piece.length >= 40 && !isPath && isRandom(piece) && !id.test(piece) ? 0 : piece.lastIndexOf('/') + 1
      const found = piece.slice(from)
      if (found.length >= shortest && isRandom(found) && !id.test(found))
        yield [start + from, start + piece.length]
    }
  }
}
