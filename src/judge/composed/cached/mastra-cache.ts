import type { MastraCompositeStore } from '@mastra/core/storage'
import type { CacheStore } from './cache-store.ts'

/**
 * A cache in any store of Mastra that has the domain 'memory'. Mastra's stores have no table for keys and values;
 * each entry is a resource whose id is the key. Nothing is forgotten there: how old an answer may be is up to
 * `maxAgeInMs` of the cached judge, and how many there are is up to whoever keeps the store.
 */
export function mastraCache(storage: MastraCompositeStore): CacheStore {
  let ready: Promise<void> | undefined
  async function resources() {
    ready ??= storage.disableInit ? Promise.resolve() : storage.init()
    await ready.catch((error: unknown) => {
      ready = undefined
      throw error
    })
    const memory = await storage.getStore('memory')
    if (memory === undefined) throw new TypeError('mastraCache: the store has no domain named memory')
    return memory
  }
  return {
    async get(key) {
      const resource = await (await resources()).getResourceById({ resourceId: key })
      return resource?.workingMemory
    },
    async set(key, value) {
      const now = new Date()
      const resource = { id: key, workingMemory: value, createdAt: now, updatedAt: now }
      await (await resources()).saveResource({ resource })
    },
  }
}
