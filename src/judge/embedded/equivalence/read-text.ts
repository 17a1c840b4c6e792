import { withoutInlineMarkup } from '../../../text/inline.ts'
import { splitSentences } from '../../../text/sentences.ts'
import { contentWords, stem, words } from '../../../text/words.ts'
import { sense } from '../support/alike.ts'
import { type NumberRange, numbersIn } from '../support/numbers.ts'
import { isNegated } from '../support/opposites.ts'

/** What a short text gives. */
export interface TextReading {
  /** Its words that name something and are not numbers, by their sense, in order. */
  readonly senses: readonly string[]
  readonly numbers: readonly NumberRange[]
}

export interface AnswerReading {
  readonly sentences: readonly (TextReading & { readonly negated: boolean })[]
  /** It says, somewhere, that it does not know. */
  readonly givesUp: boolean
}

const notKnown =
  /\b(?:(?:do not|don['’]t|did not|didn['’]t) (?:know|have (?:any |access|information|enough|personal|current|real))|(?:could not|couldn['’]t|cannot|can['’]t|was not able to|unable to) (?:find|answer|tell|determine|provide|say)|(?:no|not any) (?:information|idea)|not (?:sure|aware|familiar)|unknown|(?:is|are) (?:unclear|not known)|please (?:provide|specify|clarify))\b/i

/** Whether a text says, somewhere, that something is not known or cannot be told. */
export function saysNotKnown(text: string): boolean {
  return notKnown.test(text)
}

/** Marks of emphasis within a word ("self-**service**") must not part it. */
export function readText(source: string): TextReading {
  const text = withoutInlineMarkup(source)
  const numbers = numbersIn(text)
  const counted = new Set(numbers.flatMap((number) => words(number.text)))
  const senses = contentWords(text)
    .filter((word) => !counted.has(word) && numbersIn(word).length === 0)
    .map((word) => sense(stem(word)))
  return { senses, numbers }
}

export function readAnswer(source: string): AnswerReading {
  const text = withoutInlineMarkup(source)
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end))
  return {
    sentences: sentences.map((sentence) => ({ ...readText(sentence), negated: isNegated(sentence) })),
    givesUp: saysNotKnown(text),
  }
}
