import { readConversation } from './question.ts'
import { readToolResults, type ToolResult } from './tools.ts'

// The names of `@mastra/evals` for what is called otherwise here: moving over is to be a change of one import.

export { readQuestion as getUserMessageFromRunInput } from './question.ts'
export type { ToolResult as ToolResultInfo } from './tools.ts'

/** What the tools of a run returned, errors left out; {@link readToolResults} has those, too. */
export function extractToolResults(runOutput: unknown): ToolResult[] {
  return readToolResults(runOutput).filter(({ isError }) => !isError)
}

/**
 * What was said before the question as one text, a line a message: 'user: Hello'.
 *
 * @param options `maxMessages`: how many of the last messages. Default 10.
 * @returns undefined where there is nothing, or nothing is asked for.
 */
export function getConversationHistoryFromRunInput(
  runInput?: unknown,
  { maxMessages = 10 }: { readonly maxMessages?: number } = {},
): string | undefined {
  if (maxMessages <= 0) return undefined
  const lines = readConversation(runInput).map(({ role, text }) => `${role}: ${text.trim()}`)
  return lines.slice(-maxMessages).join('\n') || undefined
}
