import type { JsonObject } from '../../judge/contract.ts'
import { readToolCalls } from '../../transcript/tools.ts'
import { jsonText } from './json-text.ts'

export interface ListedToolCall {
  readonly toolName: string
  /** undefined if the message has none. */
  readonly args: unknown
  readonly outcome: 'answered' | 'failed' | 'no result'
  /** The tool's result, or the text of its error. */
  readonly result?: unknown
}

const outcomes = { waiting: 'no result', denied: 'no result', returned: 'answered', threw: 'failed' } as const

/** Returns every tool call of a run's output once, in order, whatever its outcome. */
export function listToolCalls(output: unknown): ListedToolCall[] {
  return readToolCalls(output).map(({ toolName, args, state, isError, result }) => ({
    toolName,
    args,
    outcome: isError ? 'failed' : outcomes[state],
    ...(result === undefined ? {} : { result }),
  }))
}

const maximumCharacters = 2_000

export function shortJson(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value)
  return text.length > maximumCharacters ? `${text.slice(0, maximumCharacters)}…` : text
}

/** Tool results that say no more than that the tool ran. */
const saysNothing = /^(?:"?(?:ok|okay|done|success|succeeded|true)?"?|\{"(?:ok|success)":true\})$/i

/** Returns a call for the judge: with its outcome if unusual, and its result if that says something. */
export function describeCall({ toolName, args, outcome, result }: ListedToolCall): JsonObject {
  return {
    tool: toolName,
    ...(args === undefined ? {} : { arguments: shortJson(args) }),
    ...(outcome === 'answered' ? {} : { outcome }),
    ...(result === undefined || saysNothing.test(shortJson(result)) ? {} : { result: shortJson(result) }),
  }
}
