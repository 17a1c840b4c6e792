import { forEachSliced, type Slices, splitIntoWindows } from '../shared/slices.ts'
import { rememberWords } from './remember-words.ts'
import { foldWord, spaced, spaceless, stem } from './words.ts'

/** The words of a text in order, as written and folded. */
export interface TextWords {
  readonly tokens: readonly string[]
  readonly folded: readonly string[]
}

/** Marks without a letter are not a word, and neither are joiners: nothing is left of them. */
const readWord = rememberWords((token) => {
  const word = foldToken(token)
  return /[\p{L}\p{N}]/u.test(word) ? word : ''
})

export function* textWords(text: string): Slices<TextWords> {
  const tokens: string[] = []
  const folded: string[] = []
  for (const piece of splitIntoWindows(text)) {
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
 * Yields the words of a text as written, in order. A word is a run of letters, marks and digits, with inner
 * apostrophes, hyphens, full stops and underscores ("don't", "well-known", "React.js", "3.14", "max_tokens") and with
 * the signs in names of languages ("C++", "C#", ".NET"). Scripts written without spaces (Han, Kana, Thai, Lao, Khmer,
 * Burmese) are split into words by the dictionaries of `Intl.Segmenter`.
 *
 * Linear in the length of the text.
 */
export function* wordTokens(text: string): Generator<string> {
  for (const match of text.match(wordPattern) ?? []) {
    if (match < firstUnspaced || !unspaced.test(match)) yield match
    else yield* segmentedWords(match)
  }
}

const unspaced = new RegExp(String.raw`[[\p{L}\p{M}\p{N}]&&[${spaceless}]]+`, 'v')
/** No character before this one is of such a script. */
const firstUnspaced = '\u02bc'
const wordPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])\.(?=\p{Lu})${spaced}|${spaced}(?:(?:['’._\-]|(?<=\p{N}),(?=\p{N}))${spaced})*(?:\+\+|#(?![\p{L}\p{N}]))?|${unspaced.source}`,
  'gv',
)

// A fixed locale, so that the words do not depend on the machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The dictionaries read a whole run before they give its first word: a long run would block everything. */
const longestRun = 2_000

function* segmentedWords(run: string): Generator<string> {
  for (let start = 0; start < run.length; ) {
    const end = endOfPiece(run, start)
    for (const { segment } of segmenter.segment(run.slice(start, end))) yield segment
    start = end
  }
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
