import { studentQuantile } from '../../statistics/distributions.ts'
import type { MeasureDifference } from '../comparison/measure-differences.ts'
import { differencesText } from '../comparison/measure-differences.ts'
import type { ScoreComparison } from '../comparison/types.ts'
import type { ScorerRecord } from '../record.ts'
import { formatInterval, formatScore, formatSigned, isAbove } from './format.ts'
import type { GateOutcome, GateResult, Gates } from './types.ts'

/** Of the scale: what a mean may lose where nothing else is said. */
const usualLoss = 0.05

/** How sure it has to be that no more was lost than is allowed: a larger loss passes in at most 20 of 100 runs. */
const confidence = 0.8

/** As many clusters as it takes to decide anything. */
const fewestAlike = 6

/** How much a scorer may lose. */
export interface Allowance {
  readonly loss: number
  /** Whether nobody said it. */
  readonly isDefault: boolean
}

/** Undefined for a scorer that is not held against the baseline: losses by scorer id are for those only. */
export function allowanceOf(
  { id, scale = 1 }: ScorerRecord,
  given: NonNullable<Gates['failIfWorse']>['allowedLoss'],
): Allowance | undefined {
  const loss = typeof given === 'object' ? given[id] : given
  if (loss !== undefined) return { loss, isDefault: false }
  return given === undefined ? { loss: usualLoss * scale, isDefault: true } : undefined
}

/** 'a loss of 0.05 is allowed (by default)' */
export const allowedText = ({ loss, isDefault }: Allowance) =>
  `a loss of ${formatScore(loss)} is allowed${isDefault ? ' (the default: --allowed-loss sets another)' : ''}`

export function checkLosses(
  scorers: readonly ScorerRecord[],
  { allowedLoss }: NonNullable<Gates['failIfWorse']>,
  comparisons: readonly ScoreComparison[],
): GateOutcome[] {
  return scorers.flatMap((scorer) => {
    const allowance = allowanceOf(scorer, allowedLoss)
    if (allowance === undefined) return []
    const comparison = comparisons.find(({ scorerId }) => scorerId === scorer.id)
    if (comparison === undefined)
      throw new TypeError(`checkGates: options.comparisons: there is none of ${scorer.id}`)
    return [checkLoss(comparison, allowance)]
  })
}

/**
 * Whether a scorer lost more than it may.
 *
 * Failed where the interval that decides the comparison lies wholly beyond the allowed loss: of all scorers together,
 * one that lost no more than is allowed fails with a probability of at most 1 − level. Passed where no item changed, and
 * where the one-sided bound of the difference at 80 %, Student's, is within the allowed loss: a scorer that lost more
 * passes with a probability of at most 0.2, however few items there are, and one that is likely better passes. Else it
 * cannot be told.
 */
export function checkLoss(comparison: ScoreComparison, allowance: Allowance): GateOutcome {
  const { scorerId, pairs, unpaired, difference, measure } = comparison
  const outcome = (result: GateResult, found: string): GateOutcome => ({
    gate: 'fail if worse',
    scorerId,
    result,
    sentence: `${scorerId} ${found}${unpaired > 0 ? `; ${unpaired} items have a score in one run only` : ''}.`,
    ...(measure === undefined ? {} : { measure }),
  })
  if (measure !== undefined) return outcome('cannot tell', ofJudges(measure))
  if (difference === undefined)
    return outcome('cannot tell', 'has no item that was scored in this run and in the baseline')
  if (comparison.rose + comparison.fell === 0 && unpaired === 0)
    return outcome('passed', `has the same score as the baseline on all ${pairs} items`)
  const found = `changed by ${formatSigned(difference)} over ${pairs} items`
  return comparison.sequential === undefined
    ? outcome(...heldAgainst(comparison, difference, allowance, found))
    : outcome(...heldSequentially(comparison, allowance, found))
}

const ofJudges = (measure: readonly MeasureDifference[]) =>
  `cannot be told: ${differencesText(measure)}, so that a difference need not be the agent's: rescore the baseline`

function heldAgainst(
  comparison: ScoreComparison,
  difference: number,
  allowance: Allowance,
  found: string,
): [GateResult, string] {
  const { loss } = allowance
  const { lowerIsBetter, standardError, clusters, note } = comparison
  const gain = lowerIsBetter ? -difference : difference
  const allowed = allowedText(allowance)
  if (isSurelyBeyond(comparison, gain, loss))
    return ['failed', `${found}, ${intervalOf(comparison)}; ${allowed}, and all of the interval is worse`]
  if (standardError === undefined)
    return ['cannot tell', `${found}, and how sure that is cannot be said (${withoutStop(note)}); ${allowed}`]
  const bound = gain - studentQuantile(confidence, clusters - 1) * standardError
  // A few losses that are all the same say nothing of how much others vary.
  const isKnown = standardError > 1e-12 || gain >= 0 || clusters >= fewestAlike
  if (isKnown && !isAbove(-loss, bound))
    return ['passed', `${found}; ${allowed}, and with 80 % confidence no more was lost`]
  const wanted = itemsToTell(comparison, loss)
  return [
    'cannot tell',
    `${found}; ${allowed}, and that more was lost can neither be shown nor ruled out${wanted}`,
  ]
}

/**
 * The interval is that of the step at which the comparison was decided not to be 0. Of losses that are allowed several
 * may be so at later steps, whose levels are lower: the bound for all comparisons at once has to be beyond it, too.
 */
function isSurelyBeyond(
  { interval, lowerIsBetter, standardError = 0, clusters, together }: ScoreComparison,
  gain: number,
  loss: number,
): boolean {
  if (interval === undefined) return false
  const best = lowerIsBetter ? -interval.low : interval.high
  if (!isAbove(-loss, best)) return false
  const { comparisons, level } = together ?? { comparisons: 1, level: interval.level }
  const quantile = studentQuantile(1 - (1 - level) / 2 / comparisons, clusters - 1)
  return loss === 0 || isAbove(-loss, gain + quantile * standardError)
}

/** What may stop at any time has no other bound than its interval, and its test is of no loss at all. */
function heldSequentially(
  { sequential, verdict, interval, lowerIsBetter, note }: ScoreComparison,
  { loss, isDefault }: Allowance,
  found: string,
): [GateResult, string] {
  const allowance = { loss: isDefault ? 0 : loss, isDefault: false }
  if (sequential?.decided !== undefined && allowance.loss === 0)
    return [verdict === 'worse' ? 'failed' : 'passed', `${found}; ${withoutStop(note)}`]
  if (interval === undefined)
    return ['cannot tell', `${found}, and how sure that is cannot be said (${withoutStop(note)})`]
  const [worst, best] = lowerIsBetter ? [-interval.high, -interval.low] : [interval.low, interval.high]
  const sure = `${found}, ${formatInterval(interval)}; ${allowedText(allowance)}`
  if (isAbove(-allowance.loss, best)) return ['failed', `${sure}, and all of the interval is worse`]
  if (!isAbove(-allowance.loss, worst)) return ['passed', `${sure}, and none of the interval is worse`]
  return ['cannot tell', `${sure}, and the interval lies on both sides of it`]
}

const intervalOf = ({ interval }: ScoreComparison) => (interval === undefined ? '' : formatInterval(interval))

const mostItems = 100_000

/** So many items that, varying as these do, a run without a difference passes in 4 of 5 cases. */
function itemsToTell({ pairs, standardError = 0 }: ScoreComparison, loss: number): string {
  if (loss === 0) return ''
  const wanted = Math.ceil(pairs * ((2 * 0.8416 * standardError) / loss) ** 2)
  return wanted > pairs && wanted <= mostItems ? `; about ${wanted} items like these would tell` : ''
}

const withoutStop = (note = 'no interval') => note.replace(/\.$/, '')
