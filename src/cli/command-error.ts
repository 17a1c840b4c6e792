import { thrownText } from '../judge/original-error.ts'

/** An error that the user can fix. Its message is one sentence that says what is wrong and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export function toSentence(error: unknown): string {
  const text = thrownText(error).trim()
  return text.startsWith('SQLITE_BUSY')
    ? `${text}: another process holds a database file of the project: try again once it is done`
    : text
}
