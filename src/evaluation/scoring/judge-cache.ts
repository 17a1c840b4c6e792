import type { CacheStore } from '../../judge/composed/cached/cache-store.ts'
import { cachedJudge } from '../../judge/composed/cached/cached-judge.ts'
import { libsqlCache } from '../../judge/composed/cached/libsql-cache.ts'
import type { Judge } from '../../judge/contract.ts'
import type { ItemRecord } from '../../run/item-record.ts'

/** Returns what a cache could not do for an answer: read, keep, or trust what it had. */
export const cacheWarnings = ({ scores }: ItemRecord): readonly string[] => [
  ...new Set(
    Object.values(scores).flatMap(({ evidence = [] }) =>
      evidence.flatMap(({ warnings }) => warnings.filter((text) => text.startsWith('cache: '))),
    ),
  ),
]

/**
 * @param cache A file, which is closed with the cache, or a store, which is not.
 * @returns A function that gives each judge of an evaluation a cache for its answers.
 * @throws TypeError if the folder of the file is missing.
 */
export function judgeCache(cache: string | CacheStore): {
  readonly judgeFor: (judge: Judge) => Judge
  close(): Promise<void>
} {
  const file = typeof cache === 'string' ? libsqlCache({ file: cache }) : undefined
  const store = file ?? (cache as CacheStore)
  const judges = new WeakMap<Judge, Judge>()
  return {
    judgeFor(judge) {
      const known = judges.get(judge) ?? cachedJudge(judge, { store })
      judges.set(judge, known)
      return known
    },
    close: async () => file?.close(),
  }
}
