import { readFile } from 'node:fs/promises'
import { lockFile } from '../../run/file/lock.ts'
import { replaceFile } from '../../shared/replace-file.ts'
import { toDataset } from '../dataset/dataset.ts'
import type { EvaluationItem } from '../dataset/item.ts'
import { datasetLines } from '../dataset/read-dataset.ts'

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
