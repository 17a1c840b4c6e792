import { type RunOutcome, runOutcome } from '../../evaluation/gates/run-outcome.ts'
import type { ReportMaterial } from './material.ts'

/** How runs ended against all of their gates together; undefined where none were asked for. */
export function outcomeOf(materials: readonly ReportMaterial[]): RunOutcome | undefined {
  if (materials.every(({ gates }) => gates === undefined)) return undefined
  const outcomes = materials.flatMap(({ gates = [] }) => gates)
  return runOutcome(outcomes, materials.find(({ inconclusive }) => inconclusive !== undefined)?.inconclusive)
}
