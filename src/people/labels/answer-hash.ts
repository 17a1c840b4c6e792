import { createHash } from 'node:crypto'

/** SHA-256 of an answer as text, as hexadecimal digits: tells whether a label is of this answer. */
export function hashOfAnswer(answer: string): string {
  return createHash('sha256').update(answer).digest('hex')
}
