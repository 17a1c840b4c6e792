import type { Cost, EvaluationRun } from '../../evaluation/record.ts'

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
  /** Of the answers. */
  readonly target: CostLine
  /** Scorer id to its cost, failed scores included. */
  readonly scorers: ReadonlyMap<string, CostLine>
  readonly total: CostLine
}

export function costsOf({ header, items }: EvaluationRun): RunCosts {
  const target = addCosts(items.map(({ cost }) => cost))
  const scorers = new Map(
    header.scorers.map(({ id }) => [id, addCosts(items.flatMap(({ scores }) => scores[id]?.cost ?? []))]),
  )
  return { target, scorers, total: [target, ...scorers.values()].reduce(addLines) }
}

function addCosts(costs: readonly Cost[]): CostLine {
  return costs
    .map(({ calls, usage, money }) => ({
      calls,
      ...usage,
      money: money ?? 0,
      unpriced: money === undefined && calls + usage.inputTokens + usage.outputTokens > 0 ? 1 : 0,
    }))
    .reduce(addLines, { calls: 0, inputTokens: 0, outputTokens: 0, money: 0, unpriced: 0 })
}

function addLines(one: CostLine, other: CostLine): CostLine {
  return {
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    money: one.money + other.money,
    unpriced: one.unpriced + other.unpriced,
  }
}
