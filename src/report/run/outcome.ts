import { type RunOutcome, runOutcome } from '../../evaluation/gates/run-outcome.ts'
import { capital } from '../wording.ts'
import { gateTitle } from './gates.ts'
import type { ReportMaterial } from './material.ts'

/** Combines the gates of all runs into one outcome; undefined if there are no gates. */
export function combineGates(materials: readonly ReportMaterial[]): RunOutcome | undefined {
  if (materials.every(({ gates }) => gates === undefined)) return undefined
  const outcomes = materials.flatMap(({ gates = [] }) => gates)
  return runOutcome(outcomes, materials.find(({ inconclusive }) => inconclusive !== undefined)?.inconclusive)
}

const causesShown = 2

/** Says first why runs do not pass: 'Failed: 2 of 4 expectations not met'; undefined if they pass. */
export function outcomeTitle(materials: readonly ReportMaterial[]): string | undefined {
  const outcome = combineGates(materials)
  if (outcome === undefined || outcome.ends === 'passed') return undefined
  const causes = materials.flatMap(({ run, gates = [] }) =>
    gates
      // That the judge differs is what the headline says.
      .filter(({ result, measure }) => result === outcome.result && measure === undefined)
      .map((gate) => `${materials.length > 1 ? `${run.header.variant}: ` : ''}${gateTitle(gate)}`),
  )
  if (causes.length === 0) return undefined
  const left = causes.length - causesShown
  const shown = [...causes.slice(0, causesShown), ...(left > 0 ? [`${left} more`] : [])]
  return `${capital(outcome.result)}: ${shown.join('; ')}`
}
