import { readFile } from 'node:fs/promises'
import { parse } from '@humanwhocodes/momoa'
import { z } from 'zod/v4'
import { readLines } from '../../run/file/lines.ts'
import { readCsv } from './csv.ts'
import {
  datasetFormatNames,
  datasetFormats,
  findDatasetFormat,
  usualDatasetEndings,
} from './dataset-formats.ts'
import {
  checkFieldNames,
  checkFieldsFound,
  type FieldMapping,
  gatherOthers,
  renameFields,
} from './map-fields.ts'
import { refuseUtf16 } from './refuse-utf-16.ts'
import { DatasetError, type Row } from './row.ts'

/** How to read a file of rows. */
export interface FileOptions {
  /** Default: by file extension. */
  format?: (typeof datasetFormats)[number]
  /**
   * Columns of a CSV file whose cells are JSON, by the field they become, in addition to fields that are always JSON.
   * Default none: a cell is text, whatever it looks like, since "42" and 42 are different answers.
   */
  jsonFields?: readonly string[]
}

export const fileOptions = {
  format: z.enum(datasetFormats).optional(),
  jsonFields: z.array(z.string()).readonly().optional(),
}

/**
 * Reads the rows of a file, each with its line: JSONL (one value per line), JSON (a list of values) or CSV (with a
 * header).
 *
 * @param mapping Maps the names in the file to fields.
 * @throws DatasetError that names file and line, and the field if there is one.
 */
export async function* rowsOfFile(
  file: string,
  { format = findDatasetFormat(file), ...settings }: FileOptions,
  mapping: FieldMapping,
): AsyncGenerator<Row> {
  if (format === undefined) {
    const message = `is it ${datasetFormatNames}? Set format, or name it ${usualDatasetEndings}`
    throw new DatasetError({ source: file, message })
  }
  try {
    await refuseUtf16(file)
    if (format === 'csv') {
      yield* readCsv(file, settings, mapping)
      return
    }
    const found = new Set<string>()
    for await (const row of format === 'json' ? readJsonList(file) : readJsonl(file)) {
      const names = Object.keys(row.value ?? {})
      checkFieldNames(names, mapping, { source: file, line: row.line })
      for (const name of names) found.add(name)
      yield { ...row, value: mapped(row.value, mapping) }
    }
    checkFieldsFound(mapping, found, file)
  } catch (error) {
    if (error instanceof DatasetError) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    const said = known[code] ?? `cannot be read: ${message}`
    throw new DatasetError({ source: file, message: said, cause: error })
  }
}

const known: { readonly [code: string]: string } = {
  ENOENT: 'cannot be read: there is no such file',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text: save the file as UTF-8',
}

const mapped = (value: unknown, mapping: FieldMapping) => gatherOthers(renameFields(value, mapping), mapping)

/** Parses a line of a JSONL file that was read before. */
export const valueOfLine = (text: string, mapping: FieldMapping): unknown => mapped(JSON.parse(text), mapping)

async function* readJsonList(file: string): AsyncGenerator<Row> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  const { body } = parseFile(text, file)
  if (body.type !== 'Array') {
    const [list] = Object.entries(JSON.parse(text) ?? {}).flatMap(([key, value]) =>
      Array.isArray(value) ? [key] : [],
    )
    const where = list === undefined ? '' : `, such as that of "${list}" alone`
    throw new DatasetError({
      source: file,
      message: `must hold a list of items${where}: [{ "input": … }, …]`,
    })
  }
  const values = JSON.parse(text) as unknown[]
  for (const [index, { loc }] of body.elements.entries()) yield { value: values[index], line: loc.start.line }
}

function parseFile(text: string, source: string) {
  try {
    return parse(text.replace(/^\uFEFF/, ''), { mode: 'json' })
  } catch (cause) {
    const { message, line } = cause as Error & { readonly line?: number }
    throw new DatasetError({ source, line, message: `is not JSON (${message})`, cause })
  }
}

/** Reads a JSONL file as a stream: one JSON value per line, without blank lines. */
async function* readJsonl(file: string): AsyncGenerator<Row> {
  for await (const { text, number, start, end, ended } of readLines(file)) {
    if (text.trim() === '') continue
    yield { value: parseLine(text, file, number, ended), line: number, place: { start, end } }
  }
}

function parseLine(text: string, source: string, line: number, ended: boolean): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `is not JSON (${(cause as Error).message}): ${adviceFor(text, ended)}`
    throw new DatasetError({ source, line, message, cause })
  }
}

function adviceFor(text: string, ended: boolean): string {
  if (text.includes('\0')) return 'it has NUL bytes, as UTF-16 text has; save the whole file as UTF-8'
  // A line with inner line ends is a file of bare carriage returns, and is not cut off.
  return ended || /\r./s.test(text)
    ? 'write one JSON object a line, ended by a line feed'
    : 'the last line is cut off; complete it or remove it'
}
