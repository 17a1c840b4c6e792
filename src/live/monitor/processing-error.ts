/** What a monitor was told to do cannot be done with the scores there are: looking again would not mend it. */
export class ProcessingError extends Error {
  override readonly name = 'ProcessingError'
}
