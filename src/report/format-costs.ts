import type { Cost } from '../run/record.ts'
import { formatDecimal, formatQuantity } from './format-numbers.ts'
import type { CostLine } from './run/cost-lines.ts'

export function formatMoney(dollars: number): string {
  if (dollars !== 0 && dollars < 0.0001) return '< $0.0001'
  return `$${formatDecimal(dollars, dollars === 0 || dollars >= 1 ? 2 : 4, 'negative')}`
}

/** Formats the money of a line, and says whether it is the full cost. What own functions and scorers call is not seen. */
export function formatCost({ calls, inputTokens, outputTokens, money, unpriced }: CostLine): string {
  if (unpriced > 0) return money > 0 ? `at least ${formatMoney(money)}` : 'price not known'
  return money === 0 && calls + inputTokens + outputTokens === 0 ? 'none seen' : formatMoney(money)
}

/** Formats a cost: '3 calls, 1,200 tokens', or money instead of tokens if requested and known. */
export function callsText({ calls, usage, money }: Cost, unit: 'tokens' | 'money' = 'tokens'): string {
  const tokens = formatQuantity(usage.inputTokens + usage.outputTokens, 'token')
  return `${formatQuantity(calls, 'call')}, ${unit === 'money' && money !== undefined ? formatMoney(money) : tokens}`
}

/** Says what something cost, with the price only if it is known. */
export function costText(cost: CostLine): string {
  const { calls, inputTokens, outputTokens, money, unpriced } = cost
  if (calls + inputTokens + outputTokens === 0) return 'No call of a model was seen.'
  const took = `${formatQuantity(calls, 'call')}, ${formatQuantity(inputTokens + outputTokens, 'token')}`
  return `Cost: ${unpriced > 0 && money === 0 ? '' : `${formatCost(cost)}, `}${took}.`
}
