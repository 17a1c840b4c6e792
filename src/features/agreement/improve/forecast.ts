import type { DryRequests } from '../../../judge/composed/dry-judge.ts'
import type { Judge } from '../../../judge/contract.ts'
import { type Budget, moneyFor, type Prices } from '../../../run/cost/prices.ts'
import type { CostForecast } from './result.ts'

/** Approximate characters per token, and tokens per answer to one question. */
const charactersOfToken = 4

const tokensOfAnswer = 60

export const free = (name: string): CostForecast => ({ name, requests: 0, money: 0 })

export function sumForecasts(parts: readonly CostForecast[]): CostForecast {
  const requests = parts.reduce((sum, one) => sum + one.requests, 0)
  const money = parts.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one.money === undefined ? undefined : sum + one.money),
    0,
  )
  return { name: 'in all', requests, ...(money === undefined ? {} : { money }) }
}

export function forecastCost(
  name: string,
  asked: readonly DryRequests[],
  judge: Judge,
  prices: Prices,
): CostForecast {
  const sum = (readNumber: (of: DryRequests) => number) =>
    asked.reduce((total, of) => total + readNumber(of), 0)
  const questions = sum(({ decisions, others }) => others + decisions.reduce((all, count) => all + count, 0))
  const usage = {
    inputTokens: sum(({ characters }) => characters) / charactersOfToken,
    outputTokens: questions * tokensOfAnswer,
  }
  const requests = sum(({ decisions, others }) => decisions.length + others)
  const money = judge.model === undefined ? undefined : moneyFor(judge.model, usage, prices)
  return { name, requests, ...(money === undefined ? {} : { money }) }
}

export function whyBeyond({ requests, money }: CostForecast, budget: Budget): string | undefined {
  if (budget.calls !== undefined && requests > budget.calls)
    return `the budget of ${budget.calls} calls is too small for it`
  if (budget.money !== undefined && money !== undefined && money > budget.money)
    return `the budget of ${budget.money} US dollars is too small for it`
  return undefined
}
