import { appendFile, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explainError } from '../run/file/run-file-error.ts'
import { replaceFile } from '../shared/replace-file.ts'
import { CommandError } from './command-error.ts'

const writers = {
  append: (file: string, text: string) => appendFile(file, text),
  create,
  replace: replaceFile,
}

/**
 * Writes a file that the user asked for, creating its folders.
 *
 * @param how 'replace' replaces an existing file as a whole, 'append' adds to it, and 'create' fails if it exists.
 * @throws CommandError that says why it cannot be written.
 */
export async function writeText(file: string, text: string, how: keyof typeof writers): Promise<void> {
  await makeParentFolder(file)
  try {
    await writers[how](file, text)
  } catch (error) {
    const isThere = how === 'create' && (error as NodeJS.ErrnoException).code === 'EEXIST'
    const why = isThere ? 'something is already there' : explainError(error)
    throw new CommandError(`${file} cannot be written: ${why}`, { cause: error })
  }
}

async function create(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(text).finally(() => handle.close())
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

export async function makeParentFolder(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
  } catch (error) {
    const cause = await findCause(dirname(file), error)
    throw new CommandError(`${dirname(file)} cannot be made: ${explainError(cause)}`, { cause })
  }
}

/** Finds why a folder cannot be made: on a read-only disk Node reports ENOENT for folders with their parents. */
async function findCause(folder: string, error: unknown): Promise<unknown> {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return error
  try {
    await mkdir(folder)
    return error
  } catch (own) {
    return dirname(folder) === folder ? own : findCause(dirname(folder), own)
  }
}
