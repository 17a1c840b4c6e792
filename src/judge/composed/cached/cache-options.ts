import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import type { CacheStore } from './cache-store.ts'
import { libsqlCache } from './libsql-cache.ts'

interface CommonOptions {
  /** An answer that is older is asked for again. Default: no limit. */
  maxAgeInMs?: number
  /** A store that takes longer for one step is gone without. Default 5,000. */
  storeTimeoutInMs?: number
}

/** Where the answers are kept: a LibSQL file, with its bounds, or a store that has bounds of its own. */
export type CachedJudgeOptions = CommonOptions &
  (
    | { file: string; maxEntries?: number; maxBytes?: number; store?: undefined }
    | { store: CacheStore; file?: undefined }
  )

const common = {
  maxAgeInMs: z.number().positive().optional(),
  storeTimeoutInMs: z.int().positive().max(2_147_483_647).default(5_000),
}
const isStore = (value: unknown): value is CacheStore =>
  typeof value === 'object' && value !== null && 'get' in value && 'set' in value
const withStore = z.strictObject({
  ...common,
  store: z.custom<CacheStore>(isStore, 'must have get and set'),
  file: z.undefined('is not for a cache with a store of its own').optional(),
})
const withFile = z.strictObject({
  ...common,
  store: z.undefined().optional(),
  file: z.string('must name the file to keep answers in, where there is no options.store').min(1),
  maxEntries: z.int().positive().optional(),
  maxBytes: z.int().positive().optional(),
})

/** @throws TypeError that names the option and says what it must be. */
export function readCacheOptions(options: CachedJudgeOptions): {
  store: CacheStore
  maxAgeInMs?: number
  storeTimeoutInMs: number
} {
  if (options?.store !== undefined) return readOptions('cachedJudge', withStore, options)
  const { file, maxEntries, maxBytes, ...rest } = readOptions('cachedJudge', withFile, options)
  return { ...rest, store: libsqlCache({ file, maxEntries, maxBytes }) }
}
