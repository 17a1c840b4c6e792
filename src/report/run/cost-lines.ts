import { addCosts, costPieces } from '../../run/cost/cost.ts'
import type { Cost, EvaluationRun } from '../../run/record.ts'

/** The cost of the answers, of one scorer, or of everything. */
export interface CostLine {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars, over the parts with a known price. */
  readonly money: number
  /** The number of answers or scores that used a model with an unknown price. */
  readonly unpriced: number
}

/** Sums costs as `totalCost` does, but keeps the known money if some prices are unknown. */
export function sumCosts(run: EvaluationRun) {
  const { target, simulator, scorers } = costPieces(run)
  return {
    target: toLine(target),
    simulator: simulator.length === 0 ? undefined : toLine(simulator),
    scorers: new Map([...scorers].map(([id, costs]) => [id, toLine(costs)])),
    total: toLine([...target, ...simulator, ...[...scorers.values()].flat()]),
  }
}

export function toLine(costs: readonly Cost[]): CostLine {
  const { calls, usage } = addCosts(costs)
  const isUnpriced = (cost: Cost) =>
    cost.money === undefined && cost.calls + cost.usage.inputTokens + cost.usage.outputTokens > 0
  return {
    calls,
    ...usage,
    money: costs.reduce((sum, { money = 0 }) => sum + money, 0),
    unpriced: costs.filter(isUnpriced).length,
  }
}
