import { thrownText } from '../judge/original-error.ts'

/** An error that the user can fix. Its message is one sentence that says what is wrong and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Turns anything thrown into one sentence. */
export function toSentence(error: unknown): string {
  return thrownText(error).trim()
}
