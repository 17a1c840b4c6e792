import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { meaningOf } from '../evaluation/run-file/run-file-error.ts'
import { CommandError } from './ending.ts'

/**
 * Writes a file that the user asked for, and makes the folders above it.
 *
 * @param how 'replace' takes the place of what is there, 'append' is added to it.
 * @throws CommandError that says why it cannot be written.
 */
export async function writeText(file: string, text: string, how: 'replace' | 'append'): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await (how === 'append' ? appendFile(file, text) : writeFile(file, text))
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${meaningOf(error)}`, { cause: error })
  }
}

/** Makes the folder of a file that is to be written. */
export async function makeFolderOf(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
  } catch (error) {
    throw new CommandError(`${dirname(file)} cannot be made: ${meaningOf(error)}`, { cause: error })
  }
}
