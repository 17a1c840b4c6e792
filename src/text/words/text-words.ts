import { forEachSliced, type Slices, splitIntoWindows } from '../../shared/slices.ts'
import { rememberWords } from './remember-words.ts'
import { foldWord, spaced, spaceless, stem } from './words.ts'

export interface TextWords {
  readonly tokens: readonly string[]
  readonly folded: readonly string[]
}

/** Marks without a letter are not a word, and neither are joiners: nothing is left of them. */
const readWord = rememberWords((token) => {
  const word = foldToken(token)
  return /[\p{L}\p{N}]/u.test(word) ? word : ''
})

/** In a longer piece, one word in another script would make the search for many others slow. */
const pieceLength = 2_000

export function* textWords(text: string): Slices<TextWords> {
  const tokens: string[] = []
  const folded: string[] = []
  for (const piece of splitIntoWindows(text, pieceLength)) {
    yield* forEachSliced(wordTokens(piece), (token) => {
      const word = readWord(token)
      if (word === '') return
      tokens.push(token)
      folded.push(word)
    })
    yield
  }
  return { tokens, folded }
}

/** Returns a word for comparison: folded, with "1,000" and "1000" as one number; a decimal comma stays. */
export function foldToken(token: string): string {
  const word = foldWord(token)
  return /^\d{1,3}(?:,\d{3})+(?!\d)/.test(word) ? word.replaceAll(',', '') : word
}

/**
 * Returns a folded word without its inflection: the commonest English endings, and in Japanese the kana after the
 * characters ("作る" and "作り" are "作"). For comparing, not for showing.
 */
export const inflectionless = rememberWords((folded) => {
  const characters = /^\p{Script=Han}+(?=\p{Script=Hiragana}+$)/u.exec(folded)
  return characters?.[0] ?? stem(folded)
})

/**
 * Returns the words of a text as written, in order. A word is a run of letters, marks and digits, with inner
 * apostrophes, hyphens, full stops and underscores ("don't", "well-known", "React.js", "3.14", "max_tokens") and with
 * the signs in names of languages ("C++", "C#", ".NET"). Scripts written without spaces (Han, Kana, Thai, Lao, Khmer,
 * Burmese) are split into words by the dictionaries of `Intl.Segmenter`.
 *
 * Linear in the length of the text.
 */
export function wordTokens(text: string): string[] {
  if (isPlainLatin.test(text)) return text.match(plainLatinWord) ?? []
  return (text.match(wordPattern) ?? []).flatMap((match) =>
    match < firstUnspaced || !unspaced.test(match) ? match : segmentWords(match),
  )
}

const unspaced = new RegExp(String.raw`[[\p{L}\p{M}\p{N}]&&[${spaceless}]]+`, 'v')
/** No character before this one is of such a script. */
const firstUnspaced = '\u02bc'

/** @param letter Matches a letter or a digit. @param run Matches a run of them. */
const spacedWord = (letter: string, run: string) =>
  String.raw`(?<!${letter}|\.)\.(?=\p{Lu})${run}|${run}(?:(?:['’._\-]|(?<=\p{N}),(?=\p{N}))${run})*(?:\+\+|#(?!${letter}))?`

const wordPattern = new RegExp(`${spacedWord(String.raw`[\p{L}\p{N}]`, spaced)}|${unspaced.source}`, 'gv')

const latin = String.raw`[0-9A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u024f]`
/** Four times as fast as `wordPattern`, which finds the same words where there are no other letters, marks or digits. */
const plainLatinWord = new RegExp(spacedWord(latin, `${latin}+`), 'gu')
const isPlainLatin = /^[\0-\xb1\xb4-\xb8\xba\xbb\xbf-\u024f\u2000-\u206f\u20ac\u2190-\u22ff]*$/

// A fixed locale, so that the words do not depend on the machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The dictionaries read a whole run before they give its first word: a long run would block everything. */
const longestRun = 2_000

function segmentWords(run: string): string[] {
  const words: string[] = []
  for (let start = 0; start < run.length; ) {
    const end = endOfPiece(run, start)
    for (const { segment } of segmenter.segment(run.slice(start, end))) words.push(segment)
    start = end
  }
  return words
}

/** Returns the end of a piece, never between the halves of a surrogate pair. */
function endOfPiece(run: string, start: number): number {
  const end = start + longestRun
  const splitsPair = /[\ud800-\udbff]/.test(run.charAt(end - 1))
  return splitsPair ? end - 1 : end
}

/** Splits words joined by a hyphen, an underscore or a full stop; not numbers ("3.14", "2024-05"). */
const joints = /[._-](?=\p{L})|(?<=\p{L})[._-]/u
/** Splits "getUserName" and "HTTPServer"; not "iPhone" or "McDonald". */
const humps = /(?<=\p{Ll}{2})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

function split(token: string, seam: RegExp): string[] {
  const parts = token.split(seam).filter((part) => part !== '')
  return parts.length === 0 ? [token] : parts
}

/** 'React.js' → 'React', 'js'. At least one part. */
export function jointParts(token: string): string[] {
  return split(token, joints)
}

/** 'get_userName' → 'get', 'user', 'Name'. At least one part. */
export function allParts(token: string): string[] {
  return jointParts(token).flatMap((part) => split(part, humps))
}
