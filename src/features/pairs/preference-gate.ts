import { isAbove } from '../../evaluation/gates/decide-by-interval.ts'
import { confidence, fewestToDecide } from '../../evaluation/gates/decide-loss.ts'
import { withoutStop } from '../../evaluation/gates/format-finding.ts'
import type { GateOutcome, GateResult } from '../../evaluation/gates/gate.ts'
import { formatShare, intervalTitle, rangeText } from '../../report/format-numbers.ts'
import type { PeopleSummary } from '../../run/people-estimates.ts'
import { normalQuantile, studentQuantile } from '../../statistics/distributions.ts'
import type { PreferenceComparison } from './compare-pairs.ts'
import { dependsOnOrder } from './judge-biases.ts'

/** A win rate this far below one half passes, unless the preference is shown. */
const usualLoss = 0.05

/**
 * Checks whether the baseline is preferred. Fails if that is shown; inconclusive if too few pairs were scored to show
 * it, if the judge's verdicts depend on the order more than on the answers and show no preference, or if a win rate below 0.45 is likely (80 %)
 * but not shown; otherwise passes.
 */
export function checkPreference(comparison: PreferenceComparison, name: string): GateOutcome {
  const { winRate, interval, standardError = 0, items, clusters, verdict, turning, note = '' } = comparison
  const outcome = (result: GateResult, found: string): GateOutcome => ({
    ...({ gate: 'fail if worse', result } as const),
    title: titles[result](name),
    sentence: `${name} ${found}.`,
  })
  if (winRate === undefined) return outcome('cannot tell', 'has no pair that was scored')
  const found = `has a win rate of ${formatShare(winRate)}${interval === undefined ? '' : `, ${intervalTitle([comparison])} ${rangeText(interval, formatShare)}`}`
  if (verdict === 'baseline') return outcome('failed', `${found}: the baseline is preferred`)
  // It is shown in spite of the order, which every pair was judged in twice.
  if (verdict !== 'candidate' && dependsOnOrder(turning))
    return outcome(
      'cannot tell',
      `${found}, but the judge changed its mind with the order in ${formatShare(turning.turned / turning.asked)} of the pairs it judged: above 50 %, no better than a coin, its verdicts cannot show a preference`,
    )
  if (clusters < fewestToDecide)
    return outcome(
      'cannot tell',
      `${found}, and so few ${clusters < items ? 'groups' : 'items'} cannot show it: at least ${fewestToDecide} are needed`,
    )
  if (interval === undefined && !isAlike(winRate))
    return outcome('cannot tell', `${found}, but it is unknown how certain that is (${withoutStop(note)})`)
  const likelyBest = winRate + studentQuantile(confidence, clusters - 1) * standardError
  if (isAbove(0.5 - usualLoss, likelyBest))
    return outcome('cannot tell', `${found}: the baseline is probably preferred, but that is not shown`)
  return outcome('passed', `${found}: no preference for the baseline is shown`)
}

/**
 * Checks whether people prefer the baseline, by their win rate over all pairs: as `checkPreference`, of which only the
 * interval is another.
 *
 * @returns Undefined if the labels allow no interval: the judge decides then.
 */
export function checkPreferenceByPeople(
  { people, labels }: PeopleSummary,
  name: string,
): GateOutcome | undefined {
  if (!('interval' in people) || people.interval === undefined) return undefined
  const { value, interval } = people
  const { low, high, level } = interval
  const error = (high - low) / (2 * normalQuantile((1 + level) / 2))
  const isLikely = isAbove(0.5 - usualLoss, value + normalQuantile(confidence) * error)
  const result = isAbove(0.5, high) ? 'failed' : isLikely ? 'cannot tell' : 'passed'
  const found = `By people, ${name} has a win rate of ${formatShare(value)}, ${intervalTitle([{ interval }])} ${rangeText(interval, formatShare)}, from ${labels} labels`
  const decided = {
    failed: 'the baseline is preferred',
    'cannot tell': 'the baseline is probably preferred, but that is not shown',
    passed: 'no preference for the baseline is shown',
  }
  return {
    gate: 'fail if worse',
    result,
    title: `by people, ${titles[result](name)}`,
    sentence: `${found}: ${decided[result]}.`,
  }
}

const titles = {
  passed: (name: string) => `the baseline is not preferred to ${name}`,
  failed: (name: string) => `the baseline is preferred to ${name}`,
  'cannot tell': (name: string) => `whether the baseline is preferred to ${name}`,
}

const isAlike = (winRate: number) => !isAbove(winRate, 0.5) && !isAbove(0.5, winRate)
