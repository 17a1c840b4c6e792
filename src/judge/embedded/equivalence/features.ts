import { weighStem } from '../overlap.ts'
import { agree, type NumberRange } from '../support/numbers.ts'
import type { readAnswer } from './read-text.ts'
import { closeness, type TextReading } from './read-text.ts'

export const equivalenceFeatures = [
  'coverage',
  'phrase',
  'numbersFound',
  'numbersMissing',
  'negated',
  'givesUp',
] as const

/**
 * Returns features of a reference and an answer. None depends on the length of the answer: additions in words
 * that the reference does not have change nothing.
 */
export function compareAnswer(
  reference: TextReading,
  answer: ReturnType<typeof readAnswer>,
  question: TextReading,
): Readonly<Record<(typeof equivalenceFeatures)[number], number>> {
  const senses = new Set(answer.sentences.flatMap(({ senses }) => senses))
  const numbers = answer.sentences.flatMap((sentence) => sentence.numbers)
  const questionSenses = new Set(question.senses)
  const items = listItems(reference, senses, numbers)
  // An answer may omit words that are already in the question.
  const fresh = items.filter(({ sense }) => sense === undefined || !questionSenses.has(sense))
  const missing = reference.numbers.filter((number) => !numbers.some((other) => gives(other, number)))
  const holders = answer.sentences.filter((sentence) => holdsPhrase(sentence, reference))
  return {
    coverage: covered(fresh.length > 0 ? fresh : items),
    phrase: holders.length > 0 ? 1 : 0,
    numbersFound: reference.numbers.length > 0 && missing.length === 0 ? 1 : 0,
    numbersMissing: missing.length > 0 ? 1 : 0,
    negated: holders.length > 0 && holders.every(({ negated }) => negated) ? 1 : 0,
    givesUp: answer.givesUp ? 1 : 0,
  }
}

/** A number counts as much as a long word. */
const numberWeight = 6

/** @returns Each word and number of the reference, and how much of it the answer has, 0 to 1. */
function listItems(
  reference: TextReading,
  senses: ReadonlySet<string>,
  numbers: readonly NumberRange[],
): {
  /** Absent for a number. */
  readonly sense?: string
  readonly weight: number
  readonly presence: number
}[] {
  const words = reference.senses.map((sense) => ({
    sense,
    weight: weighStem(sense),
    presence: senses.has(sense) ? 1 : Math.max(0, ...[...senses].map((other) => closeness(sense, other))),
  }))
  const amounts = reference.numbers.map((number) => ({
    weight: numberWeight,
    presence: numbers.some((other) => gives(other, number)) ? 1 : 0,
  }))
  return [...words, ...amounts]
}

function covered(items: ReturnType<typeof listItems>): number {
  const total = items.reduce((sum, { weight }) => sum + weight, 0)
  return total === 0 ? 0 : items.reduce((sum, { weight, presence }) => sum + weight * presence, 0) / total
}

/** Returns whether a sentence has all of the reference, its words in a row. */
function holdsPhrase(sentence: TextReading, { senses, numbers }: TextReading): boolean {
  return (
    numbers.every((number) => sentence.numbers.some((other) => gives(other, number))) &&
    (senses.length === 0 ||
      sentence.senses.some((_, place) =>
        senses.every((sense, index) => closeness(sense, sentence.senses[place + index] ?? '') > 0.8),
      ))
  )
}

/** Returns whether an answer's number matches the reference's: the century does not name the year. */
function gives(number: NumberRange, expected: NumberRange): boolean {
  return agree(number, expected) && (!isCentury(number) || isCentury(expected))
}

function isCentury({ text }: NumberRange): boolean {
  return text.endsWith('century')
}
