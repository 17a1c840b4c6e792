import { eng } from 'stopword'

/**
 * A word is a run of letters, marks and digits, with inner apostrophes, hyphens and decimal points
 * ("don't", "well-known", "3.14"). Scripts written without spaces give one word a character, which is
 * the unit that overlap can still be counted in.
 */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu

const functionWords = new Set(eng)

/** Lower case, compatibility forms folded, diacritics removed: "Café" and "CAFE" are one word. */
export function foldWord(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
}

/** The words of a text in order, folded. Linear in the length of the text. */
export function words(text: string): string[] {
  return Array.from(text.matchAll(wordPattern), (match) => foldWord(match[0]))
}

/** The words that carry meaning: all but English function words ("the", "of", "is"). */
export function contentWords(text: string): string[] {
  return words(text).filter((word) => !functionWords.has(word))
}

/**
 * Folds the commonest English endings, so that "opened", "opens" and "opening" meet. It is meant for
 * comparing words, not for showing them: the result need not be a word.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z'-]+$/.test(word)) return word
  const base = word.replace(/'s?$/, '')
  return base
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:sses|shes|ches|xes|zes)$/, (ending) => ending.slice(0, -2))
    .replace(/([^aeious])s$/, '$1')
    .replace(/([^\s]{3,}?)(?:ing|ed|ly)$/, '$1')
    .replace(/([^aeiouls])\1$/, '$1')
    .replace(/e$/, '')
}
