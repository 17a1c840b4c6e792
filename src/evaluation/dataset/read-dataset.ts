import { basename } from 'node:path'
import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { DatasetBuilder, type EvaluationDataset, parseItem, toDataset } from './dataset.ts'
import { type EvaluationItem, itemFields, structuredFields } from './item.ts'
import { LightItems } from './light-items.ts'
import { fieldOptions } from './map-fields.ts'
import { type FileOptions, fileOptions, rowsOfFile, valueOfLine } from './rows-of-file.ts'
import { fromStored, storedItems } from './stored-items.ts'

export interface ReadDatasetOptions extends FileOptions {
  /** Field of an item by its name in the file: `{ question: 'input', expected: 'groundTruth' }`. */
  fields?: Readonly<Record<string, keyof EvaluationItem>>
  /**
   * The handling of unknown fields. 'refuse' (default): an error, since a misspelt `groundTruth` would silently give
   * other scores. 'metadata': they go into the item's metadata.
   */
  otherFields?: 'refuse' | 'metadata'
  /** Default: the file's name. */
  name?: string
  /**
   * The number of bytes of a JSONL file after which items are light: everything except their ids and groups stays in
   * the file, and is read again each time it is needed. Default 16 MiB.
   */
  lightFrom?: number
}

const optionsSchema = z.strictObject({
  ...fieldOptions,
  ...fileOptions,
  name: z.string().min(1).optional(),
  lightFrom: z.number().min(0).optional(),
})

/**
 * Reads a dataset: JSONL (one item per line), JSON (a list of items) or CSV (with a header).
 *
 * @throws DatasetError that names file, line and field; TypeError for an option out of range.
 */
export const readDataset = async (
  file: string,
  options: ReadDatasetOptions = {},
): Promise<EvaluationDataset> => (await builtFrom(file, options)).finish()

/** Returns the line where each row of a dataset begins, from 1, by item id. */
export const datasetLines = async (file: string, options: ReadDatasetOptions = {}) =>
  (await builtFrom(file, options)).lines

async function builtFrom(file: string, options: ReadDatasetOptions): Promise<DatasetBuilder> {
  const { name = basename(file), ...settings } = readOptions('readDataset', optionsSchema, options)
  const { fields, otherFields, lightFrom, ...reading } = settings
  const mapping = { fields, otherFields, known: itemFields, structured: structuredFields }
  const parse = (text: string) => parseItem({ value: valueOfLine(text, mapping) }, file)
  const builder = new DatasetBuilder({ name, source: file }, new LightItems(file, parse, lightFrom))
  const telling = { ...mapping, onLeftOut: (what: string) => builder.leaveOut(what) }
  for await (const row of rowsOfFile(file, reading, telling)) builder.add(row)
  return builder
}

export async function openDataset(
  data: string | EvaluationDataset | readonly EvaluationItem[],
): Promise<EvaluationDataset> {
  if (typeof data === 'string') return readDataset(data)
  if (Array.isArray(data)) return toDataset(data, { name: 'data', source: 'data' })
  if (typeof data === 'object' && data !== null && 'hash' in data) return data
  throw new TypeError('evaluate: data wants a list of items: [ … ], a file, or what readDataset gives')
}

/** Reads one version of a dataset from Mastra's storage. Items keep their ids. */
export async function readStoredDataset(
  mastra: Mastra,
  {
    version: asked,
    ...identity
  }: {
    /** The dataset's id in Mastra's storage. */
    id: string
    /** Default: the newest version. The run records which version was read. */
    version?: number
    organizationId?: string
    projectId?: string
  },
): Promise<EvaluationDataset> {
  const stored = await mastra.datasets.get(identity)
  const details = await stored.getDetails()
  const version = asked ?? details.version
  const source = `dataset ${details.name}, version ${version}`
  const items = await storedItems(stored, version)
  return toDataset(
    // Pages may come in any order; ids never change, so this order is the same in every run.
    items
      .sort((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1))
      .map(({ id, ...item }) => ({ id, ...fromStored(item as Parameters<typeof fromStored>[0]) })),
    { name: details.name, source, version, storedId: identity.id },
  )
}
