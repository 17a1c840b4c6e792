/** Text of others, made fit for outputs that interpret more than characters. */

/** One class, so that a run is read once however long it is. */
const whitespace = /[\s\u0085]+/g
const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/
const controls = /[\u0000-\u001f\u007f-\u009f]/g
/** Marks that reorder the text around them, so that what is shown is not what is there. */
const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * One line without control characters, for a terminal: an answer must not move the cursor, change the title or
 * reorder the line. C0 characters become their symbols (␛), others are left out.
 */
export function terminalText(text: string): string {
  return text
    .toWellFormed()
    .replace(whitespace, (run) => (lineBreak.test(run) ? ' ' : run.replaceAll('\t', ' ')))
    .replace(reordering, '')
    .replace(controls, (control) => {
      const code = control.charCodeAt(0)
      if (code > 0x7f) return ''
      return String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code)
    })
    .trim()
}

/** JSON on several lines for a terminal: the same value, with what could steer the terminal as escapes. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** A name or id for a cell of a table in a terminal: cut where it would make the table unreadable. */
export const terminalName = (text: string) => shorten(terminalText(text), 80)

/**
 * What XML 1.0 cannot hold, in any notation, and what steers a terminal that shows the file, is replaced by U+FFFD: the
 * reader sees that something was there.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd')
    .replace(reordering, '\ufffd')
}

/** At most `length` characters, cut between grapheme clusters, with an ellipsis where something is missing. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  let end = 0
  const head = text.slice(0, length + 64)
  for (const { index, segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(head)) {
    if (index + segment.length > length - 1) break
    end = index + segment.length
  }
  return `${text.slice(0, end).trimEnd()}…`
}

/**
 * Text of others in GitHub's Markdown, on one line and in a table's cell as well: shown as it is, with no link, image,
 * mark-up, formula or HTML made of it. Escaped is all punctuation that can begin any of these, and the point of `www.`,
 * which GitHub would make a link of.
 */
export function markdownText(text: string): string {
  return terminalText(text)
    .replace(/[\\`*_[\]{}<>#|~&!:@$()^]/g, '\\$&')
    .replace(/(www)\./gi, '$1\\.')
}
