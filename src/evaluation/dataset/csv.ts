import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { readLines } from '../../run/file/lines.ts'
import { readContextCell } from './context-cell.ts'
import { readCells, readColumns } from './csv-columns.ts'
import {
  checkFieldNames,
  checkFieldsFound,
  type FieldMapping,
  gatherOthers,
  renameFields,
  toFieldName,
} from './map-fields.ts'
import { DatasetError, type Row } from './row.ts'

/** Explanations of faulty quotes, by the parser's code. */
const wrong: { readonly [code: string]: string } = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened in this row and never closed',
  CSV_INVALID_CLOSING_QUOTE:
    'text follows the closing quote of a cell; double a quote that is part of the text',
  INVALID_OPENING_QUOTE:
    'a quote inside a cell without quotes; put the cell in quotes, and double that quote',
}

const breaksIn = (record: readonly string[]): number => record.join(',').split(/\r\n|\r|\n/).length - 1

const pairsIn = (record: unknown): number =>
  Array.isArray(record) ? record.join(',').split('\r\n').length - 1 : 0

/** Returns the column separator: from Excel's `sep=` line, or else guessed from the header. */
async function detectSeparator(file: string): Promise<{ separator: string; isSaid: boolean }> {
  let header = ''
  for await (const { text } of readLines(file)) {
    const said = header === '' ? /^\uFEFF?sep=(.)\r?$/i.exec(text)?.[1] : undefined
    if (said !== undefined) return { separator: said, isSaid: true }
    header += `${text}\n`
    // A quoted name may contain a line break.
    if (header.trim() !== '' && header.split('"').length % 2 === 1) break
  }
  const separator = extname(file).toLowerCase() === '.tsv' ? '\t' : separatorIn(header)
  return { separator, isSaid: false }
}

const separators = [',', ';', '\t'] as const

/**
 * Guesses the separator of a header: the most frequent candidate outside quotes, or a comma if there is none, as in a
 * file with one column.
 */
function separatorIn(header: string): string {
  const outside = header.replace(/"(?:[^"]|"")*"?/g, '')
  const count = (sign: string) => outside.split(sign).length
  return separators.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Fields that may be empty: an empty answer is an answer. */
const mayBeEmpty = new Set(['input', 'output'])

/**
 * Reads the rows of a CSV file with a header line. Cells are text; an empty cell is an absent field, except for `input`
 * and `output`, and a row of empty cells is a blank line. A header like `metadata.topic` makes a field of the metadata.
 */
export async function* readCsv(
  file: string,
  { jsonFields = [] }: { readonly jsonFields?: readonly string[] },
  mapping: FieldMapping,
): AsyncGenerator<Row> {
  const { separator: delimiter, isSaid } = await detectSeparator(file)
  const headerLine = isSaid ? 2 : 1
  // The parser counts a CRLF within quotes as two lines.
  let countedTwice = 0
  let lastLine = 0
  /** Adds the line in which a record begins. */
  const withLine = ({ record, info }: { record: readonly string[]; info: { lines: number } }) => {
    countedTwice += pairsIn(record)
    lastLine = info.lines - countedTwice
    return { record, line: lastLine - breaksIn(record) }
  }
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // A blank line may have separators for more columns.
    delimiter,
    encoding: 'utf8',
    from_line: headerLine,
    relax_column_count: true,
    on_record: withLine as never,
  })
  // A failure of the stream ends the parser, which passes the error to its reader.
  pipeline(createReadStream(file), decodeUtf8, parser, () => {})
  const numbering = new Set<string>()
  let columns: ReturnType<typeof readColumns> | undefined
  try {
    for await (const { record, line } of parser as AsyncIterable<ReturnType<typeof withLine>>) {
      if (columns === undefined) {
        columns = readHeader(record, jsonFields, mapping, { source: file, line: headerLine })
        continue
      }
      const place = { source: file, line }
      const cells = readCells(columns, record, place, (column) => numbering.add(column))
      yield { value: toRow(cells, place, [...mapping.structured, ...jsonFields], mapping), line }
    }
    for (const column of numbering)
      mapping.onLeftOut?.(`${file}: ${column} only numbers the rows and is not read`)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // An open quote runs to the end of the file, so the useful line is where its row begins.
    const line =
      error.code === 'CSV_QUOTE_NOT_CLOSED' ? lastLine + 1 : Number(error.lines ?? Number.NaN) - countedTwice
    throw toDatasetError(error, file, line)
  }
}

/** @throws DatasetError for a wrong mapping of fields, and for a JSON field that no column becomes. */
function readHeader(
  record: readonly string[],
  jsonFields: readonly string[],
  mapping: FieldMapping,
  place: { readonly source: string; readonly line: number },
) {
  const columns = readColumns(record, mapping, place)
  const header = columns.filter(({ field }) => field === 'some').map(({ name }) => name)
  checkFieldNames(header, mapping, place)
  checkFieldsFound(mapping, new Set(header), place.source)
  // A misspelt name would leave JSON as text for a scorer to compare.
  const fields = header.map((name) => toFieldName(name, mapping))
  const missing = jsonFields.find((field) => !fields.includes(field))
  if (missing === undefined) return columns
  const message = `options.jsonFields names it, but no column becomes it; columns become ${fields.join(', ')}`
  throw new DatasetError({ source: place.source, line: 1, field: missing, message })
}

const toDatasetError = (error: CsvError, source: string, line: number) =>
  new DatasetError({
    source,
    line: Number.isNaN(line) ? undefined : line,
    message: `is not CSV: ${wrong[error.code] ?? error.message.replace(/ (?:at|on) line \d+/, '')}`,
    cause: error,
  })

/** Decodes strictly: the parser would turn bytes other than UTF-8, like an é of Windows-1252, into U+FFFD. */
async function* decodeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

function toRow(
  cells: readonly (readonly [string, string])[],
  place: { source: string; line: number },
  jsonFields: readonly string[],
  mapping: FieldMapping,
): unknown {
  const flat = cells.filter(([name]) => !name.startsWith('metadata.'))
  const metadata = cells.flatMap(([name, cell]) =>
    name.startsWith('metadata.') && cell !== '' ? [[name.slice('metadata.'.length), cell]] : [],
  )
  const row = renameFields(Object.fromEntries(flat), mapping) as { [field: string]: unknown }
  const fields = Object.entries(row).flatMap(([field, cell]) => {
    if (cell === '' && !mayBeEmpty.has(field)) return []
    if (field === 'context' && typeof cell === 'string') {
      const context = readContextCell(cell)
      if (context !== undefined) return [[field, context]]
      const message = 'looks like a list and cannot be read as one: write a text, or a JSON list of texts'
      throw new DatasetError({ ...place, field, message })
    }
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
  const item = gatherOthers(Object.fromEntries(fields), mapping) as Record<string, unknown>
  if (item.input === '' && (item.inputs ?? item.user) !== undefined) delete item.input
  if (item.output === '' && (item.user ?? item.statement) !== undefined) delete item.output
  if (metadata.length === 0) return item
  return { ...item, metadata: { ...Object(item.metadata), ...Object.fromEntries(metadata) } }
}
