import { withoutCitations } from '../statements/citations.ts'

/** Words that occur within names: alone they do not make a sentence. */
const particles = new Set(
  `de la le les los las el der die das den dem des von van da dos du di del al y e et en und une un te san santa
  bin ibn ben af av zu zum zur ter ten of the`.split(/\s+/),
)

/** Words that only English has: a text with enough of them does not need the detector, which takes 160 MB. */
const englishWords = new Set(
  `the and with are were this that these those which from have has been you your they their it its when where who what
  how why does did there would should could because after before than can will not isn't aren't don't doesn't wasn't`.split(
    /\s+/,
  ),
)
const enoughEnglish = 0.15

/** A text below this ratio of scores, English to the other, is foreign: English ones seldom are. */
const clearlyNearer = 0.95

/** Few letters or words resemble many languages: "Draw a cat." resembles Romanian more than English. */
const fewLetters = 16
const fewWords = 2
const clearlyNearerOfFew = 0.8

/** Fewer words without a full stop may be a name, a title or a search query. */
const fewestWords = 5
const fewestWordsOfSentence = 2
const wordsThatNeedNoStop = 8

const wordPattern = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu

const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/**
 * Returns whether a text is in a language other than English: by its script, and in Latin script by its sequences of
 * letters (the package `eld`). It never takes a name, a number or a single word for another language. Of a long text it
 * checks the beginning, the middle and the end, and the majority counts.
 *
 * It gets 198 of 200 short sentences in ten languages right, including all 20 English ones; it takes 75 of 37,059
 * English texts of the labelled sets for another language, most of them names (research/measure-languages.ts).
 */
export async function isForeign(text: string): Promise<boolean> {
  const pieces = samplePieces(text)
  const votes = { foreign: 0, english: 0 }
  for (const piece of pieces) {
    votes[(await isForeignPiece(piece)) ? 'foreign' : 'english'] += 1
    if (2 * Math.max(votes.foreign, votes.english) > pieces.length) break
  }
  return votes.foreign > votes.english
}

async function isForeignPiece(piece: string): Promise<boolean> {
  const text = withoutCode(piece)
  const words = text.match(wordPattern) ?? []
  return isLatin(text) ? isInOtherLanguage(text, words) : isInOtherScript(text, words)
}

function isLatin(text: string): boolean {
  if (!/[\p{L}--\p{Script=Latin}]/v.test(text)) return true
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return latin >= letters / 2
}

function isPlainlyEnglish(words: readonly string[]): boolean {
  const known = words.filter((word) => englishWords.has(word.toLowerCase().replaceAll('’', "'")))
  return known.length > 0 && known.length >= enoughEnglish * words.length
}

/** Signs of code, rare in sentences, tables or links: braces, assignments, calls, members, flags, paths. */
const codeSigns = /[{}]|[!=+*-]?=+>?|;$|::|\w!?[(<]\w?|\w\.\p{L}|(?<=\s)--?[a-z]|\/\w/gu

/** Drops lines of code: keywords and names have no language, and "var a = 1;" resembles Swedish. */
function withoutCode(text: string): string {
  const isCode = (line: string) => {
    const signs =
      withoutCitations(line)
        .replace(/https?:\S+/g, '')
        .match(codeSigns)?.length ?? 0
    if (signs === 0) return false
    // Without spaces between words, each letter counts as a word.
    const words = line.replace(unspacedLetter, '$& ').match(wordPattern)?.length ?? 0
    return (signs < 3 ? 2 : 3) * signs >= words
  }
  return text
    .split('\n')
    .filter((line) => !isCode(line.trim()))
    .join('\n')
}

function isInOtherScript(text: string, words: readonly string[]): boolean {
  const unspaced = text.match(unspacedLetter)?.length ?? 0
  const isSentence = /[?？。！!؟]/u.test(text)
  return isSentence || unspaced >= 4 || (unspaced === 0 && words.length >= 2)
}

async function isInOtherLanguage(text: string, words: readonly string[]): Promise<boolean> {
  if (!isSentence(text, words) || isPlainlyEnglish(words)) return false
  const detect = await loadDetector()
  const bare = withoutNames(text)
  const result = detect((bare.match(wordPattern)?.length ?? 0) >= fewestWordsOfSentence ? bare : text)
  if (result.language === '' || result.language === 'en' || !result.isReliable()) return false
  const scores = result.getScores()
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const nearer = letters < fewLetters || words.length <= fewWords ? clearlyNearerOfFew : clearlyNearer
  return (scores.en ?? 0) < nearer * (scores[result.language] ?? 0)
}

/** "Mount Everest" would make any question about it English. The capital of the first word says nothing. */
function withoutNames(text: string): string {
  const first = text.search(/\p{L}/u)
  return text.replace(/(?<!\p{L})\p{Lu}[\p{L}\p{M}'’-]*/gu, (word, at) => (at === first ? word : ' '))
}

/** Returns whether a text is more than a name, a title or a few words. */
function isSentence(text: string, words: readonly string[]): boolean {
  const lowerCase = words.filter((word) => /^\p{Ll}/u.test(word))
  const hasStop = endsWithStop(text) || /[¡¿]/.test(text) || words.length >= wordsThatNeedNoStop
  const fewest = hasStop ? fewestWordsOfSentence : fewestWords
  if (words.length < fewest || (!hasStop && 2 * lowerCase.length < words.length)) return false
  return words.slice(1).some((word) => /^\p{Ll}/u.test(word) && !particles.has(word))
}

/** Returns whether no letter or number follows the last stop; a quotation mark or a bracket may. */
function endsWithStop(text: string): boolean {
  const stop = Math.max(...['.', '!', '?', '…'].map((sign) => text.lastIndexOf(sign)))
  return stop >= 0 && !/[\p{L}\p{N}]/u.test(text.slice(stop))
}

type Detect = (text: string) => {
  readonly language: string
  getScores(): Record<string, number>
  isReliable(): boolean
}

let loading: Promise<Detect> | undefined

/** Loaded late: its letter sequences are megabytes, and most users never detect a language. */
const load = async (): Promise<Detect> => (await import('eld/small')).eld.detect

/** Loads the detector of languages by sequences of letters (the package `eld`). */
async function loadDetector(): Promise<Detect> {
  loading ??= load()
  return loading.catch((error: unknown) => {
    loading = undefined
    throw error
  })
}

/** The number of characters that the detector reads at once. */
const pieceLength = 1_000

/** Returns the beginning, the middle and the end of a long text. */
function samplePieces(text: string): string[] {
  if (text.length <= pieceLength) return [text]
  const last = text.length - pieceLength
  return [0, Math.floor(last / 2), last].map((from) => text.slice(from, from + pieceLength))
}
