import { reordering, terminalJson, terminalText } from '../text/terminal-text.ts'

/** Text of others, made fit for outputs that interpret more than characters. */

export { terminalJson, terminalText }

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
 * mark-up, formula or HTML made of it. Escaped is all punctuation that can begin any of these, a colon before a space
 * cannot, and the point of `www.`, which GitHub would make a link of.
 */
export function markdownText(text: string): string {
  return terminalText(text)
    .replace(/[\\`*_[\]{}<>#|~&!@$^]|:(?=\S)/g, '\\$&')
    .replace(/(www)\./gi, '$1\\.')
}
