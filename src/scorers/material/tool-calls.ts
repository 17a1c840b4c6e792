import type { JsonObject } from '../../judge/contract.ts'
import { extractToolCalls, readToolResults } from '../../transcript/index.ts'
import { outputMessagesOf } from '../../transcript/run.ts'

/** A tool call of a run. */
export interface MadeCall {
  readonly toolName: string
  /** undefined where the message has none. */
  readonly args: unknown
  readonly outcome: 'answered' | 'failed' | 'no result'
  /** What the tool returned, or the text of its error. */
  readonly result?: unknown
}

/** Every tool call of a run's output once, in order, whatever became of it. */
export function toolCallsOf(output: unknown): MadeCall[] {
  const messages = outputMessagesOf(output)
  const results = readToolResults(output)
  return extractToolCalls(output).toolCallInfos.map(({ toolName, toolCallId, messageIndex }) => {
    const [next] = results
    const answered = next?.toolName === toolName && (next.toolCallId === toolCallId || next.toolCallId === '')
    if (next && answered) {
      results.shift()
      return {
        toolName,
        args: next.args,
        outcome: next.isError ? 'failed' : 'answered',
        result: next.result,
      }
    }
    const part = messages[messageIndex]?.parts.find(
      (part) =>
        part.type === 'tool-call' && part.call.toolName === toolName && part.call.toolCallId === toolCallId,
    )
    return {
      toolName,
      args: part?.type === 'tool-call' ? part.call.args : undefined,
      outcome: 'no result',
    }
  })
}

const maximumCharacters = 2_000

/** A value as JSON, shortened, for a judge to read. */
export function shortJson(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > maximumCharacters ? `${text.slice(0, maximumCharacters)}…` : text
}

/** A call as a judge is shown it. */
export function describeCall({ toolName, args, outcome, result }: MadeCall): JsonObject {
  return {
    tool: toolName,
    ...(args === undefined ? {} : { arguments: shortJson(args) }),
    outcome,
    ...(result === undefined ? {} : { result: shortJson(result) }),
  }
}
