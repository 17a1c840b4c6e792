import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'

/**
 * Has V8 collect garbage each time the heap has grown by a fifth, where it would wait until it is two or three times
 * as large, and keep what is new in 2 MB, where it would take 48: a command that stays for weeks should hold what it
 * needs. From cold it costs two fifths more of processor time. Before much is imported, and in a process of our own: in a
 * server that is for the server to say.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=20')
  giveBackHeap()
}

/** Collects all there is and gives it back. */
export function giveBackHeap(): void {
  setFlagsFromString('--expose-gc')
  // When to collect next is decided at each collection: the last one may have been before a flag was set.
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

interface LocalClient {
  readonly protocol: 'file'
  execute(sql: string): Promise<unknown>
}

const localLibsql = z.object({
  client: z.custom<LocalClient>(
    (value) => z.object({ protocol: z.literal('file'), execute: z.unknown() }).safeParse(value).success,
  ),
})

/**
 * Has SQLite read its file in place of mapping it (LibSQLStore maps 128 MB, all of which counts as memory of the
 * process), keep 2 MB of pages in place of 16, since a monitor reads each page once, and sort what is large in a file:
 * an index of a million scores takes 60 MB to make. Does nothing for other stores.
 */
export async function keepPagesSmall(mastra: Mastra): Promise<void> {
  const storage = mastra.getStorage()
  await storage?.init()
  const local = localLibsql.safeParse(storage)
  if (!local.success) return
  const { client } = local.data
  await client.execute('pragma mmap_size = 0')
  await client.execute('pragma cache_size = -2000')
  await client.execute('pragma temp_store = file')
}
