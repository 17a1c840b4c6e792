import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { unwritable } from '../file/run-file-error.ts'
import type { EvaluationName } from './list-runs.ts'

const longestName = 80

/** Makes a name safe for files. Letters and digits of any script stay, so that users recognise it. */
const fileSafe = (name: string) =>
  name
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}._]+/gu, '-')
    .split('-')
    .filter((part) => part !== '')
    .join('-')
    .replace(/^\.+-?/, '')
    .slice(0, longestName)

/**
 * Creates an empty file, so that no other process takes its name: `<name>[-<variant>]-<time>.jsonl`, with the time in
 * UTC to the second, and a number appended if two runs start in the same second.
 *
 * @param folder An existing folder.
 */
export async function newRunFile(
  folder: string,
  { name, variant }: Pick<EvaluationName, 'name' | 'variant'>,
  at: Date,
): Promise<string> {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const parts = [name, variant].flatMap((part) => (part === undefined ? [] : [fileSafe(part)]))
  const stem = join(folder, [...parts.filter((part) => part !== ''), time].join('-'))
  for (let number = 1; ; number += 1) {
    const file = `${stem}${number === 1 ? '' : `-${number}`}.jsonl`
    const made = await open(file, 'wx').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') return undefined
      throw unwritable(file, cause)
    })
    await made?.close()
    if (made !== undefined) return file
  }
}
