import { addCosts, costPieces } from '../../run/cost/cost.ts'
import type { Cost, EvaluationRun } from '../../run/record.ts'

/** What the answers, or one scorer, or everything cost. */
export interface CostLine {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars, over what has a known price. */
  readonly money: number
  /** Answers or scores that used a model whose price is not known. */
  readonly unpriced: number
}

export interface RunCosts {
  /** What the answers cost. */
  readonly target: CostLine
  /** What simulated users cost; absent where there are none. */
  readonly simulator?: CostLine
  /** Scorer id to its cost, failed and repeated scores included. */
  readonly scorers: ReadonlyMap<string, CostLine>
  readonly total: CostLine
}

/** As `totalCost` counts them, but with the money that is known where not all of it is. */
export function costsOf(run: EvaluationRun): RunCosts {
  const { target, simulator, scorers } = costPieces(run)
  return {
    target: toLine(target),
    ...(simulator.length === 0 ? {} : { simulator: toLine(simulator) }),
    scorers: new Map([...scorers].map(([id, costs]) => [id, toLine(costs)])),
    total: toLine([...target, ...simulator, ...[...scorers.values()].flat()]),
  }
}

/** Costs together. */
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
