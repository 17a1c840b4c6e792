import { textOf } from './message.ts'
import { readMessages } from './normalise.ts'
import { inputMessagesOf } from './run.ts'

/** All text of one message, in any shape; empty where it has none. */
export function getTextContentFromMastraDBMessage(message: unknown): string {
  return readMessages([message], 'user').map(textOf).join('\n')
}

/** The text of each message that came in with a run, remembered messages not included. */
export function extractInputMessages(runInput: unknown): string[] {
  return inputMessagesOf(runInput).map(textOf)
}
