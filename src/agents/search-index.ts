import MiniSearch, { type Options } from 'minisearch'
import { contentWords, stem } from '../text/words/words.ts'
import type { Passage } from './passages.ts'

/** Matches the places at which identifiers and compounds are taken apart: notScorable, multi-turn, agent.generate. */
const joint = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})[-.](?=\p{L})/gu

/** Returns the words by which a text is found: its content words, identifiers taken apart. */
export function searchWords(text: string): string[] {
  return contentWords(text.replace(joint, ' '))
}

export type IndexedText = Omit<Passage, 'file'>

const options: Options<IndexedText> = {
  fields: ['heading', 'text'],
  tokenize: searchWords,
  processTerm: stem,
  searchOptions: {
    boost: { heading: 3 },
    // Short words have too many neighbours: with one letter changed, "cache" is "catch".
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (term.length > 6 ? 1 : false),
  },
}

/** A full-text index (BM25+) that forgives word endings and small typing errors. */
export function createSearchIndex(texts: readonly IndexedText[]): MiniSearch<IndexedText> {
  const index = new MiniSearch(options)
  index.addAll(texts)
  return index
}
