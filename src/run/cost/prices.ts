import { z } from 'zod/v4'
import type { TokenPrice } from '../../judge/composed/limited/budget.ts'
import type { Usage } from '../../judge/contract.ts'
import type { Cost } from '../record.ts'

/** Prices by model, as 'provider/model'. None are built in: they would be out of date in a month. */
export type Prices = Readonly<Record<string, TokenPrice>>

const amount = z.number().min(0)
export const pricesSchema = z.record(
  z.string(),
  z.strictObject({ inputPerMillion: amount, outputPerMillion: amount }),
)

/** The AI SDK calls 'openai/gpt-5' 'openai.chat/gpt-5'. */
const plainName = (model: string) => model.replace(/^([^/.]+)\.[^/]+\//, '$1/')

/** Returns the missing key of `prices` for a model; undefined if the table has its price. */
export const missingPrice = (model: string, prices: Prices): string | undefined =>
  (prices[model] ?? prices[plainName(model)]) === undefined ? plainName(model) : undefined

/** Returns undefined if the table does not have the model. */
export function moneyFor(model: string | undefined, usage: Usage, prices: Prices): number | undefined {
  const price = model === undefined ? undefined : (prices[model] ?? prices[plainName(model)])
  if (price === undefined) return undefined
  return (usage.inputTokens * price.inputPerMillion + usage.outputTokens * price.outputPerMillion) / 1e6
}

/** The budget for a whole run, including sessions before a resume. */
export interface Budget {
  /** Calls to models. */
  calls?: number
  /** Input and output tokens together. */
  tokens?: number
  /** US dollars. Requires the price of every model called. */
  money?: number
}

const limit = z.number().min(0).optional()
export const budgetSchema = z.strictObject({ calls: limit, tokens: limit, money: limit })

/** Explains in a sentence why the budget is used up; undefined while it is not. */
export function whyOverBudget(budget: Budget, spent: Cost): string | undefined {
  const tokens = spent.usage.inputTokens + spent.usage.outputTokens
  if (budget.calls !== undefined && spent.calls >= budget.calls)
    return `${spent.calls} of ${budget.calls} calls have been made`
  if (budget.tokens !== undefined && tokens >= budget.tokens)
    return `${tokens} of ${budget.tokens} tokens have been used`
  if (budget.money === undefined) return undefined
  if (spent.money === undefined)
    return 'a model that has no price in prices was called, so the money cannot be counted'
  return spent.money >= budget.money
    ? `${spent.money.toFixed(4)} of ${budget.money} US dollars have been spent`
    : undefined
}

/** What an item is expected to cost in calls until one has ended. */
const firstCalls = 10

/**
 * Returns true if something of the budget is left after the items under way, if they cost as much as those that ended.
 * As long as nothing has been spent of tokens or money, no more may be under way than have ended.
 *
 * @param spent The cost of those that ended.
 */
export function leavesRoom(
  { calls, tokens, money }: Budget,
  spent: Cost,
  { ended, underWay }: { readonly ended: number; readonly underWay: number },
): boolean {
  if (underWay === 0) return true
  const isLeft = (limit: number | undefined, gone = 0) =>
    limit === undefined || (gone === 0 ? underWay < ended : gone + (underWay * gone) / ended < limit)
  const callsOfEach = ended === 0 ? firstCalls : Math.max(1, spent.calls / ended)
  return (
    (calls === undefined || spent.calls + underWay * callsOfEach < calls) &&
    isLeft(tokens, spent.usage.inputTokens + spent.usage.outputTokens) &&
    isLeft(money, spent.money)
  )
}

export function budgetLeft({ calls, tokens, money }: Budget, spent: Cost): Budget {
  const used = spent.usage.inputTokens + spent.usage.outputTokens
  const rest = (of: number, gone: number) => Math.max(0, of - gone)
  return {
    ...(calls === undefined ? {} : { calls: rest(calls, spent.calls) }),
    ...(tokens === undefined ? {} : { tokens: rest(tokens, used) }),
    ...(money === undefined ? {} : { money: rest(money, spent.money ?? 0) }),
  }
}
