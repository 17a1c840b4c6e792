import { forEachSliced, type Slices } from '../shared/slices.ts'
import { functionWordsFor, isNegation } from './function-words.ts'
import { withoutInlineMarkup } from './inline.ts'
import { inflectionless, type TextWords, textWords } from './text-words.ts'

/** Normalises a text by the options. Marks of emphasis, code and links never count: they split words. */
export function normalizeText(
  text: string,
  {
    ignoreCase,
    ignoreWhitespace,
  }: {
    /** Whether "Paris" and "PARIS" are the same. */
    readonly ignoreCase: boolean
    /** Whether line breaks and runs of blanks are the same as one blank. */
    readonly ignoreWhitespace: boolean
  },
): string {
  const shown = withoutInlineMarkup(text)
  const cased = ignoreCase ? shown.toLowerCase() : shown
  return ignoreWhitespace ? cased.replace(/\s+/g, ' ').trim() : cased
}

/**
 * Returns how similar two normalised texts are in their content words, 0 to 1: 1 for the same text, 0 if they
 * have nothing in common or only one is empty.
 *
 *     0.95 · Dice(words and their beginnings) + 0.05 · Dice(pairs of neighbours)
 *
 * Each content word counts by itself and by its first four letters, so that words of one family ("Austria",
 * "Austrian") count half. Pairs of neighbours distinguish "dog bites man" from "man bites dog". Function
 * words are left out, because any two long texts of a language share them; without them the measure does not
 * drift with length. Texts without content words are compared by all their words, and texts without words by
 * their characters.
 *
 * Symmetric. Time and memory are linear in the length of the texts. Case and runs of blanks count if the
 * normalisation has kept them.
 */
export function* contentSimilarity(one: string, other: string): Slices<number> {
  if (one === other) return 1
  if (one === '' || other === '') return 0
  const [left, right] = yield* comparableUnits(one, other)
  const families = yield* dice(
    yield* countItems(withBeginnings(left)),
    yield* countItems(withBeginnings(right)),
  )
  if (left.length < 2 && right.length < 2) return families
  const neighbours = yield* dice(yield* countItems(pairs(left)), yield* countItems(pairs(right)))
  return (1 - neighbourWeight) * families + neighbourWeight * neighbours
}

const neighbourWeight = 0.05
const beginningLength = 4

type Units = readonly string[]

/** Returns the content words of both, or else all words of both, or else the characters of both. */
function* comparableUnits(one: string, other: string): Slices<readonly [Units, Units]> {
  const first = yield* textWords(one)
  const second = yield* textWords(other)
  const blanks = [yield* oddBlanks(one), yield* oddBlanks(other)] as const
  const functionWords = functionWordsFor([...first.folded.slice(0, 500), ...second.folded.slice(0, 500)])
  const isContent = (word: string) => !functionWords.has(word) || isNegation(word)
  for (const isUnit of [isContent, () => true]) {
    const left = yield* collectUnits(first, isUnit)
    const right = yield* collectUnits(second, isUnit)
    if (left.length > 0 && right.length > 0) return [left.concat(blanks[0]), right.concat(blanks[1])]
  }
  return [characters(one), characters(other)]
}

function* collectUnits({ tokens, folded }: TextWords, isUnit: (word: string) => boolean): Slices<string[]> {
  const units: string[] = []
  yield* forEachSliced(folded, (word, index) => {
    if (isUnit(word)) units.push(toUnit(word, tokens[index] ?? word))
  })
  return units
}

/** Returns the unit of a word. Capitals, if normalisation kept them, make it a different unit. */
function toUnit(folded: string, token: string): string {
  return token === token.toLowerCase() ? inflectionless(folded) : token
}

/** Returns white space that is not a single blank, which is left only if white space counts. */
function* oddBlanks(text: string): Slices<string[]> {
  const blanks: string[] = []
  yield* forEachSliced(text.matchAll(/\s+/g), ([blank]) => {
    if (blank !== ' ') blanks.push(blank)
  })
  return blanks
}

const characters = (text: string): string[] => Array.from(text).filter((character) => character.trim() !== '')

function* withBeginnings(units: Units): Generator<string> {
  for (const unit of units) {
    yield unit
    yield `${unit.slice(0, beginningLength)}…`
  }
}

function* pairs(units: Units): Generator<string> {
  for (let index = 1; index < units.length; index++) yield `${units[index - 1]} ${units[index]}`
}

/** How often each item occurs in a list. */
type Bag = ReadonlyMap<string, number>

function* countItems(items: Iterable<string>): Slices<Bag> {
  const counts = new Map<string, number>()
  yield* forEachSliced(items, (item) => {
    counts.set(item, (counts.get(item) ?? 0) + 1)
  })
  return counts
}

/**
 * Returns Dice's coefficient of two bags: 2 · common / (all of one + all of the other), counted with repetitions, 0 to
 * 1. 1 for two empty bags. (Dice, Measures of the Amount of Ecologic Association Between Species, 1945.)
 */
function* dice(one: Bag, other: Bag): Slices<number> {
  let common = 0
  let total = 0
  yield* forEachSliced(one, ([item, count]) => {
    common += Math.min(count, other.get(item) ?? 0)
    total += count
  })
  yield* forEachSliced(other.values(), (count) => {
    total += count
  })
  return total === 0 ? 1 : (2 * common) / total
}
