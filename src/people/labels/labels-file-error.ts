/** A labels file that cannot be read or written. */
export class LabelsFileError extends Error {
  override readonly name = 'LabelsFileError'
  readonly file: string
  /** From 1. */
  readonly line: number | undefined

  /** @param message What is wrong and what to do. */
  constructor(details: { file: string; line?: number; message: string; cause?: unknown }) {
    const { file, line, message, cause } = details
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${message}`, { cause })
    this.file = file
    this.line = line
  }
}
