import { cutAfterWord } from '../shared/cut-after-word.ts'
import { reordering, terminalJson, terminalText } from '../text/terminal-text.ts'

/** Makes text of others safe for outputs that interpret more than characters. */

export { terminalJson, terminalText }

/** Returns a name or id for a table cell in a terminal, cut if it would make the table unreadable. */
export const terminalName = (text: string) => shorten(terminalText(text), 80)

/**
 * Replaces characters that XML 1.0 cannot hold in any notation, or that control a terminal showing the file, with
 * U+FFFD: the reader sees that something was there.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd')
    .replace(reordering, '\ufffd')
}

/**
 * Cuts a text to at most `length` characters, with an ellipsis if something is missing: after a word if one ends in the
 * second half, else between grapheme clusters.
 */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  let end = 0
  const head = text.slice(0, length + 64)
  for (const { index, segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(head)) {
    if (index + segment.length > length - 1) break
    end = index + segment.length
  }
  const word = cutAfterWord(text, length - 1)
  return `${word.length < end ? word : text.slice(0, end).trimEnd()}…`
}

const longestReason = 2_000

/** Cuts a reason only if it is very long, and then in its middle: its end may say what to do. */
export function shortenReason(text: string): string {
  if (text.length <= longestReason) return text
  const end = text.slice(-longestReason / 4).replace(/^\S*\s/, '')
  return `${shorten(text, longestReason - end.length)} ${end.toWellFormed()}`
}

/**
 * Makes text of others safe in GitHub's Markdown, on one line and in a table's cell as well: it appears as it is, and
 * creates no link, image, mark-up, formula or HTML. Escapes all punctuation that can begin any of these (a colon before
 * a space cannot), and the point of `www.`, which GitHub would turn into a link.
 */
export function markdownText(text: string): string {
  return terminalText(text)
    .replace(/[\\`*_[\]{}<>#|~&!@$^]|:(?=\S)/g, '\\$&')
    .replace(/(www)\./gi, '$1\\.')
}
