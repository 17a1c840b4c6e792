import { basename } from 'node:path'
import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { DatasetBuilder, type EvaluationDataset } from './dataset.ts'
import { itemFields, structuredFields } from './item.ts'
import { type FieldOptions, fieldOptions } from './map-fields.ts'
import { type FileOptions, fileOptions, rowsOfFile } from './rows-of-file.ts'

export interface ReadDatasetOptions extends FileOptions, FieldOptions {
  /** Default: the file's name. */
  name?: string
}

const optionsSchema = z.strictObject({
  ...fieldOptions,
  ...fileOptions,
  name: z.string().min(1).optional(),
})

/**
 * Reads a dataset: JSONL (an item a line), JSON (a list of items) or CSV (with a header).
 *
 * @throws DatasetError that names file, line and field; TypeError for an option out of range.
 */
export async function readDataset(
  file: string,
  options: ReadDatasetOptions = {},
): Promise<EvaluationDataset> {
  const { name = basename(file), ...settings } = readOptions('readDataset', optionsSchema, options)
  const builder = new DatasetBuilder({ name, source: file })
  const { fields, otherFields, ...reading } = settings
  const mapping = { fields, otherFields, known: itemFields, structured: structuredFields }
  for await (const row of rowsOfFile(file, reading, mapping)) builder.add(row)
  return builder.finish()
}
