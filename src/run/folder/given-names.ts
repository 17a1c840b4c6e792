import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod/v4'
import { replaceFile } from '../../shared/replace-file.ts'
import { lockFile } from '../file/lock.ts'
import { explainError, RunFileError, unwritable } from '../file/run-file-error.ts'

/** Names that people gave to runs of a folder, and the files they stand for. */
const namesFile = 'names.json'

const names = z.record(
  z.string(),
  z.string().refine((file) => basename(file) === file, 'is not a file of this folder'),
)

/** Returns whether a text can name a run: it is short, no path, has no extension, and is no name of JavaScript's own. */
export const isRunName = (text: string): boolean =>
  /^[\p{L}\p{N}_-]{1,80}$/u.test(text) && text !== '__proto__'

/** The characters that {@link isRunName} allows, for messages. */
export const runNameCharacters = 'letters, digits, "-" and "_"'

/** @throws RunFileError if the folder's list of names cannot be read, or is none. */
export async function readRunNames(folder: string): Promise<ReadonlyMap<string, string>> {
  const file = join(folder, namesFile)
  try {
    return new Map(Object.entries(names.parse(JSON.parse(await readFile(file, 'utf8')))))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map()
    const message =
      code === undefined
        ? 'is not a list of names of runs ({"main": "<file>.jsonl"}): repair or remove it'
        : `cannot be read: ${explainError(cause)}`
    throw new RunFileError({ reason: 'unreadable', file, message, cause })
  }
}

/** Stores a name for a file of the folder; it no longer stands for another one. @throws RunFileError */
export async function storeName(folder: string, name: string, run: string): Promise<void> {
  const file = join(folder, namesFile)
  const unlock = await lockFile(file)
  try {
    const named = new Map(await readRunNames(folder)).set(name, run)
    await replaceFile(file, `${JSON.stringify(Object.fromEntries(named), undefined, 2)}\n`)
  } catch (cause) {
    if (cause instanceof RunFileError) throw cause
    throw unwritable(file, cause)
  } finally {
    await unlock()
  }
}
