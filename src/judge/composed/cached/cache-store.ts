import { LRUCache } from 'lru-cache'
import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'

/**
 * The store of a cache's entries. A Keyv, a cache-manager cache and a `MastraServerCache` of Mastra have this shape.
 */
export interface CacheStore {
  /** @returns The value as it was set; undefined or null if there is none, or it is too old. */
  get(key: string): Promise<unknown>
  /**
   * Sets a value, replacing an earlier one.
   *
   * @param maxAgeInMs After this the store may drop the value. Default: the store's own.
   */
  set(key: string, value: string, maxAgeInMs?: number): Promise<unknown>
}

export const isStore = (value: unknown): value is CacheStore =>
  typeof value === 'object' && value !== null && 'get' in value && 'set' in value

const optionsSchema = z.strictObject({
  maxEntries: z.int().positive().default(10_000),
  maxCharacters: z.int().positive().default(50_000_000),
})

/**
 * Makes a cache in the memory of this process.
 *
 * @throws TypeError for an option out of range.
 */
export function memoryCache(
  options: {
    /** The maximum number of entries; the least recently used are dropped first. Default 10,000. */
    maxEntries?: number
    /** The maximum number of characters in all entries, dropped in the same order. Default 50,000,000. */
    maxCharacters?: number
  } = {},
): CacheStore {
  const { maxEntries, maxCharacters } = readOptions('memoryCache', optionsSchema, options)
  const entries = new LRUCache<string, string>({
    max: maxEntries,
    maxSize: maxCharacters,
    sizeCalculation: (value) => value.length + 1,
  })
  return {
    get: async (key) => entries.get(key),
    set: async (key, value, maxAgeInMs) => {
      // Its clock counts whole milliseconds from 1, and 0 would mean for ever.
      entries.set(key, value, maxAgeInMs === undefined ? {} : { ttl: Math.max(1, Math.ceil(maxAgeInMs)) })
    },
  }
}
