import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { found, resolveLinks } from './resolve-links.ts'

/**
 * Replaces the content of a file: it writes a new file next to it and then renames that, so that readers see the old
 * text or the new one as a whole, even if writing is interrupted. Links keep their targets, and the file its
 * permissions. Anything but a regular file, such as a pipe, is written directly.
 *
 * @throws The error of the file system; nothing remains next to the file.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const there = found(() => statSync(file))
  if (there !== undefined && !there.isFile()) return writeFile(file, text)
  const place = resolveLinks(resolve(file))
  // A short name of its own: the file's may already be as long as the system allows.
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
    // Otherwise, after a power failure, the new name may exist without its content.
    await handle.sync()
  } finally {
    await handle.close()
  }
}
