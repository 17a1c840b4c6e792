import { countTurns, readQuestion } from '../../transcript/index.ts'
import { isReadableInput } from '../../transcript/readable.ts'
import { shortJson } from '../material/tool-calls.ts'

/**
 * What a run was asked for. The input of a workflow is no conversation: there the request is the input itself,
 * as JSON.
 *
 * @returns undefined where there is no request, or not the one that the messages answer.
 */
export function readRequest(input: unknown, messages: unknown): string | undefined {
  const question = readQuestion(input, messages)
  if (question !== undefined) return question
  const isObject = typeof input === 'object' && input !== null && Object.keys(input).length > 0
  if (!isObject || isReadableInput(input) || countTurns(input, messages) > 1) return undefined
  return shortJson(input)
}
