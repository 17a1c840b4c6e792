import { setImmediate } from 'node:timers/promises'

/** Lets others run between pieces of long work. */
export interface Breath {
  /**
   * To be awaited often: gives the event loop a turn once it has waited for 10 ms.
   *
   * @throws The reason of the signal where it is aborted.
   */
  take(): Promise<void> | undefined
}

const longestHold = 10

export function breathing(signal: AbortSignal | undefined): Breath {
  let since = performance.now()
  const yieldTurn = async () => {
    await setImmediate()
    signal?.throwIfAborted()
    since = performance.now()
  }
  return { take: () => (performance.now() - since < longestHold ? undefined : yieldTurn()) }
}
