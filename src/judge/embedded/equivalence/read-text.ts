import { withoutInlineMarkup } from '../../../text/statements/inline.ts'
import { splitSentences } from '../../../text/statements/sentences.ts'
import { contentWords, stem, words } from '../../../text/words/words.ts'
import { likeness } from '../overlap.ts'
import { type NumberRange, numbersIn } from '../support/numbers.ts'
import { isNegated, sense } from '../support/words.ts'

/** The content of a short text. */
export interface TextReading {
  /** Its content words that are not numbers, by their sense, in order. */
  readonly senses: readonly string[]
  readonly numbers: readonly NumberRange[]
}

const notKnown =
  /\b(?:(?:do not|don['’]t|did not|didn['’]t) (?:know|have (?:any |access|information|enough|personal|current|real))|(?:could not|couldn['’]t|cannot|can['’]t|was not able to|unable to) (?:find|answer|tell|determine|provide|say)|(?:no|not any) (?:information|idea)|not (?:sure|aware|familiar)|unknown|(?:is|are) (?:unclear|not known)|please (?:provide|specify|clarify))\b/i

/** Returns whether a text says, somewhere, that something is not known or cannot be answered. */
export function saysNotKnown(text: string): boolean {
  return notKnown.test(text)
}

/** Reads a text, without marks of emphasis, so that they do not split a word ("self-**service**"). */
export function readText(source: string): TextReading {
  const text = withoutInlineMarkup(source)
  const numbers = numbersIn(text)
  const counted = new Set(numbers.flatMap((number) => words(number.text)))
  const senses = contentWords(text)
    .filter((word) => !counted.has(word) && numbersIn(word).length === 0)
    .map((word) => sense(stem(word)))
  return { senses, numbers }
}

export function readAnswer(source: string): {
  readonly sentences: readonly (TextReading & { readonly negated: boolean })[]
  /** Whether it says, somewhere, that it does not know. */
  readonly givesUp: boolean
} {
  const text = withoutInlineMarkup(source)
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end))
  return {
    sentences: sentences.map((sentence) => ({ ...readText(sentence), negated: isNegated(sentence) })),
    givesUp: saysNotKnown(text),
  }
}

/** Shorter words that differ in one letter are different words ("Iran", "Iraq"). */
const shortest = 5
/** Words this long may have two letters wrong. */
const long = 9
/** Longer words are not compared letter by letter, which bounds the time. */
const longest = 40

/** Returns how far one stem can replace another, 0 to 1: the same, misspelt, or with a long common prefix. */
export function closeness(a: string, b: string): number {
  return a === b ? 1 : isMisspelt(a, b) ? 0.9 : likeness(a, b)
}

function isMisspelt(a: string, b: string): boolean {
  const less = Math.min(a.length, b.length)
  const more = Math.max(a.length, b.length)
  const allowed = less >= long ? 2 : 1
  if (less < shortest || more > longest || more - less > allowed || /\p{N}/u.test(a + b)) return false
  return editDistance(a, b) <= allowed
}

/**
 * Returns the number of letters to insert, delete, replace or swap with their neighbour to turn one word into
 * the other (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (from: readonly number[], index: number) => from[index] as number
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? at(beforeLast, j - 2) + 1 : replaced
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] as number
}
