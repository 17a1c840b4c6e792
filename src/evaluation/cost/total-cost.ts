import type { Cost, EvaluationRun, ItemRecord } from '../record.ts'
import { addCosts } from './cost.ts'

export interface RunCost {
  /** Of all answers. */
  readonly target: Cost
  /** Scorer id to what its judge cost. */
  readonly scorers: Readonly<Record<string, Cost>>
  readonly total: Cost
}

/** What one answer and its scores cost. */
export function costOfItem({ cost, scores }: ItemRecord): Cost {
  return addCosts([cost, ...Object.values(scores).map((score) => score.cost)])
}

/** What a run cost, failures and repeated items included: by target, by scorer, and in total. */
export function totalCost({ header, items, superseded = [] }: EvaluationRun): RunCost {
  const records = [...items, ...superseded]
  const target = addCosts(records.map(({ cost }) => cost))
  const scorers = Object.fromEntries(
    header.scorers.map(({ id }) => [id, addCosts(records.flatMap(({ scores }) => scores[id]?.cost ?? []))]),
  )
  return { target, scorers, total: addCosts([target, ...Object.values(scorers)]) }
}
