/** Thrown for an invalid response: the page shows the message. */
export class NotSaidError extends Error {
  override readonly name = 'NotSaidError'
}
