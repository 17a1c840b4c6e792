import type { GateOutcome, GateResult, Inconclusive } from './types.ts'

/** How a run ended against its gates. */
export interface RunOutcome {
  /** The worst of the gates: 'failed' before 'cannot tell' before 'passed'. Without gates 'passed'. */
  readonly result: GateResult
  /** What is made of it: 'cannot tell' is 'passed' where that is asked for and may be. */
  readonly ends: GateResult
  readonly gates: Readonly<Record<GateResult, number>>
  /** Result, counts and, where there was something to decide, how it was decided. */
  readonly sentence: string
}

/** These have too few scores to pass anything by: to let them pass is to pass what was not looked at. */
const isOfMissingScores = ({ gate }: GateOutcome) => gate === 'incomplete run' || gate === 'scored'

const withoutQuality = 'no quality gate is set: set one with --gate <scorer>=<mean> or --fail-if-worse last.'

const ofQuality: readonly GateOutcome['gate'][] = ['mean', 'fail if worse', 'unmet']

/** Whether it says anything of how good the answers are. */
const isOfQuality = ({ gate }: GateOutcome) => ofQuality.includes(gate)

/** Whether a gate that cannot tell lets the run pass. */
export const isLetPass = (outcome: GateOutcome, inconclusive: Inconclusive) =>
  inconclusive === 'pass' &&
  outcome.result === 'cannot tell' &&
  outcome.measure === undefined &&
  !isOfMissingScores(outcome)

/**
 * How a run ended against all of its gates.
 *
 * @param inconclusive 'pass': gates that cannot tell let the run pass, such as an interval on both sides of a limit.
 *   A run that is incomplete, of which a scorer scored too few answers, or whose baseline has another judge, does not
 *   pass even so.
 */
export function runOutcome(
  outcomes: readonly GateOutcome[],
  inconclusive: Inconclusive = 'fail',
): RunOutcome {
  const count = (wanted: GateResult) => outcomes.filter(({ result }) => result === wanted).length
  const gates = { passed: count('passed'), failed: count('failed'), 'cannot tell': count('cannot tell') }
  const result = worst(gates)
  const isOpen = outcomes.some((one) => one.result === 'cannot tell' && !isLetPass(one, inconclusive))
  const ends = result === 'cannot tell' && !isOpen ? 'passed' : result
  const asked = { all: outcomes.length, hasQuality: outcomes.some(isOfQuality) }
  return { result, ends, gates, sentence: sentenceOf({ result, ends, gates }, asked, inconclusive) }
}

function worst(gates: RunOutcome['gates']): GateResult {
  if (gates.failed > 0) return 'failed'
  return gates['cannot tell'] > 0 ? 'cannot tell' : 'passed'
}

function sentenceOf(
  { result, ends, gates }: Omit<RunOutcome, 'sentence'>,
  { all, hasQuality }: { readonly all: number; readonly hasQuality: boolean },
  inconclusive: Inconclusive,
): string {
  if (all === 0) return `Outcome: passed; ${withoutQuality}`
  const counted = `Outcome: ${result} (${gates[result]} of ${all} ${all === 1 ? 'gate' : 'gates'})`
  if (result === 'failed' && gates['cannot tell'] > 0)
    return `${counted}; ${gates['cannot tell']} cannot tell.`
  if (result === 'passed' && !hasQuality) return `${counted}; ${withoutQuality}`
  if (result !== 'cannot tell') return `${counted}.`
  if (ends === 'passed') return `${counted}; inconclusive=pass, so this passes.`
  return inconclusive === 'fail'
    ? `${counted}; inconclusive=fail, so this fails.`
    : `${counted}; inconclusive=pass does not apply to a run that is incomplete, scored too few answers or has another judge, so this fails.`
}
