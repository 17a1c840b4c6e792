import { hash } from 'node:crypto'
import { inTime } from '../../../shared/abort.ts'
import { messageOf } from '../../call/failure.ts'
import type { CacheStore } from './cache-store.ts'

const digestLength = 64
const digestOf = (key: string, json: string) => hash('sha256', key + json)

/** @throws Error where this is not what was written under this key. */
function open(key: string, entry: unknown): { at: number; outcome: unknown } {
  const [digest, json] = [String(entry).slice(0, digestLength), String(entry).slice(digestLength)]
  if (digest !== digestOf(key, json)) throw new Error('damaged')
  return JSON.parse(json)
}

/**
 * The entries of a cache. Each is JSON behind a digest of its key and itself, so that an entry that was cut off,
 * changed or put under another key is not taken for an answer. A store that fails or does not answer in time is a
 * cache in which nothing is found, with a warning: what a cache cannot do must not stop a judge.
 */
export function cacheEntries(
  store: CacheStore,
  { maxAgeInMs, storeTimeoutInMs }: { maxAgeInMs?: number; storeTimeoutInMs: number },
) {
  const failed = (what: string, error: unknown) => `cache: ${what}: ${messageOf(error)}`
  return {
    /**
     * @param check Throws where what was kept is no answer to what is asked now.
     * @returns The outcome, or a warning about why there is none, or neither.
     */
    async read<Outcome>(
      key: string,
      check: (outcome: unknown) => Outcome,
    ): Promise<{ outcome?: Outcome; warning?: string }> {
      let entry: unknown
      try {
        entry = await inTime(storeTimeoutInMs, () => store.get(key))
      } catch (error) {
        return { warning: failed('the store could not be read', error) }
      }
      if (entry === undefined || entry === null) return {}
      try {
        const { at, outcome } = open(key, entry)
        return maxAgeInMs !== undefined && Date.now() - at >= maxAgeInMs ? {} : { outcome: check(outcome) }
      } catch {
        return { warning: 'cache: a damaged entry was left out and asked again' }
      }
    },
    /** @returns A warning where the entry could not be kept. */
    async write(key: string, outcome: unknown): Promise<string | undefined> {
      const json = JSON.stringify({ at: Date.now(), outcome })
      try {
        await inTime(storeTimeoutInMs, () => store.set(key, digestOf(key, json) + json, maxAgeInMs))
        return undefined
      } catch (error) {
        return failed('the answer could not be kept', error)
      }
    },
  }
}
