/**
 * Counters that processes share. Each step must be atomic: two processes that take at the same time must not both get
 * an amount that is left only once.
 */
export interface BudgetStore {
  /**
   * Adds to a counter, unless that would exceed the limit. A missing counter is 0.
   *
   * @param amount A whole number, 0 or more.
   * @param windowInMs After this the store may drop the counter: no window that uses it is longer.
   * @returns Whether it was added.
   */
  take(counter: string, amount: number, limit: number, windowInMs: number): Promise<boolean>
  /**
   * Adds to a counter regardless of the limit: the usage beyond the reserved amount, or, below 0, the unused part of
   * it.
   *
   * @param limit As in `take`, for stores that name their counters by it.
   */
  settle(counter: string, amount: number, limit: number, windowInMs: number): Promise<void>
}

/** Makes counters for this process only. */
export function memoryBudget(): BudgetStore {
  const counters = new Map<string, { used: number; expiresAt: number }>()
  return {
    async take(name, amount, limit, windowInMs) {
      const now = Date.now()
      for (const [other, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(other)
      const counter = counters.get(name) ?? { used: 0, expiresAt: now + 2 * windowInMs }
      if (counter.used + amount > limit) return false
      counter.used += amount
      counters.set(name, counter)
      return true
    },
    async settle(name, amount) {
      const counter = counters.get(name)
      if (counter !== undefined) counter.used = Math.max(0, counter.used + amount)
    },
  }
}

/** The part of a limiter of the package rate-limiter-flexible (7 or later) that we use. */
export interface RateLimiter {
  consume(key: string, points: number): Promise<unknown>
  penalty(key: string, points: number): Promise<unknown>
  reward(key: string, points: number): Promise<unknown>
}

/** Recognises a refusal: the package throws it, but with this number and not as an Error. */
const isRefusal = (thrown: unknown) =>
  typeof thrown === 'object' && thrown !== null && 'msBeforeNext' in thrown && !(thrown instanceof Error)

/**
 * Makes counters in Redis, Valkey, PostgreSQL, MySQL, MongoDB or any other store of the package
 * rate-limiter-flexible.
 *
 * A refused request is counted for a moment and then given back, so a smaller request at the same moment may
 * be refused, too. The limit holds.
 *
 * @param create Makes a limiter of so many `points` for a `duration` in seconds, as the constructors of that
 *   package take them. Called once for each.
 */
export function rateLimiterBudget(
  create: (options: { points: number; duration: number }) => RateLimiter,
): BudgetStore {
  const limiters = new Map<string, RateLimiter>()
  function limiterFor(points: number, windowInMs: number): RateLimiter {
    const name = `${points}/${windowInMs}`
    const limiter = limiters.get(name) ?? create({ points, duration: Math.ceil((2 * windowInMs) / 1_000) })
    limiters.set(name, limiter)
    return limiter
  }
  return {
    async take(counter, amount, limit, windowInMs) {
      if (amount > limit) return false
      const limiter = limiterFor(limit, windowInMs)
      try {
        await limiter.consume(counter, amount)
        return true
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown
        await limiter.reward(counter, amount)
        return false
      }
    },
    async settle(counter, amount, limit, windowInMs) {
      const limiter = limiterFor(limit, windowInMs)
      if (amount > 0) await limiter.penalty(counter, amount)
      if (amount < 0) await limiter.reward(counter, -amount)
    },
  }
}
