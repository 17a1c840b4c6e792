import type { ItemRecord } from '../item-record.ts'
import type { Cost, EvaluationRun } from '../record.ts'

export const noCost: Cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 }, money: 0 }

/** Adds up costs. The money is absent if that of any part is: half a bill is a wrong bill. */
export function addCosts(costs: Iterable<Cost>): Cost {
  let sum = noCost
  for (const { calls, usage, money } of costs) {
    const total = sum.money === undefined || money === undefined ? undefined : sum.money + money
    sum = { calls: sum.calls + calls, usage: addUsage([sum, { usage }]), money: total }
  }
  return sum
}

export const addUsage = (parts: readonly Pick<Cost, 'usage'>[]) => ({
  inputTokens: parts.reduce((sum, { usage }) => sum + usage.inputTokens, 0),
  outputTokens: parts.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
})

export function costOfItem({ cost, simulatorCost = noCost, scores }: ItemRecord): Cost {
  return addCosts([cost, simulatorCost, ...Object.values(scores).map((score) => score.cost)])
}

/** Returns every cost of a run, including those of failures and of records replaced on resume. */
export function costPieces({ header, items, superseded = [] }: EvaluationRun): {
  readonly target: readonly Cost[]
  readonly simulator: readonly Cost[]
  readonly scorers: ReadonlyMap<string, readonly Cost[]>
} {
  const records = [...items, ...superseded]
  return {
    target: records.map(({ cost }) => cost),
    simulator: records.flatMap(({ simulatorCost }) => simulatorCost ?? []),
    scorers: new Map(
      header.scorers.map(({ id }) => [id, records.flatMap(({ scores }) => scores[id]?.cost ?? [])]),
    ),
  }
}

/** Returns the cost of a run, failures and repeated items included: by target, by scorer, and in total. */
export function totalCost(run: EvaluationRun): {
  /** The cost of all answers. */
  readonly target: Cost
  /** The cost of simulated users; absent if there are none. */
  readonly simulator?: Cost
  readonly scorers: Readonly<Record<string, Cost>>
  readonly total: Cost
} {
  const pieces = costPieces(run)
  const target = addCosts(pieces.target)
  const scorers = Object.fromEntries([...pieces.scorers].map(([id, costs]) => [id, addCosts(costs)]))
  const simulator = pieces.simulator.length === 0 ? undefined : addCosts(pieces.simulator)
  const total = addCosts([target, ...pieces.simulator, ...Object.values(scorers)])
  return { target, ...(simulator && { simulator }), scorers, total }
}
