import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { found, placeOf } from './place-of.ts'

/**
 * Writes a text in place of a file: beside it first, and then under its name, so that whoever reads the file, or
 * whatever stops the writing, finds the old text or the new one as a whole. A link goes on leading where it leads, and
 * the file keeps who may read it. What is no file, such as a pipe, is written as it is.
 *
 * @throws The error of the file system; nothing is left beside the file then.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const there = found(() => statSync(file))
  if (there !== undefined && !there.isFile()) return writeFile(file, text)
  const place = placeOf(resolve(file))
  // A name of its own length: that of the file may be as long as the system allows.
  const aside = join(dirname(place), `.verdict-${randomUUID()}`)
  const handle = await open(aside, 'wx')
  try {
    await fill(handle, text, there?.mode)
    await rename(aside, place)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

async function fill(handle: FileHandle, text: string, mode: number | undefined): Promise<void> {
  try {
    if (mode !== undefined) await handle.chmod(mode & 0o7777)
    await handle.writeFile(text)
    // Else a machine that loses power may have the new name and not what it names.
    await handle.sync()
  } finally {
    await handle.close()
  }
}
