import { readFile } from 'node:fs/promises'
import type { Mastra } from '@mastra/core/mastra'
import { lockFile } from '../../run/file/lock.ts'
import { replaceFile } from '../../shared/replace-file.ts'
import { toDataset } from '../dataset/dataset.ts'
import type { EvaluationItem } from '../dataset/item.ts'
import { datasetLines } from '../dataset/read-dataset.ts'
import { addStored, allPages, findOrCreate, toStored } from '../dataset/stored-items.ts'
import type { Case } from './case.ts'

/**
 * Adds items to a JSONL file, creating it if needed. Existing lines stay as they are, and an item whose id the file
 * already has is skipped, however much that line has changed since. The file is replaced as a whole, by one process at
 * a time.
 *
 * @param items Each must have an id.
 * @returns The ids of the added items.
 * @throws DatasetError if the file is not a dataset; RunFileError if another process is writing it.
 */
export async function addCases(
  file: string,
  items: readonly (EvaluationItem & { readonly id: string })[],
): Promise<ReadonlySet<string>> {
  const release = await lockFile(file)
  try {
    const there = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    const known = there.trim() === '' ? new Map() : await datasetLines(file, { format: 'jsonl' })
    const added = items.filter(({ id }) => !known.has(id))
    if (added.length === 0) return new Set()
    toDataset(added, { name: file, source: 'cases' })
    const lines = added.map((item) => `${JSON.stringify(item)}\n`).join('')
    const end = there === '' || there.endsWith('\n') ? '' : '\n'
    await replaceFile(file, `${there}${end}${lines}`)
    return new Set(added.map(({ id }) => id))
  } finally {
    await release()
  }
}

/**
 * Adds cases to a dataset in Mastra's storage, creating it if needed, with its name as id. Existing items stay as they
 * are, and cases that the dataset has or once had are skipped.
 *
 * @returns The ids of the added cases.
 * @throws Error if several datasets have the name, or if the storage does not support this.
 */
export async function storeCases(
  mastra: Mastra,
  name: string,
  items: readonly Case['item'][],
): Promise<ReadonlySet<string>> {
  const named = await allPages(async (page) => {
    const { datasets, pagination } = await mastra.datasets.list({ ...page, filters: { name } })
    return { entries: datasets.filter((dataset) => dataset.name === name), pagination }
  })
  if (named.length > 1)
    throw new Error(
      `${named.length} datasets are called ${name}: give the id of one: ${named.map(({ id }) => id).join(' or ')}`,
    )
  const dataset = await findOrCreate(mastra, named[0]?.id ?? name, name)
  const { added } = await addStored(dataset, new Map(items.map(({ id, ...item }) => [id, toStored(item)])))
  return added
}
