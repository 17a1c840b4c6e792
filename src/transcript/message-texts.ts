import { asList, asRecord } from './as-record.ts'
import { type Message, type Part, readText } from './message.ts'
import { readInputMessages, readOutputMessages } from './messages-of-run.ts'
import { readMessages } from './read-messages.ts'

/** Returns all text of one message, in any shape; empty if it has none. */
export function getTextContentFromMastraDBMessage(message: unknown): string {
  return readMessages([message], 'user').map(readText).join('\n')
}

/** Returns the text of each message that came in with a run, without remembered messages. */
export function extractInputMessages(runInput: unknown): string[] {
  return readInputMessages(runInput).map(readText)
}

function readPrompt(message: Message): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')
}

/** Returns the text of every system message of a run: the agent's own, those sent along, the tagged ones. */
export function getSystemMessagesFromRunInput(runInput?: unknown): string[] {
  const { systemMessages, taggedSystemMessages } = asRecord(runInput)
  return [
    ...readMessages(asList(systemMessages), 'system'),
    ...readInputMessages(runInput).filter((message) => message.role === 'system'),
    ...Object.values(asRecord(taggedSystemMessages)).flatMap((tagged) =>
      readMessages(asList(tagged), 'system'),
    ),
  ]
    .map(readPrompt)
    .filter((text) => text !== '')
}

/** Returns the system messages of a run as one text, joined by blank lines; empty if there are none. */
export function getCombinedSystemPrompt(runInput?: unknown): string {
  return getSystemMessagesFromRunInput(runInput).join('\n\n')
}

function readAssistantMessages(runOutput: unknown): Message[] {
  return readOutputMessages(runOutput).filter((message) => message.role === 'assistant')
}

function collectTexts(messages: readonly Message[], type: Exclude<Part['type'], 'tool-call'>): string[] {
  return messages.flatMap((message) =>
    message.parts.flatMap((part) => (part.type === type ? [part.text] : [])),
  )
}

/**
 * Reads the answer of a run: all text of all its assistant messages, including text before tool calls, joined by blank
 * lines; no reasoning and no tool output. For a run that ended in an error without any text, it returns the text of the
 * error. Empty if there is neither.
 */
export function readAnswer(runOutput: unknown): string {
  const messages = readAssistantMessages(runOutput)
  const texts = messages.map(readText).filter((text) => text !== '')
  return (texts.length > 0 ? texts : collectTexts(messages, 'error')).join('\n\n')
}

/** Like {@link readAnswer}; undefined if there is no answer. */
export function getAssistantMessageFromRunOutput(runOutput?: unknown): string | undefined {
  return readAnswer(runOutput) || undefined
}

/** Returns the text of each assistant message of a run, empty for a message that only calls tools. */
export function extractAgentResponseMessages(runOutput: unknown): string[] {
  return readAssistantMessages(runOutput).map(readText)
}

/** Returns all reasoning of a run's assistant messages, joined by line breaks; undefined if there is none. */
export function getReasoningFromRunOutput(runOutput?: unknown): string | undefined {
  return collectTexts(readAssistantMessages(runOutput), 'reasoning').join('\n') || undefined
}
