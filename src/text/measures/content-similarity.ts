import { forEachSliced, type Slices } from '../../shared/slices.ts'
import { withoutInlineMarkup } from '../statements/inline.ts'
import { functionWordsFor, isNegation } from '../words/function-words.ts'
import { inflectionless, type TextWords, textWords } from '../words/text-words.ts'

/** Matches white space that is not a single blank. */
const oddBlank = /\s{2,}|[^\S ]/g

/**
 * Normalises a text. Marks of emphasis, code and links never count: they split words.
 *
 * @param options `ignoreCase`: "Paris" and "PARIS" are the same. `ignoreWhitespace`: so are line breaks, runs of blanks
 * and one blank.
 */
export function normalizeText(
  text: string,
  { ignoreCase, ignoreWhitespace }: Readonly<Record<'ignoreCase' | 'ignoreWhitespace', boolean>>,
): string {
  const shown = withoutInlineMarkup(text)
  const cased = ignoreCase ? shown.toLowerCase() : shown
  return ignoreWhitespace ? cased.replace(oddBlank, ' ').trim() : cased
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
  const units = yield* comparableUnits(one, other)
  const number = numberer()
  const numberBeginning = numberer()
  /** By the number of the unit. */
  const beginnings: number[] = []
  const numberUnit = (unit: string) => {
    const found = number(unit)
    beginnings[found] ??= numberBeginning(unit.slice(0, beginningLength))
    return found
  }
  const left = yield* listNumbers(units[0], numberUnit)
  const right = yield* listNumbers(units[1], numberUnit)
  const toBeginning = (unit: number) => beginnings[unit] ?? unit
  const equal = yield* countShared(left, right)
  const related = yield* countShared(left.map(toBeginning), right.map(toBeginning))
  const families = (equal + related) / (left.length + right.length)
  if (left.length < 2 && right.length < 2) return families
  const neighbours = yield* dice(pairs(left, beginnings.length), pairs(right, beginnings.length))
  return (1 - neighbourWeight) * families + neighbourWeight * neighbours
}

const neighbourWeight = 0.05
const beginningLength = 4

/** Returns the content words of both, or else all words of both, or else the characters of both. */
function* comparableUnits(
  one: string,
  other: string,
): Slices<readonly [readonly string[], readonly string[]]> {
  const first = yield* textWords(one)
  const second = yield* textWords(other)
  const blanks = [one.match(oddBlank) ?? [], other.match(oddBlank) ?? []] as const
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

const characters = (text: string): string[] => Array.from(text).filter((character) => character.trim() !== '')

/** Returns a function that gives equal texts the same number, from 0 on. */
function numberer() {
  const numbers = new Map<string, number>()
  return (text: string) => {
    const known = numbers.get(text)
    if (known === undefined) numbers.set(text, numbers.size)
    return known ?? numbers.size - 1
  }
}

function* listNumbers(units: readonly string[], number: (unit: string) => number): Slices<number[]> {
  const numbers: number[] = []
  yield* forEachSliced(units, (unit) => numbers.push(number(unit)))
  return numbers
}

/** Counts what two bags of numbers have in common, with repetitions. */
function* countShared(one: readonly number[], other: readonly number[]): Slices<number> {
  const unmatched: number[] = []
  let shared = 0
  yield* forEachSliced(one, (item) => {
    unmatched[item] = (unmatched[item] ?? 0) + 1
  })
  yield* forEachSliced(other, (item) => {
    const count = unmatched[item] ?? 0
    if (count === 0) return
    unmatched[item] = count - 1
    shared += 1
  })
  return shared
}

/** Yields pairs of neighbours, each as one number. */
function* pairs(units: readonly number[], distinct: number): Generator<number> {
  for (let index = 1; index < units.length; index++)
    yield (units[index - 1] ?? 0) * distinct + (units[index] ?? 0)
}

/**
 * Returns Dice's coefficient of two bags: 2 · common / (all of one + all of the other), counted with repetitions, 0 to
 * 1. 1 for two empty bags. (Dice, Measures of the Amount of Ecologic Association Between Species, 1945.)
 */
export function* dice<Item>(one: Iterable<Item>, other: Iterable<Item>): Slices<number> {
  const unmatched = new Map<Item, number>()
  let total = 0
  let common = 0
  yield* forEachSliced(one, (item) => {
    unmatched.set(item, (unmatched.get(item) ?? 0) + 1)
    total += 1
  })
  yield* forEachSliced(other, (item) => {
    const count = unmatched.get(item) ?? 0
    if (count > 0) unmatched.set(item, count - 1)
    common += Math.min(count, 1)
    total += 1
  })
  return total === 0 ? 1 : (2 * common) / total
}
