import { type RunOutcome, runOutcome } from '../../evaluation/gates/run-outcome.ts'
import type { ReportMaterial } from './material.ts'

/** Combines the gates of all runs into one outcome; undefined if there are no gates. */
export function combineGates(materials: readonly ReportMaterial[]): RunOutcome | undefined {
  if (materials.every(({ gates }) => gates === undefined)) return undefined
  const outcomes = materials.flatMap(({ gates = [] }) => gates)
  return runOutcome(outcomes, materials.find(({ inconclusive }) => inconclusive !== undefined)?.inconclusive)
}
