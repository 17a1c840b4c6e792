import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@libsql/client/sqlite3'
import { importOptional } from './optional-package.ts'

/** How long a statement waits for another process to finish its own, in milliseconds. */
const busyTimeoutInMs = 5_000

/**
 * A LibSQL file that many processes may use at once: write-ahead log, and a statement waits its turn.
 *
 * @param owner Named in the error.
 * @param schema Statements that make the tables; they must do no harm where the tables are there.
 * @throws TypeError where the folder of the file is missing or cannot be written.
 */
export function libsqlFile(
  owner: string,
  file: string,
  schema: readonly string[],
): {
  /** Runs work on the open file, which is opened and given its tables first. */
  use<Result>(work: (client: Client) => Promise<Result>): Promise<Result>
  /** Closes the file. It opens again where it is used again. */
  close(): Promise<void>
} {
  const path = resolve(file)
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch (cause) {
    throw new TypeError(`${owner}: the folder of ${path} is missing or cannot be written: make it first`, {
      cause,
    })
  }
  let opened: Promise<Client> | undefined
  async function open(): Promise<Client> {
    // Late, and out of sight of bundlers: it is a native module, and takes 50 ms that most users of judges never need.
    const { createClient } = await importOptional<typeof import('@libsql/client/sqlite3')>(
      '@libsql/client/sqlite3',
      owner,
    )
    const client = createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: busyTimeoutInMs })
    try {
      for (const statement of ['pragma journal_mode = wal', 'pragma synchronous = normal', ...schema]) {
        await client.execute(statement)
      }
    } catch (error) {
      client.close()
      throw error
    }
    return client
  }
  return {
    async use(work) {
      opened ??= open().catch((error: unknown) => {
        opened = undefined
        throw error
      })
      return work(await opened)
    },
    async close() {
      const client = await opened?.catch(() => undefined)
      opened = undefined
      client?.close()
    },
  }
}
