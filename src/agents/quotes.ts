import { splitStatements } from '../text/statements.ts'

/** Something that can be quoted from a passage and be understood without it. */
export interface Quote {
  /** Prose without markup. */
  readonly text: string
  readonly sentences: number
}

const codeBlock =
  /^[ \t]*(?:(`{3,})[^\n`]*\n[\s\S]*?\n[ \t]*\1|(~{3,})[^\n]*\n[\s\S]*?\n[ \t]*\2)`*~*[ \t]*$/gm
const unread = /<!--[\s\S]*?-->|^[ \t]*<[^>\n]+>.*$/gm
const tableHead = /^.*\|.*\n[ \t]*\|?[\t :|-]+\|[\t :|-]*$/gm
const tableRow = /^[ \t]*\|(.+)\|[ \t]*$/gm

/** Openings that mean nothing without the sentence before. */
const leansOnTheOneBefore =
  /^(?:it|its|this|that|these|those|they|their|then|so|but|and|both|otherwise|instead|here|there|such|also)\b/i

/** The fenced code blocks of a Markdown text, fences included. */
export function codeBlocks(markdown: string): string[] {
  return Array.from(markdown.matchAll(codeBlock), ([block]) => block.trim())
}

/** "| scale | 1 | The top |" reads "scale: 1; The top". */
function readRow(_: string, row: string): string {
  const [first = '', ...rest] = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
  return `- ${first}: ${rest.filter(Boolean).join('; ')}`
}

/** The quotable sentences of a Markdown text, each with the ones after it that lean on it. */
export function quotesOf(markdown: string): Quote[] {
  const quotes: Quote[] = []
  // Apart, so that the words that lead up to code are not taken to lead up to the sentence behind it.
  for (const prose of markdown.replace(codeBlock, '\0').split('\0')) {
    for (const { text } of splitStatements(
      prose.replace(unread, '').replace(tableHead, '').replace(tableRow, readRow),
    )) {
      const last = quotes.at(-1)
      if (last && leansOnTheOneBefore.test(text)) {
        quotes[quotes.length - 1] = { text: `${last.text} ${text}`, sentences: last.sentences + 1 }
      } else quotes.push({ text, sentences: 1 })
    }
  }
  return quotes
}
