import type { GateOutcome, GateResult } from '../../evaluation/gates/gate.ts'
import { type RunOutcome, runOutcome } from '../../evaluation/gates/run-outcome.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { capitalised } from '../../shared/capitalised.ts'
import { shorten } from '../safe-text.ts'
import { gateTitle } from './gate-list.ts'
import type { ReportMaterial } from './material.ts'
import { failureCauses, noAnswer, notScorableCauses } from './unscored.ts'

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
  const causes = materials.flatMap((material) =>
    listCauses(material, outcome.result).map(
      (cause) => `${materials.length > 1 ? `${material.run.header.variant}: ` : ''}${cause}`,
    ),
  )
  if (causes.length === 0) return undefined
  const left = causes.length - causesShown
  const shown = [...causes.slice(0, causesShown), ...(left > 0 ? [`${left} more`] : [])]
  return `${capitalised(outcome.result)}: ${shown.join('; ')}`
}

/** Gates that say again, scorer by scorer, that nothing was scored. */
const consequences: ReadonlySet<GateOutcome['gate']> = new Set(['failed', 'mean', 'not scorable', 'scored'])

function listCauses({ run, gates = [] }: ReportMaterial, result: GateResult): string[] {
  const isEmpty = gates.some(({ gate }) => gate === 'nothing scored')
  return (
    gates
      // That the judge differs is what the headline says.
      .filter((gate) => gate.result === result && gate.measure === undefined)
      .filter(({ gate }) => !isEmpty || !consequences.has(gate))
      .map((gate) => (gate.gate === 'nothing scored' ? whyNothing(gate, run) : gateTitle(gate)))
  )
}

const longestCause = 120

/** Names the most frequent cause: a wrong key or address is the headline. */
function whyNothing(gate: GateOutcome, run: EvaluationRun): string {
  const [cause] = [...failureCauses(run), ...notScorableCauses(run)].sort(
    (one, other) => other.count - one.count,
  )
  if (cause === undefined) return gateTitle(gate)
  const who = cause.where === noAnswer ? 'the target gave no answer: ' : ''
  return `${gateTitle(gate)}: ${who}${shorten(cause.why, longestCause)}`
}
