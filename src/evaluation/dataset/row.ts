export interface DatasetErrorDetails {
  /** What is wrong and what to do. */
  message: string
  /** The file, or what else the data come from. */
  source: string
  /** From 1; in a plain array, absent. */
  line?: number
  field?: string
  cause?: unknown
}

/** A dataset that cannot be used as it is: which source, which line, which field, and what to do. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
  readonly source: string
  readonly line: number | undefined
  readonly field: string | undefined

  constructor({ message, source, line, field, cause }: DatasetErrorDetails) {
    const where = [
      source,
      ...(line === undefined ? [] : [`line ${line}`]),
      ...(field === undefined ? [] : [`field "${field}"`]),
    ]
    super(`${where.join(', ')}: ${message}`, { cause })
    this.source = source
    this.line = line
    this.field = field
  }
}
