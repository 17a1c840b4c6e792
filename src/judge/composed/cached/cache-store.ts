import { LRUCache } from 'lru-cache'
import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'

/**
 * Where a cache keeps its entries. A Keyv, a cache-manager cache and a `MastraServerCache` of Mastra have this shape
 * as they are.
 */
export interface CacheStore {
  /** @returns The value as it was set; undefined or null where there is none, or it is too old. */
  get(key: string): Promise<unknown>
  /**
   * Takes the place of an earlier value.
   *
   * @param maxAgeInMs After this the value may be forgotten. Default: the store's own.
   */
  set(key: string, value: string, maxAgeInMs?: number): Promise<unknown>
}

const optionsSchema = z.strictObject({
  maxEntries: z.int().positive().default(10_000),
  maxCharacters: z.int().positive().default(50_000_000),
})

/**
 * A cache in this process, gone with it.
 *
 * @throws TypeError for an option out of range.
 */
export function memoryCache(
  options: {
    /** Entries beyond this number are forgotten, the longest unused first. Default 10,000. */
    maxEntries?: number
    /** Characters of entries beyond this number are forgotten likewise. Default 50,000,000. */
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
      // Its clock counts from 1 ms on, and 0 would mean for ever.
      entries.set(key, value, maxAgeInMs === undefined ? {} : { ttl: Math.max(1, Math.ceil(maxAgeInMs)) })
    },
  }
}
