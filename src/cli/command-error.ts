import { thrownText } from '../evaluation/failures.ts'

/** Something that the user can put right. Its message is one sentence that says what is wrong and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** An error as one sentence, whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return thrownText(error).trim()
}
