import type { z } from 'zod/v4'
import type { LinePlace } from '../../run/lazy/kept-lines.ts'

/** A dataset that cannot be used as it is: which source, which line, which field, and what to do. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
  readonly source: string
  readonly line: number | undefined
  readonly field: string | undefined

  constructor({
    message,
    source,
    line,
    field,
    cause,
  }: {
    /** What is wrong and what to do. */
    message: string
    /** The file, or what else the data come from. */
    source: string
    /** From 1; in a plain array, absent. */
    line?: number
    field?: string
    cause?: unknown
  }) {
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

/** A value that should become an item or a labelled row, and where it stands. */
export interface Row {
  readonly value: unknown
  /** From 1, in a file. */
  readonly line?: number
  /** From 0, in a list. */
  readonly index?: number
  /** Where the line stands in a file of a value a line, in bytes. */
  readonly place?: LinePlace
}

/** What is wrong with one row of a source. */
export function rowError(
  { line, index }: Row,
  source: string,
  message: string,
  field?: string,
  cause?: unknown,
): DatasetError {
  return new DatasetError({
    source: index === undefined ? source : `${source}[${index}]`,
    line,
    field,
    message,
    cause,
  })
}

/**
 * A row by its schema; null counts as absent, since JSON has no undefined and exports write null.
 *
 * @param rowKind What a row is called, the fields that one has, and what to do with one that it does not have.
 * @throws DatasetError that names the place and the field.
 */
export function parseRow<Schema extends z.ZodObject>(
  row: Row,
  source: string,
  {
    name,
    schema,
    adviceFor,
  }: {
    readonly name: string
    readonly schema: Schema
    readonly adviceFor: (field: string) => string
  },
): z.output<Schema> {
  const result = schema.safeParse(withoutNulls(row.value))
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0) {
    const [key = ''] = issue.keys
    const fields = Object.keys(schema.shape).join(', ')
    throw rowError(row, source, `${name} has no such field: ${adviceFor(key)}. Fields are ${fields}`, key)
  }
  if (issue === undefined || issue.path.length === 0) throw rowError(row, source, `${name} must be an object`)
  throw rowError(row, source, `must be ${issue.message}`, issue.path.join('.'))
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  )
}
