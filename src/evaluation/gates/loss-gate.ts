import type { ScorerRecord } from '../../run/record.ts'
import { formatCount, formatQuantity } from '../../shared/format-count.ts'
import { formatNumber } from '../../shared/format-number.ts'
import { studentQuantile } from '../../statistics/distributions.ts'
import { levelOfEach } from '../../statistics/step-down.ts'
import type { ScoreComparison } from '../comparison/score-comparison.ts'
import { differencesText, type MeasureDifference } from '../comparison/scorer-differences.ts'
import { decideByInterval, isAbove } from './decide-by-interval.ts'
import {
  type Allowance,
  allowedText,
  confidence,
  decideLoss,
  fewestToDecide,
  findAllowance,
  type LossBounds,
} from './decide-loss.ts'
import { formatInterval, formatSigned, withoutStop } from './format-finding.ts'
import type { GateOutcome, GateResult } from './gate.ts'
import type { ReadGates } from './read-gates.ts'

export function checkLosses(
  scorers: readonly ScorerRecord[],
  losses: ReadGates['losses'],
  comparisons: readonly ScoreComparison[],
): GateOutcome[] {
  return scorers.flatMap((scorer) => {
    const allowance = findAllowance(scorer, losses)
    if (allowance === undefined) return []
    const comparison = comparisons.find(({ scorerId }) => scorerId === scorer.id)
    if (comparison === undefined)
      throw new TypeError(`checkGates: options.comparisons: there is none of ${scorer.id}`)
    return [checkLoss(comparison, allowance, scorer.name)]
  })
}

/** Checks whether a scorer lost more than allowed, as `decideLoss` decides it; passes if no item changed. */
export function checkLoss(comparison: ScoreComparison, allowance: Allowance, name: string): GateOutcome {
  const { scorerId, pairs, unpaired, readOtherwise = 0, before, after, difference, measure } = comparison
  const { lowerIsBetter } = comparison
  const outcome = (result: GateResult, found: string): GateOutcome => ({
    gate: 'fail if worse',
    scorerId,
    result,
    title:
      result === 'passed' && comparison.verdict === 'worse'
        ? `${name} is worse, by no more than ${formatNumber(allowance.loss)} (80 % sure)`
        : lossTitle({ name, lowerIsBetter }, result, decidedLoss(comparison, allowance)),
    sentence: `${scorerId} ${found}${unpaired > 0 ? `; ${unpaired} ${unpaired === 1 ? 'item has' : 'items have'} a score in one run only` : ''}${readOtherwise > 0 ? `; ${readOtherwise} left out, because in one run verdicts count for want of usable shares` : ''}.`,
    ...(measure === undefined ? {} : { measure }),
  })
  if (measure !== undefined) return outcome('cannot tell', ofJudges(measure))
  if (difference === undefined)
    return outcome('cannot tell', 'has no item that was scored in both this run and the baseline')
  if (comparison.verdict === 'same')
    return outcome(
      'passed',
      `has the same score as the baseline on ${pairs === 1 ? 'the only item' : `all ${formatCount(pairs)} items`}`,
    )
  const means =
    before === undefined || after === undefined
      ? 'changed'
      : `went from ${formatNumber(before)} to ${formatNumber(after)}`
  const found = `${means} over ${formatQuantity(pairs, 'item')}, by ${formatSigned(difference)}`
  const bounds = computeBounds(comparison, difference, allowance)
  const [result, sentence] =
    comparison.sequential !== undefined
      ? decideSequentially(comparison, difference, allowance, found)
      : bounds === undefined
        ? ([
            'cannot tell',
            `${found}, but it is unknown how certain that is (${withoutStop(comparison.note ?? tooFew)}); ${allowedText(allowance)}`,
          ] as const)
        : decideLoss(bounds, allowance, found)
  const ifWorst = result === 'passed' ? likelyLossIfWorst(comparison, allowance) : undefined
  return ifWorst === undefined
    ? outcome(result, sentence)
    : outcome(
        'cannot tell',
        `${found}, but by ${formatSigned(ifWorst)} with the worst score where one is missing; ${allowedText(allowance)}`,
      )
}

/**
 * An answer may lack its score because it lost what the score needs, such as a context. Returns the difference with the
 * worst score for these if a larger loss than allowed is then likely.
 */
function likelyLossIfWorst(
  {
    differenceIfWorst: difference,
    standardErrorIfWorst: error,
    clusters,
    lowerIsBetter,
    together,
  }: ScoreComparison,
  { loss }: Allowance,
): number | undefined {
  if (difference === undefined || error === undefined) return undefined
  const reach =
    studentQuantile(levelOfEach(confidence, together?.comparisons ?? 1), Math.max(1, clusters - 1)) * error
  return isAbove(-loss, (lowerIsBetter ? -difference : difference) + reach) ? difference : undefined
}

/** Says what a gate on a loss found; an inconclusive one may be sure that the scorer is worse, but not by how much. */
export function lossTitle(
  { name, lowerIsBetter }: Pick<ScorerRecord, 'name' | 'lowerIsBetter'>,
  result: GateResult,
  loss: number,
): string {
  if (result === 'passed') return `no loss of ${name} shown`
  if (result === 'failed') return `${name} is worse`
  if (loss === 0) return `whether ${name} is worse`
  return `whether ${name} ${lowerIsBetter ? 'rose' : 'fell'} by more than the allowed ${formatNumber(loss)}`
}

const ofJudges = (measure: readonly MeasureDifference[]) =>
  `cannot be compared: ${differencesText(measure)}, so a difference may not come from the agent: rescore the baseline, or see how far the judges differ with \`verdict compare --across-judges\``

const tooFew = `at least ${fewestToDecide} items or groups are needed`

/** Computes Student's bounds, with a standard error no smaller than the interval implies. */
function computeBounds(
  { interval, lowerIsBetter, standardError: error, clusters, pairs, verdict, together }: ScoreComparison,
  difference: number,
  { loss }: Allowance,
): LossBounds | undefined {
  if (error === undefined || clusters < fewestToDecide) return undefined
  const gain = lowerIsBetter ? -difference : difference
  const { comparisons = 1, level = 0.95 } = together ?? {}
  const above = (confidence: number) => gain + studentQuantile(confidence, clusters - 1) * error
  const best = interval && (lowerIsBetter ? -interval.low : interval.high)
  // One large group leaves few degrees of freedom. The interval accounts for that, the standard error does not. That
  // of equal differences allows for some that moved the other way.
  const isEqual = error <= 1e-12
  const arm =
    interval === undefined || isEqual ? 0 : Math.max(interval.high - difference, difference - interval.low)
  const quantile = studentQuantile((1 + (interval?.level ?? level)) / 2, clusters - 1)
  const ofMean = Math.max(error, arm / quantile)
  return {
    interval,
    together,
    isWorse: verdict === 'worse',
    best,
    likelyBest: above(levelOfEach(confidence, comparisons)),
    sureOf: gain - studentQuantile(confidence, clusters - 1) * ofMean,
    wanted: itemsToTell(pairs, error, loss),
  }
}

/** Returns the loss that the gate decides about: a run that could stop must not be worse at all by default. */
const decidedLoss = ({ sequential }: ScoreComparison, { loss, isDefault }: Allowance) =>
  sequential !== undefined && isDefault ? 0 : loss

/** Checks the loss of a run that could stop: only its interval is a bound, and its test allows no loss. */
function decideSequentially(
  comparison: ScoreComparison,
  difference: number,
  { loss, isDefault }: Allowance,
  found: string,
): [GateResult, string] {
  const { verdict, interval, lowerIsBetter, note } = comparison
  const allowance = { loss: decidedLoss(comparison, { loss, isDefault }), isDefault: false }
  if (verdict !== 'cannot tell' && allowance.loss === 0)
    return [verdict === 'worse' ? 'failed' : 'passed', `${found}; ${withoutStop(note)}`]
  if (interval === undefined)
    return ['cannot tell', `${found}, but it is unknown how certain that is (${withoutStop(note)})`]
  const gain = lowerIsBetter ? { low: -interval.high, high: -interval.low } : interval
  const sure = `${found}, ${formatInterval(interval)}; ${allowedText(allowance)}`
  const decided = decideByInterval(sure, gain, -allowance.loss)
  const isShown = isAbove(-loss, lowerIsBetter ? -difference : difference)
  return decided[0] === 'cannot tell' && isDefault && !isShown
    ? ['passed', `${sure}, and no loss is shown`]
    : decided
}

const mostItems = 100_000

/** Says how many items that vary like these would rule out the loss in 4 of 5 runs if nothing was lost. */
function itemsToTell(pairs: number, standardError: number, loss: number): string {
  if (loss === 0) return ''
  const wanted = Math.ceil(pairs * ((2 * 0.8416 * standardError) / loss) ** 2)
  return wanted > pairs && wanted <= mostItems
    ? `; about ${formatCount(wanted)} items like these would rule it out if nothing was lost`
    : ''
}
