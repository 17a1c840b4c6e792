import type { DecisionRequest } from '../contract.ts'
import { verdicts } from './regression.ts'
import { abstainUnlessEnglish, misconfigured, readUnits, warnOfLength } from './requests.ts'

export interface Material {
  readonly question: string
  /** Id to statement, for every id that is asked. */
  readonly statements: ReadonlyMap<string, string>
  /** What of the request was left out of account. */
  readonly warnings: readonly string[]
}

/**
 * Reads the question and the statements out of a request.
 *
 * @throws JudgeError with the reason 'configuration' for another question or state; `JudgeAbstainedError` where
 * the question, or the statements as a whole, are not in English.
 */
export function readMaterial({ state, questions }: DecisionRequest): Material {
  const { question, conversation } = state
  if (typeof question !== 'string') throw misconfigured('state.question must be a string')
  const statements = readUnits(state, 'statements', questions, verdicts)
  abstainUnlessEnglish('question', question)
  abstainUnlessEnglish('answer', [...statements.values()].join('\n'))
  const warnings = [
    ...(conversation === undefined ? [] : ['the earlier conversation was not read']),
    ...warnOfLength([question, ...statements.values()]),
  ]
  return { question, statements, warnings }
}
