/**
 * Counters that processes share. Each step must be atomic: two processes that take at the same time must not both get
 * what is left for one.
 */
export interface BudgetStore {
  /**
   * Adds to a counter, unless that would take it above the limit. A counter that is not there is 0.
   *
   * @param amount A whole number, 0 or more.
   * @param windowInMs After this the counter may be forgotten: no longer window uses it.
   * @returns Whether it was added.
   */
  take(counter: string, amount: number, limit: number, windowInMs: number): Promise<boolean>
  /**
   * Adds to a counter whatever the limit: what was used beyond what was taken, or, below 0, what was not.
   *
   * @param limit As in `take`, for stores that name their counters by it.
   */
  settle(counter: string, amount: number, limit: number, windowInMs: number): Promise<void>
}
