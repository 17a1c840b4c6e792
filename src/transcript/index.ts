export {
  extractAgentResponseMessages,
  getAssistantMessageFromRunOutput,
  getReasoningFromRunOutput,
  readAnswer,
} from './answer.ts'
export {
  extractInputMessages,
  getCombinedSystemPrompt,
  getSystemMessagesFromRunInput,
  getTextContentFromMastraDBMessage,
} from './messages.ts'
export { countTurns, readConversation, readQuestion } from './question.ts'
export { extractToolCalls, readToolResults, type ToolCallInfo, type ToolResult } from './tools.ts'
export { readTrace } from './trace.ts'
