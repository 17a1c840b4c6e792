import { vi } from 'vitest'

/** Waits for as long as only a hung test would take: a busy machine is slow, and no result may hang on that. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 300_000, interval: 10 })
