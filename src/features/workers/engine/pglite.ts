import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ConstructorOptions } from 'pg-boss'
import { lockFile } from '../../../run/file/lock.ts'
import { RunFileError } from '../../../run/file/run-file-error.ts'
import { importOptional } from '../../../shared/optional-package.ts'
import { importPgBoss } from './pg-boss.ts'

/**
 * Opens PostgreSQL within this process, in a folder. Only one process may use it at a time: a second one would destroy
 * it.
 *
 * @param folder Created if missing. 'memory://' keeps nothing.
 * @throws Error if `@electric-sql/pglite` is not installed, or if another process uses the folder.
 */
export async function openPglite(
  folder: string,
): Promise<{ connection: ConstructorOptions; close: () => Promise<void> }> {
  const { PGlite } = await importOptional<typeof import('@electric-sql/pglite')>(
    '@electric-sql/pglite@^0.5.16',
    'a queue in a folder',
  )
  const { fromPglite } = await importPgBoss()
  const inMemory = folder.startsWith('memory://')
  if (!inMemory) await mkdir(folder, { recursive: true })
  const release = inMemory ? async () => {} : await lock(folder)
  try {
    const database = await PGlite.create(inMemory ? folder : resolve(folder, 'data'))
    const db = fromPglite(database)
    const executeSql: typeof db.executeSql = async (...query) => {
      try {
        return await db.executeSql(...query)
      } catch (error) {
        throw inWords(error, folder)
      }
    }
    return {
      connection: { db: { ...db, executeSql }, backend: 'pglite' },
      close: () => database.close().finally(release),
    }
  } catch (error) {
    await release()
    throw inWords(error, folder)
  }
}

/** Error numbers of its file system (WASI) that a person can do something about. */
const fileTroubles: Readonly<Record<number, string>> = {
  2: 'it is not writable',
  19: 'the disk quota is used up',
  29: 'the disk failed to read or write',
  51: 'its disk is full',
  69: 'it is on a read-only file system',
}

/** Turns an error of PGlite's file system, a number named "ErrnoError", into a sentence. */
export function inWords(error: unknown, folder: string): unknown {
  const { name, errno } = (error ?? {}) as { name?: unknown; errno?: unknown }
  if (name !== 'ErrnoError' || typeof errno !== 'number') return error
  const trouble = fileTroubles[errno] ?? `its file system failed with error ${errno}`
  return new Error(`the queue in ${folder} cannot be used: ${trouble}`, { cause: error })
}

async function lock(folder: string): Promise<() => Promise<void>> {
  const file = resolve(folder, 'verdict')
  try {
    return await lockFile(file)
  } catch (cause) {
    if (!(cause instanceof RunFileError) || cause.reason !== 'in-use') throw cause
    const message = `the queue in ${folder} is already open, and only one process can use it: for several processes use PostgreSQL (connectionString). If no process has it open, remove ${file}.lock`
    throw new Error(message, { cause })
  }
}
