import '../shared/check-node.ts'

export {
  extractAgentResponseMessages,
  extractInputMessages,
  getAssistantMessageFromRunOutput,
  getCombinedSystemPrompt,
  getReasoningFromRunOutput,
  getSystemMessagesFromRunInput,
  getTextContentFromMastraDBMessage,
  readAnswer,
} from './message-texts.ts'
export { countTurns, readConversation, readQuestion } from './question.ts'
export { extractToolCalls, readToolResults, type ToolCallInfo } from './tools.ts'
export { readTrace } from './trace.ts'
