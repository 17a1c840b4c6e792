import { type Message, type Part, textOf } from './message.ts'
import { outputMessagesOf } from './run.ts'

function assistantMessagesOf(runOutput: unknown): Message[] {
  return outputMessagesOf(runOutput).filter((message) => message.role === 'assistant')
}

function textsOf(messages: readonly Message[], type: Exclude<Part['type'], 'tool-call'>): string[] {
  return messages.flatMap((message) =>
    message.parts.flatMap((part) => (part.type === type ? [part.text] : [])),
  )
}

/**
 * Reads the answer of a run: all text of all its assistant messages, text before tool calls included, joined
 * by blank lines; no reasoning and no tool output. A run that ended in an error without any text answers
 * with the text of the error. Empty where there is neither.
 */
export function readAnswer(runOutput: unknown): string {
  const messages = assistantMessagesOf(runOutput)
  const texts = messages.map(textOf).filter((text) => text !== '')
  return (texts.length > 0 ? texts : textsOf(messages, 'error')).join('\n\n')
}

/** As {@link readAnswer}; undefined where there is no answer. */
export function getAssistantMessageFromRunOutput(runOutput?: unknown): string | undefined {
  return readAnswer(runOutput) || undefined
}

/** The text of each assistant message of a run, empty for a message that only calls tools. */
export function extractAgentResponseMessages(runOutput: unknown): string[] {
  return assistantMessagesOf(runOutput).map(textOf)
}

/** All reasoning of a run's assistant messages, joined by line breaks; undefined where there is none. */
export function getReasoningFromRunOutput(runOutput?: unknown): string | undefined {
  return textsOf(assistantMessagesOf(runOutput), 'reasoning').join('\n') || undefined
}
