import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Has V8 collect garbage each time the heap has grown by a fifth, where it would wait until it is two or three times
 * as large: a command that stays for weeks should hold what it needs. It is for a process of our own; in a server
 * that is for the server to say.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=20')
  setFlagsFromString('--expose-gc')
  // When to collect next is decided at each collection, and the last one was before this was set.
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
