import { forEachSliced, type Slices } from '../shared/slices.ts'
import { functionWordsFor, isNegation } from './function-words.ts'
import { withoutInlineMarkup } from './inline.ts'
import { rememberWords } from './remember-words.ts'
import { inflectionless, type TextWords, textWords } from './text-words.ts'

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
  const [left, right] = yield* comparableUnits(one, other)
  const families = yield* dice(withBeginnings(left), withBeginnings(right))
  if (left.length < 2 && right.length < 2) return families
  return (1 - neighbourWeight) * families + neighbourWeight * (yield* dice(pairs(left), pairs(right)))
}

const neighbourWeight = 0.05
const beginningLength = 4

type Units = readonly string[]

/** Returns the content words of both, or else all words of both, or else the characters of both. */
function* comparableUnits(one: string, other: string): Slices<readonly [Units, Units]> {
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

function* withBeginnings(units: Units): Generator<string> {
  for (const unit of units) {
    yield unit
    yield beginning(unit)
  }
}

const beginning = rememberWords((unit) => `${unit.slice(0, beginningLength)}…`)

function* pairs(units: Units): Generator<string> {
  for (let index = 1; index < units.length; index++) yield `${units[index - 1]} ${units[index]}`
}

/**
 * Returns Dice's coefficient of two bags: 2 · common / (all of one + all of the other), counted with repetitions, 0 to
 * 1. 1 for two empty bags. (Dice, Measures of the Amount of Ecologic Association Between Species, 1945.)
 */
export function* dice(one: Iterable<string>, other: Iterable<string>): Slices<number> {
  const unmatched = new Map<string, number>()
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
