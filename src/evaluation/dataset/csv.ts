import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse'
import type { Row } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'
import { structuredFields } from './item.ts'

export interface CsvOptions {
  /** Default ','. */
  delimiter?: string
  /**
   * Columns whose cells are JSON, by the field they become, beside those that can be nothing else. Default
   * none: a cell is text, whatever it looks like, since "42" and 42 are different answers.
   */
  jsonFields?: readonly string[]
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * Rows of a CSV file with a header line. Cells are text; an empty cell is an absent field, but for `input`.
 * `metadata.topic` as a header makes a field of the metadata.
 */
export async function* readCsv(
  file: string,
  { delimiter = ',', jsonFields = [] }: CsvOptions,
  mapRow: (value: unknown) => unknown,
): AsyncGenerator<Row> {
  const parser = createReadStream(file).pipe(
    parse({ bom: true, info: true, skip_empty_lines: true, delimiter, encoding: 'utf8' }),
  )
  let header: readonly string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (header === undefined) {
        header = headerOf(record, file, delimiter)
        continue
      }
      const cells = header.map((name, index) => [name, record[index] ?? ''] as const)
      yield {
        value: rowOf(cells, { source: file, line: info.lines }, [...structuredFields, ...jsonFields], mapRow),
        line: info.lines,
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? Number.NaN)
    throw new DatasetError({
      source: file,
      ...(Number.isNaN(line) ? {} : { line }),
      message: `is not CSV: ${error.message}`,
      cause: error,
    })
  }
}

function headerOf(record: readonly string[], source: string, delimiter: string): readonly string[] {
  const names = record.map((name) => name.trim())
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined)
    throw new DatasetError({ source, line: 1, field: repeated, message: 'stands twice in the header' })
  if (names.includes(''))
    throw new DatasetError({ source, line: 1, message: 'a column has no name in the header' })
  const other = [';', '\t'].find(
    (sign) => sign !== delimiter && names.length === 1 && names[0]?.includes(sign),
  )
  if (other !== undefined) {
    const message = `the columns are parted by ${JSON.stringify(other)}: set delimiter to it`
    throw new DatasetError({ source, line: 1, message })
  }
  return names
}

function rowOf(
  cells: readonly (readonly [string, string])[],
  place: { source: string; line: number },
  jsonFields: readonly string[],
  mapRow: (value: unknown) => unknown,
): unknown {
  const flat = cells.filter(([name]) => !name.startsWith('metadata.'))
  const metadata = cells.flatMap(([name, cell]) =>
    name.startsWith('metadata.') && cell !== '' ? [[name.slice('metadata.'.length), cell]] : [],
  )
  const row = mapRow(Object.fromEntries(flat)) as { [field: string]: unknown }
  const fields = Object.entries(row).flatMap(([field, cell]) => {
    if (cell === '' && field !== 'input') return []
    if (typeof cell !== 'string' || !jsonFields.includes(field)) return [[field, cell]]
    try {
      return [[field, JSON.parse(cell)]]
    } catch (cause) {
      throw new DatasetError({
        ...place,
        field,
        message: `must be JSON (${(cause as Error).message})`,
        cause,
      })
    }
  })
  const item = Object.fromEntries(fields) as { metadata?: object; input?: unknown; inputs?: unknown }
  if (item.input === '' && item.inputs !== undefined) delete item.input
  return metadata.length === 0
    ? item
    : { ...item, metadata: { ...item.metadata, ...Object.fromEntries(metadata) } }
}
