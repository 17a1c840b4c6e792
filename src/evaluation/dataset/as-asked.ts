import { isObject } from '../../shared/is-object.ts'
import { wordsAsRead } from '../../text/as-read.ts'

/**
 * Returns a question, in any shape, so that questions are equal where they read the same: in the same words, whatever
 * the blanks between them and the code points of their characters.
 *
 * @param question A JSON value.
 */
export function asAsked(question: unknown): unknown {
  if (typeof question === 'string') return wordsAsRead(question)
  if (Array.isArray(question)) return question.map(asAsked)
  if (!isObject(question)) return question
  return Object.fromEntries(Object.entries(question).map(([key, value]) => [key, asAsked(value)]))
}
