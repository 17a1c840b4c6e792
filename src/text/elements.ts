import { forEachSliced, type Slices } from '../shared/slices.ts'
import { functionWordsFor } from './function-words.ts'
import { allParts, inflectionless, type TextWords, textWords } from './text-words.ts'
import { foldWord } from './words.ts'

/** Words of up to three letters are only covered by themselves: "car" is not "card". */
const longestExact = 3
/** A longer one is covered by a word that shares more than this part of the longer of the two. */
const minimumOverlap = 0.6
/** No word of a language is as long. Longer ones are only covered by themselves, which bounds the work. */
const longestOverlapping = 64

/**
 * The elements of a reference that a text covers. Elements are the content words, lower case and without
 * diacritics; "getUserName" and "well-known" are the elements of their parts. An element is covered by itself, by
 * another form of it ("opened", "opens"), and a part also by the word that it is a part of ("Hub" of "GitHub" by
 * "github"). An element of more than three letters is covered by another that begins with the same letters, too,
 * where these are more than 60 % of the longer of the two ("photosynthesis", "photosynthetic").
 *
 * Time and memory are linear in the length of the texts.
 *
 * @returns What two texts are about, each element once and as it stands at its first occurrence.
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
    for (const word of [key, ...wholes, ...beginningsOf(key)]) known.add(word)
  })
  const missingElements: string[] = []
  yield* forEachSliced(referenceElements, ([key, { shown, wholes }]) => {
    const candidates = [key, ...wholes, ...beginningsOf(key)]
    if (!candidates.some((word) => known.has(word))) missingElements.push(shown)
  })
  const shownOf = (elements: Elements) => Array.from(elements.values(), ({ shown }) => shown)
  return {
    referenceElements: shownOf(referenceElements),
    outputElements: shownOf(outputElements),
    missingElements,
  }
}

/** A mark that no word contains keeps beginnings apart from words. */
const beginningMark = '…'

/** Every beginning that is more than 60 % of the word: two words overlap where they have one in common. */
function beginningsOf(word: string): string[] {
  const { length } = word
  if (length <= longestExact || length > longestOverlapping) return []
  const shortest = Math.floor(minimumOverlap * length) + 1
  return Array.from(
    { length: length - shortest + 1 },
    (_, index) => word.slice(0, shortest + index) + beginningMark,
  )
}

/** By what makes an element the same as another. */
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

/** Each part of each word, and the word without its ending where it has several. A word may have a million. */
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
