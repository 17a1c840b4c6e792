import { type Message, textOf } from './message.ts'
import { readMessages } from './normalise.ts'
import { asList, asRecord } from './record.ts'
import { inputMessagesOf } from './run.ts'

/** All text of one message, in any shape; empty where it has none. */
export function getTextContentFromMastraDBMessage(message: unknown): string {
  return readMessages([message], 'user').map(textOf).join('\n')
}

/** The text of each message that came in with a run, remembered messages not included. */
export function extractInputMessages(runInput: unknown): string[] {
  return inputMessagesOf(runInput).map(textOf)
}

function promptOf(message: Message): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')
}

/** The text of every system message of a run: the agent's own, those sent along, then the tagged ones. */
export function getSystemMessagesFromRunInput(runInput?: unknown): string[] {
  const { systemMessages, taggedSystemMessages } = asRecord(runInput)
  return [
    ...readMessages(asList(systemMessages), 'system'),
    ...inputMessagesOf(runInput).filter((message) => message.role === 'system'),
    ...Object.values(asRecord(taggedSystemMessages)).flatMap((tagged) =>
      readMessages(asList(tagged), 'system'),
    ),
  ]
    .map(promptOf)
    .filter((text) => text !== '')
}

/** The system messages of a run as one text, joined by blank lines; empty where there are none. */
export function getCombinedSystemPrompt(runInput?: unknown): string {
  return getSystemMessagesFromRunInput(runInput).join('\n\n')
}
