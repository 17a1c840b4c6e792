import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'

/**
 * Makes V8 collect garbage each time the heap has grown by a fifth, instead of two or three times, and keep new objects
 * in 2 MB instead of 48: a command that runs for weeks should hold only what it needs. From a cold start it costs two
 * fifths more processor time. Call it before large imports, and only in a process of our own: in a server, that is for
 * the server to decide.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  limitHeapGrowth(20)
}

/** Sets by how much the heap may grow between two collections; V8's own limit is some 100 to 200 %. */
export function limitHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
  giveBackHeap()
}

/** Collects all garbage and returns the memory to the system. */
export function giveBackHeap(): void {
  setFlagsFromString('--expose-gc')
  // V8 schedules the next collection at each collection: the last one may have been before a flag was set.
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const localLibsql = z.object({
  client: z.custom<{
    readonly protocol: 'file'
    execute(sql: string): Promise<unknown>
  }>((value) => z.object({ protocol: z.literal('file'), execute: z.unknown() }).safeParse(value).success),
})

/**
 * Makes SQLite read its file instead of mapping it (LibSQLStore maps 128 MB, all of which counts as memory of the
 * process), keep 2 MB of pages instead of 16, since a monitor reads each page once, and sort large results in a file:
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
