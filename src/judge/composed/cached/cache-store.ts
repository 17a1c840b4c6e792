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
