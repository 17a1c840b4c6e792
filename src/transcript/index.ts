export {
  extractAgentResponseMessages,
  getAssistantMessageFromRunOutput,
  getReasoningFromRunOutput,
  readAnswer,
} from './answer.ts'
export type { Role } from './message.ts'
export {
  extractInputMessages,
  getCombinedSystemPrompt,
  getSystemMessagesFromRunInput,
  getTextContentFromMastraDBMessage,
} from './messages.ts'
export * from './peer-names.ts'
export { type ConversationMessage, countTurns, readConversation, readQuestion } from './question.ts'
export { isReadableOutput, mayLackToolCalls } from './readable.ts'
export { extractToolCalls, readToolResults, type ToolCallInfo, type ToolResult } from './tools.ts'
export { readTrace, type TracedRun, type TraceSpan } from './trace.ts'
