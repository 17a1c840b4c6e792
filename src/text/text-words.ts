import { forEachSliced, type Slices, windowsOf } from '../shared/slices.ts'
import { foldWord, spaced, spaceless, stem } from './words.ts'

/** The words of a text in order, as they stand there and folded. */
export interface TextWords {
  readonly tokens: readonly string[]
  readonly folded: readonly string[]
}

/** Marks that stand on no letter are no word, nor is what joins them. */
const letterOrDigit = /[\p{L}\p{N}]/u

export function* textWords(text: string): Slices<TextWords> {
  const tokens: string[] = []
  const folded: string[] = []
  for (const piece of windowsOf(text)) {
    yield* forEachSliced(wordTokens(piece), (token) => {
      const word = foldToken(token)
      if (!letterOrDigit.test(word)) return
      tokens.push(token)
      folded.push(word)
    })
    yield
  }
  return { tokens, folded }
}

/** A word as it is compared: folded, and "1,000" and "1000" are one number; a decimal comma stays. */
export function foldToken(token: string): string {
  const word = foldWord(token)
  return /^\d{1,3}(?:,\d{3})+(?!\d)/.test(word) ? word.replaceAll(',', '') : word
}

/**
 * A folded word without what its forms differ in: the commonest English endings, and in Japanese the kana behind
 * the characters ("作る" and "作り" are "作"). For comparing, not for showing.
 */
export function inflectionless(folded: string): string {
  const characters = /^\p{Script=Han}+(?=\p{Script=Hiragana}+$)/u.exec(folded)
  return characters?.[0] ?? stem(folded)
}

/**
 * The words of a text as they stand there, in order. A word is a run of letters, marks and digits, with inner
 * apostrophes, hyphens, full stops and underscores ("don't", "well-known", "React.js", "3.14", "max_tokens") and
 * with what makes the names of languages ("C++", "C#", ".NET"). Scripts that are written without spaces (Han,
 * Kana, Thai, Lao, Khmer, Burmese) are cut into words by the dictionaries of `Intl.Segmenter`.
 *
 * Lazy: nothing is read before it is asked for. Linear in the length of the text.
 */
export function* wordTokens(text: string): Generator<string> {
  for (const [match, unspaced] of text.matchAll(wordPattern)) {
    if (unspaced === undefined) yield match
    else yield* segmentedWords(match)
  }
}

const wordPattern = new RegExp(
  String.raw`([[\p{L}\p{M}\p{N}]&&[${spaceless}]]+)|(?<![\p{L}\p{N}.])\.(?=\p{Lu})${spaced}|${spaced}(?:(?:['’._\-]|(?<=\p{N}),(?=\p{N}))${spaced})*(?:\+\+|#(?![\p{L}\p{N}]))?`,
  'gv',
)

// A fixed locale, so that the words do not depend on the machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The dictionaries read a run as a whole before they give its first word: a long run would hold up everything. */
const longestRun = 2_000

function* segmentedWords(run: string): Generator<string> {
  for (let start = 0; start < run.length; ) {
    const end = endOfPiece(run, start)
    for (const { segment } of segmenter.segment(run.slice(start, end))) yield segment
    start = end
  }
}

/** Never between the halves of a surrogate pair. */
function endOfPiece(run: string, start: number): number {
  const end = start + longestRun
  const splitsPair = /[\ud800-\udbff]/.test(run.charAt(end - 1))
  return splitsPair ? end - 1 : end
}

/** Between words that a hyphen, an underscore or a full stop joins; not in numbers ("3.14", "2024-05"). */
const joints = /[._-](?=\p{L})|(?<=\p{L})[._-]/u
/** In "getUserName" and "HTTPServer"; not in "iPhone" or "McDonald". */
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
