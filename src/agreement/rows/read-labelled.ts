import { basename } from 'node:path'
import { z } from 'zod/v4'
import type { Row } from '../../evaluation/dataset/dataset.ts'
import { DatasetError } from '../../evaluation/dataset/row.ts'
import { type FileOptions, fileOptions, rowsOfFile } from '../../evaluation/dataset/rows-of-file.ts'
import { readOptions } from '../../shared/read-options.ts'
import { type CheckedRow, type LabelledRow, rowFields, rowSchema, structuredFields } from './labelled-row.ts'

/** Rows that were checked. */
export interface LabelledData {
  readonly name: string
  readonly rows: readonly CheckedRow[]
  /** Whether each label is about one statement, or about a whole answer. */
  readonly unit: 'statement' | 'answer'
}

export interface ReadLabelledOptions extends FileOptions {
  /** Name in the file to field of a row: `{ claim: 'statement', verdict: 'label' }`. */
  fields?: Readonly<Record<string, keyof LabelledRow>>
  /**
   * What becomes of fields that no row has. 'refuse' (default): an error, since a misspelt `group` would give
   * other intervals in silence. 'metadata': they are kept and not looked at.
   */
  otherFields?: 'refuse' | 'metadata'
  /** Default: the file's name. */
  name?: string
}

const optionsSchema = z.strictObject({
  ...fileOptions,
  fields: z.record(z.string(), z.enum(rowFields as [string, ...string[]])).default({}),
  otherFields: z.enum(['refuse', 'metadata']).default('refuse'),
  name: z.string().min(1).optional(),
})

/**
 * Reads labelled rows: JSONL (a row a line), JSON (a list of rows) or CSV (with a header; a cell of `labels` is a
 * JSON list, a cell of `context` one text).
 *
 * @throws DatasetError that names file, line and field; TypeError for an option out of range.
 */
export async function readLabelledRows(
  file: string,
  options: ReadLabelledOptions = {},
): Promise<LabelledData> {
  const {
    name = basename(file),
    fields,
    otherFields,
    ...reading
  } = readOptions('readLabelledRows', optionsSchema, options)
  const mapping = { fields, otherFields, known: rowFields, structured: structuredFields }
  const rows: Row[] = []
  for await (const row of rowsOfFile(file, reading, mapping)) rows.push(row)
  return checkRows(rows, name, file)
}

/**
 * Checks a plain list of rows.
 *
 * @throws DatasetError that names the place in the list and the field.
 */
export function toLabelledData(rows: readonly unknown[], name = 'data'): LabelledData {
  return checkRows(
    rows.map((value, index) => ({ value, index })),
    name,
    name,
  )
}

function checkRows(rows: readonly Row[], name: string, source: string): LabelledData {
  if (rows.length === 0) throw new DatasetError({ source, message: 'holds no rows' })
  const places = new Map<string, Row>()
  const checked = rows.map((row, index) => {
    const result = checkRow(row, index, source)
    const first = places.get(result.id)
    if (first !== undefined) {
      const where = first.line === undefined ? '' : ` (line ${first.line})`
      throw errorAt(row, source, `"${result.id}" is the id of another row${where}: ids must differ`, 'id')
    }
    places.set(result.id, row)
    return result
  })
  const unit = checked[0]?.statement === undefined ? 'answer' : 'statement'
  const other = checked.findIndex(({ statement }) => (statement === undefined) === (unit === 'statement'))
  if (other >= 0) {
    const message =
      unit === 'statement'
        ? 'is missing, though rows before have one: measure labels of statements and labels of whole answers apart'
        : 'stands here, though rows before have none: measure labels of statements and labels of whole answers apart'
    throw errorAt(rows[other] as Row, source, message, 'statement')
  }
  return { name, rows: checked, unit }
}

function checkRow(row: Row, index: number, source: string): CheckedRow {
  const result = rowSchema.safeParse(withoutNulls(row.value))
  if (!result.success) {
    const [issue] = result.error.issues
    if (issue?.code === 'unrecognized_keys') {
      const message = `a row has no such field: name the field it stands for in fields, or keep it as metadata. Fields are ${rowFields.join(', ')}`
      throw errorAt(row, source, message, issue.keys[0])
    }
    if (issue === undefined || issue.path.length === 0) throw errorAt(row, source, 'a row must be an object')
    throw errorAt(row, source, `must be ${issue.message}`, issue.path.join('.'))
  }
  const {
    id = `row ${index + 1}`,
    context = [],
    label,
    labels = [],
    group,
    metadata: _,
    ...rest
  } = result.data
  if (rest.statement === undefined && rest.output === undefined)
    throw errorAt(
      row,
      source,
      'is missing: give the statement that the label is about, or the output',
      'output',
    )
  const given = labels.map((one) => one ?? undefined)
  if (label === undefined && given.every((one) => one === undefined))
    throw errorAt(row, source, 'is missing: give label, or the labels of several raters', 'label')
  return {
    ...rest,
    id: String(id),
    context: typeof context === 'string' ? [context] : context,
    ...(label === undefined ? {} : { label }),
    labels: given,
    ...(group === undefined ? {} : { group: String(group) }),
  }
}

/** JSON has no undefined: exports write null for what is not there. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  )
}

function errorAt({ line, index }: Row, source: string, message: string, field?: string): DatasetError {
  return new DatasetError({
    source: index === undefined ? source : `${source}[${index}]`,
    ...(line === undefined ? {} : { line }),
    ...(field === undefined ? {} : { field }),
    message,
  })
}
