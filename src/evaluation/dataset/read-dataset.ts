import { basename, extname } from 'node:path'
import { z } from 'zod/v4'
import { readOptions } from '../../scorers/factory/options.ts'
import { type CsvOptions, readCsv } from './csv.ts'
import { DatasetBuilder, type EvaluationDataset, type Row } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'
import { readJsonList } from './json-list.ts'
import { readJsonl } from './jsonl.ts'
import { checkFieldNames, checkFieldsFound, fieldOptions, gatherOthers, renameFields } from './map-fields.ts'

export interface ReadDatasetOptions extends CsvOptions {
  /** Default: by the file's ending: .jsonl or .ndjson, .json, .csv. */
  format?: 'jsonl' | 'json' | 'csv'
  /** Default: the file's name. */
  name?: string
}

const optionsSchema = z.strictObject({
  ...fieldOptions,
  format: z.enum(['jsonl', 'json', 'csv']).optional(),
  name: z.string().min(1).optional(),
  delimiter: z.string().min(1).optional(),
  jsonFields: z.array(z.string()).readonly().optional(),
})

const formats: Readonly<Record<string, 'jsonl' | 'json' | 'csv'>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.csv': 'csv',
}

/**
 * Reads a dataset: JSONL (an item a line), JSON (a list of items) or CSV (with a header).
 *
 * @throws DatasetError that names file, line and field; TypeError for an option out of range.
 */
export async function readDataset(
  file: string,
  options: ReadDatasetOptions = {},
): Promise<EvaluationDataset> {
  const {
    format = formats[extname(file).toLowerCase()],
    name = basename(file),
    ...settings
  } = readOptions('readDataset', optionsSchema, options)
  if (format === undefined) {
    throw new DatasetError({
      source: file,
      message: 'is it JSONL, JSON or CSV? Set format, or name it .jsonl, .json or .csv',
    })
  }
  const builder = new DatasetBuilder({ name, source: file })
  try {
    for await (const row of rowsOf(file, format, settings)) builder.add(row)
  } catch (error) {
    if (error instanceof DatasetError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const said = code === 'ENOENT' ? 'there is no such file' : message
    throw new DatasetError({ source: file, message: `cannot be read: ${said}`, cause: error })
  }
  return builder.finish()
}

async function* rowsOf(
  file: string,
  format: 'jsonl' | 'json' | 'csv',
  settings: CsvOptions,
): AsyncGenerator<Row> {
  if (format === 'csv') {
    yield* readCsv(file, settings)
    return
  }
  const found = new Set<string>()
  for await (const row of format === 'json' ? readJsonList(file) : readJsonl(file)) {
    const names = Object.keys(row.value ?? {})
    checkFieldNames(names, settings, { source: file, line: row.line })
    for (const name of names) found.add(name)
    yield { ...row, value: gatherOthers(renameFields(row.value, settings), settings) }
  }
  checkFieldsFound(settings, found, file)
}
