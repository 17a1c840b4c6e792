import { forEachSliced, type Slices } from '../../shared/slices.ts'
import { functionWordsFor } from '../words/function-words.ts'
import { allParts, inflectionless, type TextWords, textWords } from '../words/text-words.ts'
import { foldWord } from '../words/words.ts'

/** Words of up to three letters match only themselves: "car" is not "card". */
const longestExact = 3
/** A longer word matches another that shares more than this fraction of the longer of the two. */
const minimumOverlap = 0.6
/** Longer than any word of a language. Longer ones match only themselves, which bounds the work. */
const longestOverlapping = 64

/**
 * Finds the elements of a reference that a text covers. Elements are the content words, lower case and without
 * diacritics; "getUserName" and "well-known" are split into their parts. An element is covered by itself, by another
 * form of it ("opened", "opens"), and a part also by the word that it is a part of ("Hub" of "GitHub" by "github"). An
 * element of more than three letters is also covered by another that begins with the same letters, if these are more
 * than 60 % of the longer of the two ("photosynthesis", "photosynthetic"), and neither has a digit: 1989 is not 1988.
 *
 * Time and memory are linear in the length of the texts.
 *
 * @returns The elements of both texts, each once and as written at its first occurrence.
 */
export function* coverElements(
  reference: string,
  output: string,
): Slices<{
  readonly referenceElements: readonly string[]
  readonly outputElements: readonly string[]
  /** The elements of the reference that the other text does not cover. */
  readonly missingElements: readonly string[]
}> {
  const wanted = yield* textWords(reference)
  const functionWords = functionWordsFor(wanted.folded)
  const referenceElements = yield* elementsIn(wanted, functionWords)
  const outputElements = yield* elementsIn(yield* textWords(output), functionWords)
  const known = new Set<string>()
  yield* forEachSliced(outputElements, ([key, { wholes }]) => {
    for (const word of [key, ...wholes, ...listPrefixes(key)]) known.add(word)
  })
  const missingElements: string[] = []
  yield* forEachSliced(referenceElements, ([key, { shown, wholes }]) => {
    const candidates = [key, ...wholes, ...listPrefixes(key)]
    if (!candidates.some((word) => known.has(word))) missingElements.push(shown)
  })
  const listShown = (elements: Elements) => Array.from(elements.values(), ({ shown }) => shown)
  return {
    referenceElements: listShown(referenceElements),
    outputElements: listShown(outputElements),
    missingElements,
  }
}

/** A mark that no word contains, which distinguishes prefixes from words. */
const beginningMark = '…'

/** Returns every prefix that is more than 60 % of the word: two words overlap if they share one. Numbers do not. */
function listPrefixes(word: string): string[] {
  const { length } = word
  if (length <= longestExact || length > longestOverlapping || /\p{N}/u.test(word)) return []
  const shortest = Math.floor(minimumOverlap * length) + 1
  return Array.from(
    { length: length - shortest + 1 },
    (_, index) => word.slice(0, shortest + index) + beginningMark,
  )
}

/** Elements by the key that makes two of them the same. */
type Elements = Map<
  string,
  {
    readonly shown: string
    /** The compound words that it is a part of. */
    readonly wholes: Set<string>
  }
>

function* elementsIn({ tokens, folded }: TextWords, functionWords: ReadonlySet<string>): Slices<Elements> {
  const elements: Elements = new Map()
  yield* forEachSliced(partsIn(tokens, folded, functionWords), ({ shown, whole }) => {
    const key = inflectionless(shown)
    const element = elements.get(key) ?? { shown, wholes: new Set() }
    elements.set(key, element)
    if (whole !== undefined) element.wholes.add(whole)
  })
  return elements
}

/** Yields each part of each word, and a compound without its ending. A word may have a million parts. */
function* partsIn(
  tokens: readonly string[],
  folded: readonly string[],
  functionWords: ReadonlySet<string>,
): Generator<{ shown: string; whole?: string }> {
  for (const [index, word] of folded.entries()) {
    if (functionWords.has(word)) continue
    const parts = allParts(tokens[index] ?? word)
    if (parts.length === 1) yield { shown: word }
    else {
      const whole = inflectionless(word)
      for (const shown of parts.map(foldWord)) if (!functionWords.has(shown)) yield { shown, whole }
    }
  }
}
