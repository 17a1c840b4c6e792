import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ConstructorOptions } from 'pg-boss'
import { lockFile } from '../../evaluation/run-file/lock.ts'
import { RunFileError } from '../../evaluation/run-file/run-file-error.ts'

/**
 * PostgreSQL within this process, in a folder. It belongs to one process at a time: a second one would destroy it.
 *
 * @param folder Made where there is none. 'memory://' keeps nothing.
 * @throws Error where `@electric-sql/pglite` is not installed, and where another process has the folder.
 */
export async function openPglite(
  folder: string,
): Promise<{ connection: ConstructorOptions; close: () => Promise<void> }> {
  const { PGlite } = await import('@electric-sql/pglite').catch((cause: unknown) => {
    throw new Error('a queue in a folder needs PGlite: npm install @electric-sql/pglite', { cause })
  })
  const { fromPglite } = await import('pg-boss')
  const inMemory = folder.startsWith('memory://')
  if (!inMemory) await mkdir(folder, { recursive: true })
  const release = inMemory ? async () => {} : await lock(folder)
  try {
    const database = await PGlite.create(inMemory ? folder : resolve(folder, 'data'))
    return {
      connection: { db: fromPglite(database), backend: 'pglite' },
      close: () => database.close().finally(release),
    }
  } catch (error) {
    await release()
    throw error
  }
}

async function lock(folder: string): Promise<() => Promise<void>> {
  const file = resolve(folder, 'verdict')
  try {
    return await lockFile(file)
  } catch (cause) {
    if (!(cause instanceof RunFileError) || cause.reason !== 'in-use') throw cause
    const message = `the queue in ${folder} is open already, and a folder is for one queue of one process: give several processes a PostgreSQL (connectionString). If none has it, remove ${file}.lock`
    throw new Error(message, { cause })
  }
}
