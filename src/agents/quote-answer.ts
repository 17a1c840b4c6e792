import type { SearchResult } from 'minisearch'
import { splitStatements } from '../text/statements/statements.ts'
import { stem, words } from '../text/words/words.ts'
import type { Question } from './question.ts'
import type { FoundPassage } from './search-docs-tool.ts'
import { createSearchIndex, type IndexedText, searchWords } from './search-index.ts'

const codeBlock =
  /^[ \t]*(?:(`{3,})[^\n`]*\n[\s\S]*?\n[ \t]*\1|(~{3,})[^\n]*\n[\s\S]*?\n[ \t]*\2)`*~*[ \t]*$/gm
const unread = /<!--[\s\S]*?-->|^[ \t]*<[^>\n]+>.*$/gm
const tableHead = /^.*\|.*\n[ \t]*\|?[\t :|-]+\|[\t :|-]*$/gm
const tableRow = /^[ \t]*\|(.+)\|[ \t]*$/gm

/** Openings that mean nothing without the sentence before. */
const leansOnTheOneBefore =
  /^(?:it|its|this|that|these|those|they|their|then|so|but|and|both|otherwise|instead|here|there|such|also)\b/i

export function codeBlocks(markdown: string): string[] {
  return Array.from(markdown.matchAll(codeBlock), ([block]) => block.trim())
}

/** "| scale | 1 | The top |" reads "scale: 1; The top". */
function readRow(_: string, row: string): string {
  const [first = '', ...rest] = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
  return `- ${first}: ${rest.filter(Boolean).join('; ')}`
}

/** The quotable sentences of a Markdown text, as prose without markup, each with the ones after it that lean on it. */
export function findQuotes(markdown: string) {
  const quotes: { readonly text: string; readonly sentences: number }[] = []
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

/** More than half of what was asked about must be there, by weight; otherwise a quote answers something else. */
const coverageAbove = 0.5
/** A further quote must be nearly as good as the first: a short answer beats one that wanders. */
const leastShareOfBest = 0.7
const quotesAtMost = 3
const sentencesAtMost = 4
/** A label is too little to quote, and a run of clauses too much. */
const wordsInQuote = { atLeast: 3, atMost: 60 }
const definitionBoost = 2
/** A heading says what every sentence under it is about, but not which of them answers. */
const headingBoost = 0.5

/** Something that can be quoted from a passage and be understood without it. */
interface Candidate extends IndexedText {
  readonly sentences: number
  readonly passage: FoundPassage
  readonly score: number
}

function isQuotable(text: string): boolean {
  const { length } = words(text)
  return length >= wordsInQuote.atLeast && length <= wordsInQuote.atMost
}

/** "A panel is …", "scale: …": a subject made of words that were asked about, then what it is. */
function defines(asked: readonly string[], text: string): boolean {
  const [, subject = ''] = /^(.{1,60}?)(?: is | are | means |: )/i.exec(text) ?? []
  const terms = new Set(asked.map(stem))
  const subjectWords = searchWords(subject)
  return subjectWords.length > 0 && subjectWords.every((word) => terms.has(stem(word)))
}

/** Every quote that bears on the question, best first. */
function rank({ words: asked, wantsDefinition }: Question, passages: readonly FoundPassage[]): Candidate[] {
  const quotes = passages
    .flatMap((passage) => findQuotes(passage.text).map((quote) => ({ ...quote, passage })))
    .filter(({ text }) => isQuotable(text))
    .map((quote, position) => ({ ...quote, id: String(position), heading: quote.passage.heading }))
  const index = createSearchIndex(quotes)
  const search = (query: string) => index.search(query, { boost: { heading: headingBoost } })

  // Inverse document frequency as in BM25. A word that no quote has weighs as much as one that a single quote has.
  const weights = new Map(
    asked.map((word) => {
      const found = Math.max(1, search(word).length)
      return [stem(word), Math.log(1 + (quotes.length - found + 0.5) / (found + 0.5))]
    }),
  )
  const weigh = (terms: Iterable<string>) =>
    [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
  const weightAbove = coverageAbove * weigh(weights.keys())

  return search(asked.join(' '))
    .filter(({ queryTerms }: SearchResult) => weigh(queryTerms) > weightAbove)
    .flatMap(({ id, score }) => {
      const quote = quotes[Number(id)]
      if (!quote) return []
      const boost = wantsDefinition && defines(asked, quote.text) ? definitionBoost : 1
      return [{ ...quote, score: score * boost }]
    })
    .sort((one, other) => other.score - one.score)
}

/** The best quote, then those nearly as good that say something else, within the length of an answer. */
function choose(ranked: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = []
  for (const candidate of ranked) {
    const sentences = chosen.reduce((sum, quote) => sum + quote.sentences, candidate.sentences)
    const repeats = chosen.some((quote) => overlap(quote.text, candidate.text) > 0.7)
    const isGood = candidate.score >= leastShareOfBest * (ranked[0]?.score ?? 0)
    if (isGood && sentences <= sentencesAtMost && !repeats) chosen.push(candidate)
  }
  return chosen.slice(0, quotesAtMost)
}

/** Shared words as a part of the smaller set's. */
function overlap(one: string, other: string): number {
  const words = new Set(searchWords(one))
  const others = new Set(searchWords(other))
  const smaller = Math.min(words.size, others.size)
  return smaller === 0 ? 0 : [...words].filter((word) => others.has(word)).length / smaller
}

/** List items, table rows and words that lead up to code have no full stop. */
function withFullStop(text: string): string {
  return /[.!?]["'”’)]*$/.test(text) ? text : `${text.replace(/[:;,]$/, '')}.`
}

/** The source belongs inside the sentence: on its own it would be a statement about nothing. */
function mention(file: string, text: string): string {
  return text.replace(/[.!?]?["'”’)]*$/, (end) => ` (${file})${end}`)
}

/**
 * Answers a question with the best one to four sentences of the passages, each page named once after its
 * last quote, and with the code nearest to the best quote if the question asks how to do something.
 *
 * @returns undefined if no passage bears on more than half of the question.
 */
export function quoteAnswer(question: Question, passages: readonly FoundPassage[]): string | undefined {
  const chosen = choose(rank(question, passages))
  const files = [...new Set(chosen.map(({ passage }) => passage.file))]
  const [best] = chosen
  if (!best) return undefined
  const prose = files.map((file) => {
    const quotes = chosen.filter(({ passage }) => passage.file === file).map(({ text }) => withFullStop(text))
    return mention(file, quotes.join(' '))
  })
  const onPage = passages.filter(({ file }) => file === best.passage.file)
  const code = question.wantsCode
    ? [best.passage, ...onPage].flatMap(({ text }) => codeBlocks(text)).slice(0, 1)
    : []
  return [prose.join(' '), ...code].join('\n\n')
}
