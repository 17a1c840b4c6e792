import type { Cost } from '../record.ts'

export const noCost: Cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 }, money: 0 }

/** Costs added up. The money is absent where that of one of them is: half a bill is a wrong bill. */
export function addCosts(costs: Iterable<Cost>): Cost {
  let sum = noCost
  for (const { calls, usage, money } of costs) {
    const total = sum.money === undefined || money === undefined ? undefined : sum.money + money
    sum = {
      calls: sum.calls + calls,
      usage: {
        inputTokens: sum.usage.inputTokens + usage.inputTokens,
        outputTokens: sum.usage.outputTokens + usage.outputTokens,
      },
      ...(total === undefined ? {} : { money: total }),
    }
  }
  return sum
}
