import { contentWords, stem, words } from '../../../text/words.ts'
import { stemsOf } from '../overlap.ts'

/** What chooses without a name: "Both.", "Neither of them.", "The second one." */
const unnamed =
  /^\W*(?:both|either|neither|none|any|the (?:first|second|third|former|latter|last))(?: one| of them)?\W*$/i
const asks = /^\W*(?:what|which|who|whom|whose|when|where|why|how)\b/i

const endOf = (text: string) => contentWords(text).slice(-1)
const startOf = (text: string) => contentWords(text).slice(0, 1)

/**
 * One word of each thing that a question has a choice of, stemmed: what stands on either side of "or", and before it
 * between commas ("Which is better, tea, milk or coffee?"). Empty where it gives no choice.
 */
export function choicesOf(question: string): string[] {
  const [before = '', ...after] = question.split(/\bor\b/i)
  if (after.length === 0) return []
  const listed = before.split(/[,:;]/)
  const named = listed.length > 1 ? listed.filter((part) => !asks.test(part)) : listed
  return [...named.flatMap(endOf), ...after.flatMap(startOf)].map(stem)
}

/** Whether the statement takes one of the things that the question has a choice of: "Tea or coffee?" "I take coffee." */
export function chooses(question: string, statement: string): boolean {
  const stems = stemsOf(statement)
  const named = choicesOf(question).filter((choice) => stems.includes(choice))
  return named.length === 1 || (named.length > 1 && /\b(?:both|neither|either)\b/i.test(statement))
}

const longestChoice = 3

/** Whether the statement is one of those things and little else: "Coffee.", "The second one." */
export function isChosen(question: string, statement: string): boolean {
  if (choicesOf(question).length === 0 || words(statement).length > longestChoice) return false
  return unnamed.test(statement) || chooses(question, statement)
}
