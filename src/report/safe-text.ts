import { cutAfterWord } from '../shared/cut-after-word.ts'
import { cutAt } from '../shared/cut-at.ts'
import { reordering, terminalJson, terminalText } from '../text/terminal-text.ts'

/** Makes text of others safe for outputs that interpret more than characters. */

export { terminalJson, terminalText }

/** Returns a name or id for a table cell in a terminal, cut if it would make the table unreadable. */
export const terminalName = (text: string) => shorten(terminalText(text), 80)

/**
 * Replaces characters that XML 1.0 cannot hold in any notation, or that control a terminal showing the file, with
 * U+FFFD: the reader sees that something was there. The JUnit builder only splits a CDATA section at the first end
 * mark in a text, so a space breaks each.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd')
    .replace(reordering, '\ufffd')
    .replaceAll(']]>', ']] >')
}

/** Cuts a text to at most `length` characters, after a word if there is one, with an ellipsis if something is missing. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${cutAfterWord(text, length - 1)}…`

/** Cuts long words such as addresses, so that what matters comes soon; a stop after them stays. */
export const shortenWords = (text: string): string =>
  text.replaceAll(/\S{61,}/g, (word) => `${cutAt(word, 50)}…${/[.,:;)]$/.exec(word)?.[0] ?? ''}`)

const longestReason = 2_000

/** Cuts a reason only if it is very long, and then in its middle: its end may say what to do. */
export function shortenReason(text: string): string {
  if (text.length <= longestReason) return text
  const from = cutAt(text, text.length - longestReason / 4).length
  const end = text.slice(from).replace(/^\S*\s/, '')
  return `${shorten(text, longestReason - end.length)} ${end}`
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
