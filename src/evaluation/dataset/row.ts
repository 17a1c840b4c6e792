import type { z } from 'zod/v4'
import type { LinePlace } from '../../run/lazy/kept-lines.ts'
import { isObject } from '../../shared/is-object.ts'

/** A dataset that cannot be used as it is. The message names source, line, field and remedy. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
  readonly source: string
  readonly line: number | undefined
  readonly field: string | undefined

  constructor(problem: {
    /** The problem and the remedy. */
    message: string
    /** The file, or another source of the data. */
    source: string
    /** From 1; absent for a plain array. */
    line?: number
    field?: string
    cause?: unknown
  }) {
    const { message, source, line, field, cause } = problem
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

/** A value that should become an item or a labelled row, and its place. */
export interface Row {
  readonly value: unknown
  /** Line number in a file, from 1. */
  readonly line?: number
  /** Index in a list, from 0. */
  readonly index?: number
  /** Byte range of the line, in a file with one value per line. */
  readonly place?: LinePlace
}

export function rowError(
  { line, index }: Row,
  source: string,
  message: string,
  field?: string,
  cause?: unknown,
): DatasetError {
  const place = index === undefined ? source : `${source}[${index}]`
  return new DatasetError({ source: place, line, field, message, cause })
}

/**
 * Parses a row by its schema. Null counts as absent, since JSON has no undefined and exports write null.
 *
 * @param rowKind The name of this kind of row, its fields, and advice for an unknown field.
 * @throws DatasetError that names the place and the field.
 */
export function parseRow<Schema extends z.ZodObject>(
  row: Row,
  source: string,
  kind: {
    readonly name: string
    readonly schema: Schema
    readonly adviceFor: (field: string) => string
  },
): z.output<Schema> {
  const { name, schema, adviceFor } = kind
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
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  )
}
