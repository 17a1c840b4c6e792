import type { GateOutcome, GateResult, Inconclusive } from './gate.ts'

export interface RunOutcome {
  /** The worst gate: 'failed', then 'cannot tell', then 'passed'. Without gates, 'passed'. */
  readonly result: GateResult
  /** The final result: 'cannot tell' becomes 'passed' if that is requested and permitted. */
  readonly ends: GateResult
  readonly gates: Readonly<Record<GateResult, number>>
  /** Result, counts and, if there was a choice, how it was made. */
  readonly sentence: string
}

/** Returns whether a gate lacks scores. Such a gate must not pass, since its answers were not examined. */
const isOfMissingScores = ({ gate }: GateOutcome) => gate === 'incomplete run' || gate === 'scored'

const withoutQuality = 'no quality gate is set: set one with --gate <scorer>=<mean> or --fail-if-worse.'

const ofQuality: readonly GateOutcome['gate'][] = ['mean', 'fail if worse', 'unmet']

export const isOfQuality = ({ gate }: GateOutcome) => ofQuality.includes(gate)

export const isLetPass = (outcome: GateOutcome, inconclusive: Inconclusive) =>
  inconclusive === 'pass' &&
  outcome.result === 'cannot tell' &&
  outcome.measure === undefined &&
  !isOfMissingScores(outcome)

/**
 * Sums up all gates of a run.
 *
 * @param inconclusive 'pass': inconclusive gates let the run pass, for example if an interval contains the limit. Even
 * so, a run does not pass if it is incomplete, if a scorer scored too few answers, or if its baseline has another
 * judge.
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
  return { result, ends, gates, sentence: describeOutcome({ result, ends, gates }, asked, inconclusive) }
}

function worst(gates: RunOutcome['gates']): GateResult {
  if (gates.failed > 0) return 'failed'
  return gates['cannot tell'] > 0 ? 'cannot tell' : 'passed'
}

function describeOutcome(
  { result, ends, gates }: Omit<RunOutcome, 'sentence'>,
  { all, hasQuality }: { readonly all: number; readonly hasQuality: boolean },
  inconclusive: Inconclusive,
): string {
  if (all === 0) return `Outcome: passed; ${withoutQuality}`
  const counted = `Outcome: ${result} (${gates[result]} of ${all} ${all === 1 ? 'gate' : 'gates'})`
  if (result === 'failed' && gates['cannot tell'] > 0)
    return `${counted}; ${inconclusiveText(gates['cannot tell'])}.`
  if (result === 'passed' && !hasQuality) return `${counted}; ${withoutQuality}`
  if (result !== 'cannot tell') return `${counted}.`
  const open = `Outcome: cannot tell, because ${inconclusiveText(gates['cannot tell'], ` of ${all} ${all === 1 ? 'gate' : 'gates'}`)}`
  if (ends === 'passed') return `${open}; inconclusive=pass, so this passes.`
  return inconclusive === 'fail'
    ? `${open}; inconclusive=fail, so this fails.`
    : `${open}; inconclusive=pass does not apply to a run that is incomplete, scored too few answers or has another judge, so this fails.`
}

const inconclusiveText = (count: number, of = '') =>
  `${count}${of} ${count === 1 ? 'is' : 'are'} inconclusive`
