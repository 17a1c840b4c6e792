import type { BudgetStore } from './budget-store.ts'

/** Counters of this process alone. */
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
