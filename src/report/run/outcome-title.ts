import type { GateOutcome, GateResult } from '../../evaluation/gates/gate.ts'
import { type RunOutcome, runOutcome } from '../../evaluation/gates/run-outcome.ts'
import type { EvaluationRun, OutcomeRecord } from '../../run/record.ts'
import { capitalised } from '../../shared/capitalised.ts'
import { shorten, shortenWords } from '../safe-text.ts'
import { collectExpectations, countUnmet } from './expectations.ts'
import { eachOnce, gateTitle } from './gate-list.ts'
import type { ReportMaterial } from './material.ts'
import { failedText, failureCauses, noAnswer, notScorableCauses } from './unscored.ts'

/** Combines the gates of all runs into one outcome; undefined if there are no gates. */
export function combineGates(materials: readonly ReportMaterial[]): RunOutcome | undefined {
  if (materials.every(({ gates }) => gates === undefined)) return undefined
  const outcomes = materials.flatMap(({ gates = [] }) => eachOnce(gates))
  return runOutcome(outcomes, materials.find(({ inconclusive }) => inconclusive !== undefined)?.inconclusive)
}

const causesShown = 4

/** Why a run does not pass, in a few words. */
type Cause = NonNullable<OutcomeRecord['causes']>[number]

/**
 * Says first why runs do not pass, the worst first: 'Failed: 2 of 4 expectations not met'. Without gates it is what the
 * run recorded when they were checked; of a run whose gates nobody checked, what failed in it. Undefined if they pass.
 */
export function outcomeTitle(materials: readonly ReportMaterial[]) {
  const result = jointResult(materials)
  if (result === 'passed' || materials.some(isOfJudges)) return undefined
  const causes = inOrder(
    materials.flatMap((material) =>
      listCauses(material, result).map(({ gate, title }) => ({
        gate,
        title: `${title}${materials.length > 1 ? ` (${material.run.header.variant})` : ''}`,
      })),
    ),
  ).map(({ title }) => title)
  // A comparison has a headline of its own, and a notice that the run did not pass.
  const hasOther = materials.some(
    ({ gates, comparisons }) => gates !== undefined || comparisons !== undefined,
  )
  if (causes.length === 0 && (result === undefined || hasOther)) return undefined
  const left = causes.length - causesShown
  const shown = [...causes.slice(0, causesShown), ...(left > 0 ? [`${left} more`] : [])]
  const why = shown.join('; ') || 'the run did not pass its gates'
  return { title: capitalised(result === undefined ? why : `${result}: ${why}`), result }
}

/** Returns whether it only asks how far two judges differ, which says nothing about the answers. */
const isOfJudges = ({ gates, comparisons = [] }: ReportMaterial) =>
  gates === undefined &&
  comparisons.some(({ measure, difference }) => measure !== undefined && difference !== undefined)

function jointResult(materials: readonly ReportMaterial[]): GateResult | undefined {
  const outcome = combineGates(materials)
  if (outcome !== undefined) return outcome.ends === 'passed' ? 'passed' : outcome.result
  const results = materials.map(({ run }) => run.outcome?.result)
  const worst = (['failed', 'cannot tell'] as const).find((one) => results.includes(one))
  return worst ?? (results.includes(undefined) ? undefined : 'passed')
}

function listCauses(material: ReportMaterial, result: GateResult | undefined): Cause[] {
  const { run, gates, baseline } = material
  if (gates !== undefined) return result === undefined ? [] : gateCauses(material, result)
  const { outcome } = run
  if (outcome?.result !== result) return []
  // Whether it is worse depends on the baseline.
  const isSameBaseline = baseline === undefined || baseline.header.id === outcome?.baseline
  return outcome?.causes?.filter(({ gate }) => isSameBaseline || gate !== ofLoss) ?? findFaults(run)
}

const ofLoss: GateOutcome['gate'] = 'fail if worse'

/** Gates that say again, scorer by scorer, that nothing was scored. */
const consequences: ReadonlySet<GateOutcome['gate']> = new Set(['failed', 'mean', 'not scorable', 'scored'])

/** Lists the gates with this result, the worst first; that several scorers failed is one cause. */
export function gateCauses({ run, gates = [] }: ReportMaterial, result: GateResult): Cause[] {
  const isEmpty = gates.some(({ gate }) => gate === 'nothing scored')
  const found = gates
    // That the judge differs is what the headline says.
    .filter((gate) => gate.result === result && gate.measure === undefined)
    .filter(({ gate }) => !isEmpty || !consequences.has(gate))
  const failed = found.filter(({ gate }) => gate === 'failed')
  const causes = found
    .filter((gate) => failed.length < 2 || !failed.includes(gate))
    .map((one) => ({
      gate: one.gate,
      title: one.gate === 'nothing scored' ? whyNothing(one, run) : gateTitle(one),
    }))
  return inOrder([...causes, ...(failed.length < 2 ? [] : failedAnswers(run))])
}

/** What is wrong with the answers themselves comes before what one scorer says of them. */
const order: readonly string[] = [
  ...(['nothing scored', 'unmet', 'failed', 'incomplete run'] satisfies GateOutcome['gate'][]),
  ...(['scored', 'not scorable', ofLoss, 'mean'] satisfies GateOutcome['gate'][]),
]

const inOrder = (causes: readonly Cause[]) =>
  causes.toSorted((one, other) => order.indexOf(one.gate) - order.indexOf(other.gate))

/** Says what failed in the baseline, whatever its gates allowed; undefined if nothing failed in either run. */
export function baselineFaults({
  run,
  baseline,
}: Pick<ReportMaterial, 'run' | 'baseline'>): string | undefined {
  if (baseline === undefined) return undefined
  const before = findFaults(baseline).map(({ title }) => title)
  if (before.length > 0) return `In the baseline: ${before.join('; ')}.`
  return findFaults(run).length > 0 ? 'In the baseline nothing failed.' : undefined
}

/** Lists what failed in a run, whatever its gates allow. */
const findFaults = (run: EvaluationRun): Cause[] => [...unmetExpectations(run), ...failedAnswers(run)]

function unmetExpectations(run: EvaluationRun): Cause[] {
  const { total, unmet } = collectExpectations(run) ?? { total: 0, unmet: [] }
  if (unmet.length === 0) return []
  return [{ gate: 'unmet', title: countUnmet(unmet.length, total) }]
}

function failedAnswers(run: EvaluationRun): Cause[] {
  const title = failedText(run)
  return title === undefined ? [] : [{ gate: 'failed', title }]
}

const longestCause = 120

/** Names the most frequent cause: a wrong key or address is the headline. */
function whyNothing(gate: GateOutcome, run: EvaluationRun): string {
  const [cause] = [...failureCauses(run), ...notScorableCauses(run)].sort(
    (one, other) => other.count - one.count,
  )
  if (cause === undefined) return gateTitle(gate)
  const who = cause.where === noAnswer ? 'the target gave no answer: ' : ''
  return `${gateTitle(gate)}: ${who}${cutToSentences(cause.why)}`
}

/** Cuts a longer text after a sentence, without its stop, or after a word if only a short sentence has room. */
function cutToSentences(whole: string): string {
  const text = whole.length <= longestCause ? whole : shortenWords(whole)
  if (text.length <= longestCause) return text
  const end = text.lastIndexOf('. ', longestCause)
  return end > longestCause / 3 ? text.slice(0, end) : shorten(text, longestCause)
}
