import { basename } from 'node:path'
import { z } from 'zod/v4'
import { adviceForOther } from '../../../evaluation/dataset/map-fields.ts'
import { DatasetError, parseRow, type Row, rowError } from '../../../evaluation/dataset/row.ts'
import { withMaterial } from '../../../evaluation/dataset/row-material.ts'
import { type FileOptions, fileOptions, rowsOfFile } from '../../../evaluation/dataset/rows-of-file.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { isLabelsFile } from '../../labels/file/read-labels.ts'
import {
  type CheckedRow,
  type LabelledRow,
  rowFields,
  rowSchema,
  structuredFields,
  toQuestionKey,
} from './labelled-row.ts'

export interface LabelledData {
  readonly name: string
  readonly rows: readonly CheckedRow[]
  /** The subject of each label: one statement, or a whole answer. */
  readonly unit: 'statement' | 'answer'
  /**
   * If some rows were chosen for `improveJudge` (`verdict label --for improve`): their ids, which were not drawn at
   * random, and the ids of all rows of groups that never test. Figures of agreement must leave out the chosen rows.
   */
  readonly improve?: { readonly chosen: readonly string[]; readonly learning: readonly string[] }
  /** Caveats about the labels; for labels of a run, how they were drawn. */
  readonly warnings?: readonly string[]
}

const optionsSchema = z.strictObject({
  ...fileOptions,
  fields: z.record(z.string(), z.enum(rowFields as [string, ...string[]])).default({}),
  otherFields: z.enum(['refuse', 'metadata']).default('refuse'),
  name: z.string().min(1).optional(),
})

/**
 * Reads labelled rows: JSONL (a row per line), JSON (a list of rows) or CSV (with a header; a cell of `labels` is a
 * JSON list, a cell of `context` one text or a JSON list of texts).
 *
 * @throws DatasetError with file, line and field; TypeError for an option out of range.
 */
export async function readLabelledRows(
  file: string,
  options: FileOptions & {
    /** Name in the file to field of a row: `{ claim: 'statement', verdict: 'label' }`. */
    fields?: Readonly<Record<string, keyof LabelledRow>>
    /**
     * Treatment of unknown fields. 'refuse' (default): an error, since a misspelt `group` would silently change
     * intervals. 'metadata': they are kept but not used.
     */
    otherFields?: 'refuse' | 'metadata'
    /** Default: the file's name. */
    name?: string
  } = {},
): Promise<LabelledData> {
  const read = readOptions('readLabelledRows', optionsSchema, options)
  const { name = basename(file), fields, otherFields, ...reading } = read
  await refuseLabels(file)
  const leftOut: string[] = []
  const onLeftOut = (what: string) => leftOut.push(what)
  const mapping = { fields, otherFields, known: rowFields, structured: structuredFields, onLeftOut }
  const rows: Row[] = []
  for await (const row of rowsOfFile(file, reading, mapping)) rows.push(row)
  const data = checkRows(rows, name, file)
  return leftOut.length === 0 ? data : { ...data, warnings: leftOut }
}

/** Rejects labels of a run, which have no questions and answers. */
async function refuseLabels(file: string): Promise<void> {
  // The reader of rows reports files that cannot be read.
  if (!(await isLabelsFile(file).catch(() => false))) return
  throw new DatasetError({
    source: file,
    message:
      'holds labels of a run from `verdict label`: measure them with `verdict agreement recorded <labels> <run>` (in code `measureRecordedAgreement`)',
  })
}

/**
 * Validates a plain list of rows.
 *
 * @throws DatasetError with the position in the list and the field.
 */
export function toLabelledData(rows: readonly unknown[]): LabelledData {
  return checkRows(
    rows.map((value, index) => ({ value, index })),
    'data',
    'data',
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
      throw rowError(row, source, `"${result.id}" is the id of another row${where}: ids must differ`, 'id')
    }
    places.set(result.id, row)
    return result
  })
  const unit = checked[0]?.statement === undefined ? 'answer' : 'statement'
  const other = checked.findIndex(({ statement }) => (statement === undefined) === (unit === 'statement'))
  if (other >= 0) {
    const message =
      unit === 'statement'
        ? 'is missing, but earlier rows have one: measure labels of statements and of whole answers separately'
        : 'is given, but earlier rows have none: measure labels of statements and of whole answers separately'
    throw rowError(rows[other] as Row, source, message, 'statement')
  }
  return { name, rows: groupByQuestion(checked), unit }
}

/**
 * Rows about one question are not independent: those without a group get that of their question. A question that all
 * rows share tells nothing apart.
 */
function groupByQuestion(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  const byQuestion = Map.groupBy(rows, toQuestionKey)
  if (byQuestion.size === 1) return rows
  return rows.map((row) => {
    if (row.group !== undefined || row.input === undefined) return row
    const question = toQuestionKey(row)
    const together = byQuestion.get(question) ?? []
    if (together.length < 2) return row
    return { ...row, group: together.find(({ group }) => group !== undefined)?.group ?? question }
  })
}

const rowKind = {
  name: 'a row',
  schema: rowSchema,
  adviceFor: adviceForOther,
}

function checkRow(row: Row, index: number, source: string): CheckedRow {
  const given = withMaterial(parseRow(row, source, rowKind), row, source)
  const { id = `row ${index + 1}`, context = [], label, group, comment, metadata: _, ...rest } = given
  if (rest.statement === undefined && rest.output === undefined) {
    const message = 'is missing: give the statement that the label is about, or the output'
    throw rowError(row, source, message, 'output')
  }
  const labels = (rest.labels ?? []).map((one) => one ?? undefined)
  if (label === undefined && labels.every((one) => one === undefined))
    throw labels.length > 0
      ? rowError(row, source, 'holds no label: leave out rows that nobody has labelled', 'labels')
      : rowError(
          row,
          source,
          'is missing: leave out rows that nobody has labelled, or give the labels of several raters',
          'label',
        )
  return {
    ...rest,
    id: String(id),
    context,
    label,
    labels,
    ...(comment?.trim() ? { comments: [comment.trim()] } : {}),
    ...(group === undefined ? {} : { group: String(group) }),
  }
}
