import { z } from 'zod/v4'

const able = z.custom<(...values: readonly unknown[]) => Promise<unknown>>(
  (value) => typeof value === 'function',
)
const fileClient = z.object({
  protocol: z.literal('file'),
  execute: able,
  batch: able,
  transaction: able,
  reconnect: able,
})
const names = ['execute', 'batch', 'transaction'] as const
const heard = new WeakSet<object>()

/**
 * Acts after another process held a LibSQL file for longer than the timeout of a client: libsql 0.5 never ends a
 * statement that failed so. Until then, whatever its connection writes counts as written, but is lost in the end, and
 * keeps the file locked (https://github.com/tursodatabase/libsql-client-ts/issues/352).
 *
 * @param client Nothing happens if it is not a client for a file, or if something else acts for it already.
 */
export function afterBusy(client: unknown, act: (file: z.output<typeof fileClient>) => unknown): void {
  if (!fileClient.safeParse(client).success) return
  const file = client as z.output<typeof fileClient>
  // Mastra's proxy around a database in memory makes each method anew, of the one that would stand here: an endless
  // loop. No other process can hold such a database.
  const { execute } = file
  if (heard.has(file) || file.execute !== execute) return
  heard.add(file)
  for (const name of names) {
    const call = file[name].bind(file)
    file[name] = async (...values) => {
      try {
        return await call(...values)
      } catch (error) {
        const { code } = Object(error) as { readonly code?: unknown }
        if (code === 'SQLITE_BUSY') await act(file)
        throw error
      }
    }
  }
}

/** Opens the connections of a LibSQL file anew after such a failure. Transactions under way fail. */
export const reopenAfterBusy = (client: unknown): void => afterBusy(client, (file) => file.reconnect())
