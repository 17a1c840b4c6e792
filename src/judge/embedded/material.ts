import type { DecisionRequest, JsonObject, JsonValue } from '../contract.ts'
import { JudgeAbstainedError, JudgeError } from '../errors.ts'
import { isForeign } from './english.ts'
import { longestText } from './features.ts'
import { verdicts } from './regression.ts'

export const judgeId = 'embedded'
const answerable = 'statement-relevance'

export interface Material {
  readonly question: string
  /** Id to statement, for every id that is asked. */
  readonly statements: ReadonlyMap<string, string>
  /** What of the request was left out of account. */
  readonly warnings: readonly string[]
}

/**
 * Reads what the embedded judge can answer out of a request.
 *
 * @throws JudgeError with the reason 'configuration' for another task, question or state;
 * `JudgeAbstainedError` where the question, or the statements as a whole, are not in English.
 */
export function readMaterial({ task, state, questions }: DecisionRequest): Material {
  if (task.name !== answerable)
    throw misconfigured(
      `it cannot answer the task ${task.name}, only ${answerable}: use another judge for it`,
    )
  const { question, statements, conversation } = state
  if (typeof question !== 'string') throw misconfigured('state.question must be a string')
  if (!isObject(statements)) throw misconfigured('state.statements must be an object of id to statement')
  const read = new Map<string, string>()
  for (const [id, asked] of Object.entries(questions)) {
    if (asked.type !== 'choice' || !hasVerdicts(asked.criteria))
      throw misconfigured(`it can only choose between yes, unsure and no, which ${id} does not ask for`, [id])
    const statement = Object.hasOwn(statements, id) ? statements[id] : undefined
    if (typeof statement !== 'string') throw misconfigured(`state.statements has no text for ${id}`, [id])
    read.set(id, statement)
  }
  abstainUnlessEnglish('question', question)
  abstainUnlessEnglish('answer', [...read.values()].join('\n'))
  const warnings = [
    ...(conversation === undefined ? [] : ['the earlier conversation was not read']),
    ...[question, ...read.values()]
      .filter((text) => text.length > longestText)
      .map((text) => `of a text of ${text.length} characters only the first ${longestText} were read`),
  ]
  return { question, statements: read, warnings }
}

function abstainUnlessEnglish(what: string, text: string): void {
  if (!isForeign(text)) return
  const because = `the ${what} is not in English, the only language that the embedded judge can read`
  throw new JudgeAbstainedError(judgeId, because)
}

function hasVerdicts(criteria: object): boolean {
  return Object.keys(criteria).length === verdicts.length && verdicts.every((verdict) => verdict in criteria)
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function misconfigured(message: string, ids: readonly string[] = []): JudgeError {
  return new JudgeError({ judge: judgeId, reason: 'configuration', message, ids })
}
