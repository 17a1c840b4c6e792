import { commonCompounds } from './compounds.ts'
import { functionWordsFor } from './function-words.ts'
import { inflectionless } from './inflection.ts'
import { forEachSliced, runAtOnce, type Slices } from './slices.ts'
import { type TextWords, textWords } from './text-words.ts'
import { jointParts } from './word-parts.ts'
import { foldWord } from './words.ts'

/** The keywords of two texts, lower case, each once and as it stands at its first occurrence. */
export interface KeywordComparison {
  readonly referenceKeywords: ReadonlySet<string>
  readonly outputKeywords: ReadonlySet<string>
  /** The keywords of the reference that the other text does not have. */
  readonly missingKeywords: readonly string[]
}

/**
 * The keywords of a reference that a text has. Keywords are the words without function words, in which case,
 * diacritics and the commonest English endings do not matter. Compounds are one keyword: words joined by a hyphen,
 * a full stop or an underscore ("React.js", "state-of-the-art") and known terms of several words ("machine
 * learning"). A compound is found where its parts stand next to each other, however they are joined.
 *
 * @param compounds More terms of several words.
 */
export function* compareKeywords(
  reference: string,
  output: string,
  compounds: readonly string[] = [],
): Slices<KeywordComparison> {
  const terms = new Set([...commonCompounds, ...compounds].map(keyOfTerm))
  const wanted = yield* textWords(reference)
  const functionWords = functionWordsFor(wanted.folded)
  const given = yield* textWords(output)
  const referenceKeywords = yield* keywordsIn(wanted, functionWords, terms)
  const outputKeywords = yield* keywordsIn(given, functionWords, terms)
  const found = yield* occurrences(referenceKeywords, given)
  const missingKeywords: string[] = []
  yield* forEachSliced(referenceKeywords, ([key, keyword]) => {
    if (!found.has(key)) missingKeywords.push(keyword)
  })
  return {
    referenceKeywords: new Set(referenceKeywords.values()),
    outputKeywords: new Set(outputKeywords.values()),
    missingKeywords,
  }
}

/** Longer compounds are found by their first parts: it bounds the work. */
const mostParts = 5

function keysOf(token: string): string[] {
  return jointParts(token).map((part) => inflectionless(foldWord(part)))
}

const joined = (keys: readonly string[]) => keys.slice(0, mostParts).join(' ')

function keyOfTerm(term: string): string {
  return joined(runAtOnce(textWords(term)).tokens.flatMap(keysOf))
}

/** From what makes a keyword the same as another to the keyword as it is shown. */
type Keywords = Map<string, string>

function* keywordsIn(
  { tokens, folded }: TextWords,
  functionWords: ReadonlySet<string>,
  terms: ReadonlySet<string>,
): Slices<Keywords> {
  const keywords: Keywords = new Map()
  let free = 0
  yield* forEachSliced(folded, (word, index) => {
    if (index < free) return
    const length = termLength(tokens, index, terms)
    free = index + length
    if (length === 1 && functionWords.has(word)) return
    const key = joined(tokens.slice(index, free).flatMap(keysOf))
    if (!keywords.has(key)) keywords.set(key, folded.slice(index, free).join(' '))
  })
  return keywords
}

/** How many words from here are a known term; 1 where none. */
function termLength(tokens: readonly string[], index: number, terms: ReadonlySet<string>): number {
  for (const length of [3, 2]) {
    const words = tokens.slice(index, index + length)
    if (words.length === length && terms.has(joined(words.flatMap(keysOf)))) return length
  }
  return 1
}

/** Which of the keywords stand in the text: one part after the other. */
function* occurrences(keywords: Keywords, { tokens, folded }: TextWords): Slices<Set<string>> {
  const found = new Set<string>()
  const latest: string[] = []
  yield* forEachSliced(tokens, (token, index) => {
    const whole = inflectionless(folded[index] ?? token)
    if (keywords.has(whole)) found.add(whole)
    for (const part of keysOf(token)) {
      latest.push(part)
      if (latest.length > mostParts) latest.shift()
      for (let start = 0; start < latest.length; start++) {
        const key = latest.slice(start).join(' ')
        if (keywords.has(key)) found.add(key)
      }
    }
  })
  return found
}
