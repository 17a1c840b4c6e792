import { z } from 'zod/v4'
import type { Cost } from '../record.ts'

/** The most that a whole run may cost, sessions before a resume included. */
export interface Budget {
  /** Calls to models. */
  calls?: number
  /** Input and output tokens together. */
  tokens?: number
  /** US dollars. Needs the price of every model that is called. */
  money?: number
}

const limit = z.number().min(0).optional()
export const budgetSchema = z.strictObject({ calls: limit, tokens: limit, money: limit })

/** Why no more may be spent, as a sentence; undefined while more may. */
export function whyOverBudget(budget: Budget, spent: Cost): string | undefined {
  const tokens = spent.usage.inputTokens + spent.usage.outputTokens
  if (budget.calls !== undefined && spent.calls >= budget.calls)
    return `${spent.calls} of ${budget.calls} calls are made`
  if (budget.tokens !== undefined && tokens >= budget.tokens)
    return `${tokens} of ${budget.tokens} tokens are used`
  if (budget.money === undefined) return undefined
  if (spent.money === undefined)
    return 'a model was called whose price is not in prices, so the money cannot be counted'
  return spent.money >= budget.money
    ? `${spent.money.toFixed(4)} of ${budget.money} US dollars are spent`
    : undefined
}
