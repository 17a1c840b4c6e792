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
 * Adds items to a JSONL file, which is made where there is none. What it holds stays as it is, and items whose ids it
 * has are left out, whatever became of them there. The file is replaced as a whole, by one process at a time.
 *
 * @param items None without an id.
 * @returns The ids of those that were added.
 * @throws DatasetError where the file is no dataset; RunFileError where another process writes it.
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
 * Adds cases to a dataset in Mastra's storage, which is made where there is none, with its name as id. What it holds stays
 * as it is, and cases that it has or had are left out.
 *
 * @returns The ids of those that were added.
 * @throws Error where several datasets have the name, and where the storage cannot do it.
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
