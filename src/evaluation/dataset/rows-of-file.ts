import { extname } from 'node:path'
import { z } from 'zod/v4'
import { type CsvOptions, readCsv } from './csv.ts'
import type { Row } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'
import { readJsonList } from './json-list.ts'
import { readJsonl } from './jsonl.ts'
import {
  checkFieldNames,
  checkFieldsFound,
  type FieldMapping,
  gatherOthers,
  renameFields,
} from './map-fields.ts'

/** How a file of rows is read. */
export interface FileOptions extends CsvOptions {
  /** Default: by the file's ending: .jsonl or .ndjson, .json, .csv or .tsv. */
  format?: 'jsonl' | 'json' | 'csv'
}

export const fileOptions = {
  format: z.enum(['jsonl', 'json', 'csv']).optional(),
  delimiter: z.string().min(1).optional(),
  jsonFields: z.array(z.string()).readonly().optional(),
}

const formats: Readonly<Record<string, 'jsonl' | 'json' | 'csv'>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'csv',
}

/**
 * Rows of a file, each with its line: JSONL (a value a line), JSON (a list of values) or CSV (with a header).
 *
 * @param mapping Gives the fields of a row their names.
 * @throws DatasetError that names file and line, and the field where it is one.
 */
export async function* rowsOfFile(
  file: string,
  { format = formats[extname(file).toLowerCase()], ...settings }: FileOptions,
  mapping: FieldMapping,
): AsyncGenerator<Row> {
  if (format === undefined) {
    throw new DatasetError({
      source: file,
      message: 'is it JSONL, JSON or CSV? Set format, or name it .jsonl, .json or .csv',
    })
  }
  try {
    if (format === 'csv') {
      const usual = extname(file).toLowerCase() === '.tsv' ? '\t' : ','
      const { delimiter = usual, ...rest } = settings
      yield* readCsv(file, { ...rest, delimiter }, mapping)
      return
    }
    const found = new Set<string>()
    for await (const row of format === 'json' ? readJsonList(file) : readJsonl(file)) {
      const names = Object.keys(row.value ?? {})
      checkFieldNames(names, mapping, { source: file, line: row.line })
      for (const name of names) found.add(name)
      yield { ...row, value: gatherOthers(renameFields(row.value, mapping), mapping) }
    }
    checkFieldsFound(mapping, found, file)
  } catch (error) {
    if (error instanceof DatasetError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const said = code === 'ENOENT' ? 'there is no such file' : message
    throw new DatasetError({ source: file, message: `cannot be read: ${said}`, cause: error })
  }
}
