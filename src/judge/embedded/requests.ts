import { isObject } from '../../shared/is-object.ts'
import { withoutCitations } from '../../text/statements/citations.ts'
import { isForeign } from '../../text/words/english.ts'
import type { JsonObject, Question, Questions } from '../contract.ts'
import { JudgeAbstainedError, JudgeError } from '../errors.ts'
import { longestText } from './relevance/features.ts'

export const judgeId = 'embedded'

/** Returns the error for a request that the embedded judge is not made for. */
export function misconfigured(message: string, ids: readonly string[] = []): JudgeError {
  return new JudgeError({ judge: judgeId, reason: 'configuration', message, ids })
}

/** @throws JudgeAbstainedError for a text that is not in English. */
export async function abstainUnlessEnglish(what: string, text: string, is = 'is'): Promise<void> {
  if (!(await isForeign(text))) return
  const because = `the ${what} ${is} not in English, the only language that the embedded judge can read`
  throw new JudgeAbstainedError(judgeId, because)
}

/**
 * Returns the texts to judge, by id, without the markers that name their sources.
 *
 * @param units The name of the state's field that holds them.
 * @param options The options that every question must have, and no others.
 * @throws JudgeError with the reason 'configuration' for another question, and for an id without a text.
 */
export function readUnits(
  state: JsonObject,
  units: string,
  questions: Questions,
  options: readonly string[],
): Map<string, string> {
  const texts = state[units]
  if (!isObject(texts)) throw misconfigured(`state.${units} must be an object of texts by id`)
  const read = new Map<string, string>()
  for (const [id, question] of Object.entries(questions)) {
    if (!hasOptions(question, options))
      throw misconfigured(
        `it can only choose between ${listed(options)}, and ${id} asks for something else`,
        [id],
      )
    const text = Object.hasOwn(texts, id) ? texts[id] : undefined
    if (typeof text !== 'string') throw misconfigured(`state.${units} has no text for ${id}`, [id])
    read.set(id, withoutCitations(text))
  }
  return read
}

/** Returns one warning for every text that is too long to be read whole. */
export function warnOfLength(texts: Iterable<string>): string[] {
  return [...texts]
    .filter((text) => text.length > longestText)
    .map((text) => `only the first ${longestText} of ${text.length} characters of a text were read`)
}

function hasOptions(question: Question, options: readonly string[]): boolean {
  if (question.type !== 'choice') return false
  return (
    Object.keys(question.criteria).length === options.length &&
    options.every((option) => option in question.criteria)
  )
}

/** 'yes, unsure and no' */
function listed(options: readonly string[]): string {
  return `${options.slice(0, -1).join(', ')} and ${options.at(-1)}`
}
