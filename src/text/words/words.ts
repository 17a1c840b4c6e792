import { eng } from 'stopword'

/** Scripts written without spaces, as members of a character class. */
export const spaceless = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
/** A run of letters, marks and digits of all other scripts; ASCII is tried first, which halves the time. */
export const spaced = String.raw`(?:[0-9A-Za-z]|[[\p{L}\p{M}\p{N}]--[${spaceless}]--[0-9A-Za-z]])+`

/**
 * A word is a run of letters, marks and digits, with inner apostrophes, hyphens and decimal points ("don't",
 * "well-known", "3.14"). In scripts written without spaces each character is a word, because overlap can still be
 * counted in characters.
 */
const wordPattern = new RegExp(String.raw`[\p{L}&&[${spaceless}]]\p{M}*|${spaced}(?:['’.\-]${spaced})*`, 'gv')

/** Accents of Latin, Greek and Cyrillic, vowel points of Hebrew and Arabic, which do not count. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g

const functionWords = new Set(eng)
const ascii = /^[\x21-\x7e]*$/

/** Folds a word: lower case, compatibility forms, no diacritics. "Café" and "CAFE" are one word. */
export function foldWord(word: string): string {
  if (ascii.test(word)) return word.toLowerCase()
  return word.normalize('NFKD').replace(accents, '').normalize('NFC').replaceAll('’', "'").toLowerCase()
}

/** V8 has no stack for a match of more than some 4 million characters. Nobody writes a word that long. */
const longestPart = 1_000_000

/** Returns the words of a text in order, folded. Linear in the length of the text. */
export function words(text: string): string[] {
  const found: string[] = []
  for (let rest = text; rest !== ''; ) {
    const part = firstPart(rest)
    for (const [word] of part.matchAll(wordPattern)) found.push(foldWord(word))
    rest = rest.slice(part.length)
  }
  return found
}

/** Cuts a very long text before a blank, or within a word only if that is even longer. */
function firstPart(text: string): string {
  if (text.length <= longestPart) return text
  let end = longestPart
  while (end > 0 && !/\s/.test(text[end] ?? '')) end -= 1
  if (end > 0) return text.slice(0, end)
  return text.slice(0, /[\ud800-\udbff]/.test(text[longestPart - 1] ?? '') ? longestPart - 1 : longestPart)
}

/** Returns the words that carry meaning: all but English function words ("the", "of", "is"). */
export function contentWords(text: string): string[] {
  return words(text).filter((word) => !functionWords.has(word))
}

/**
 * Folds the commonest English endings, so that "opened", "opens", "opening" and "open" have the same stem. It is for
 * comparing words, not for showing them: the result need not be a word. Words of other scripts, and words with digits,
 * are returned as they are. Linear in the length of the word.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z'-]+$/.test(word)) return word
  const base = withoutAdverbEnding(withoutVerbEnding(withoutPlural(withoutPossessive(word))))
  const single =
    base.length > 2 && base.at(-1) === base.at(-2) && !/[aeiou]$/.test(base) ? base.slice(0, -1) : base
  return single.length > 2 && single.endsWith('e') ? single.slice(0, -1) : single
}

function withoutPossessive(word: string): string {
  if (word.endsWith("'s")) return word.slice(0, -2)
  return word.endsWith("'") ? word.slice(0, -1) : word
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^isu]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith('ied')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (word.endsWith('eed')) return /[aeiouy]/.test(word.slice(0, -3)) ? word.slice(0, -1) : word
  const ending = ['ing', 'ed'].find((candidate) => word.endsWith(candidate))
  if (!ending) return word
  const rest = word.slice(0, -ending.length)
  return rest.length > 1 && /[aeiouy]/.test(rest) ? rest : word
}

function withoutAdverbEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ily')) return `${word.slice(0, -3)}y`
  return word.length > 5 && /[^aiouy]ly$/.test(word) ? word.slice(0, -2) : word
}
