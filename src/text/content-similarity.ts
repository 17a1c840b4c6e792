import { forEachSliced, type Slices } from '../shared/slices.ts'
import { functionWordsFor, isNegation } from './function-words.ts'
import { withoutInlineMarkup } from './inline.ts'
import { inflectionless, type TextWords, textWords } from './text-words.ts'

/** The text as far as the options let it count. Marks of emphasis, code and links never do: they part words. */
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
 * How alike two normalised texts are in their content words, 0 to 1: 1 for the same text, 0 for an empty one and
 * another, and where they have nothing in common.
 *
 *     0.95 · Dice(words and their beginnings) + 0.05 · Dice(pairs of neighbours)
 *
 * Each content word counts by itself and by its first four letters, so that words of one family ("Austria",
 * "Austrian") count half. Pairs of neighbours tell "dog bites man" from "man bites dog". Function words are left
 * out, since any two long texts of a language share them: so the measure does not drift with length. Texts without
 * content words are compared by all their words, and texts without words by their characters.
 *
 * Symmetric. Time and memory are linear in the length of the texts. Case and runs of blanks count as far as they
 * are still there.
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

/** Content words of both, or else all words of both, or else the characters of both. */
function* comparableUnits(one: string, other: string): Slices<readonly [Units, Units]> {
  const [first, second] = [yield* textWords(one), yield* textWords(other)]
  const blanks = [yield* oddBlanks(one), yield* oddBlanks(other)] as const
  const functionWords = functionWordsFor([...first.folded.slice(0, 500), ...second.folded.slice(0, 500)])
  const isContent = (word: string) => !functionWords.has(word) || isNegation(word)
  for (const isUnit of [isContent, () => true]) {
    const left = yield* unitsOf(first, isUnit)
    const right = yield* unitsOf(second, isUnit)
    if (left.length > 0 && right.length > 0) return [left.concat(blanks[0]), right.concat(blanks[1])]
  }
  return [characters(one), characters(other)]
}

function* unitsOf({ tokens, folded }: TextWords, isUnit: (word: string) => boolean): Slices<string[]> {
  const units: string[] = []
  yield* forEachSliced(folded, (word, index) => {
    if (isUnit(word)) units.push(unitOf(word, tokens[index] ?? word))
  })
  return units
}

/** A word with capitals, where they have not been made small, is another than the same word without them. */
function unitOf(folded: string, token: string): string {
  return token === token.toLowerCase() ? inflectionless(folded) : token
}

/** What is left of white space that is not one blank, which there is only where it counts. */
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

/** How often each of the items stands in a list. */
type Bag = ReadonlyMap<string, number>

function* countItems(items: Iterable<string>): Slices<Bag> {
  const counts = new Map<string, number>()
  yield* forEachSliced(items, (item) => {
    counts.set(item, (counts.get(item) ?? 0) + 1)
  })
  return counts
}

/**
 * Dice's coefficient of two bags: 2 · common / (all of one + all of the other), counted with repetitions, 0 to 1.
 * 1 for two empty bags. (Dice, Measures of the Amount of Ecologic Association Between Species, 1945.)
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
