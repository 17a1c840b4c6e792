import { isAbove } from '../../evaluation/gates/decide-by-interval.ts'
import { confidence } from '../../evaluation/gates/decide-loss.ts'
import { withoutStop } from '../../evaluation/gates/format-finding.ts'
import type { GateOutcome, GateResult } from '../../evaluation/gates/gate.ts'
import { formatShare, intervalTitle, rangeText } from '../../report/format-numbers.ts'
import { studentQuantile } from '../../statistics/distributions.ts'
import type { PreferenceComparison } from './compare-pairs.ts'
import { dependsOnOrder } from './judge-biases.ts'

const fewestClusters = 6

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
    title: {
      passed: `the baseline is not preferred to ${name}`,
      failed: `the baseline is preferred to ${name}`,
      'cannot tell': `whether the baseline is preferred to ${name}`,
    }[result],
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
  if (clusters < fewestClusters)
    return outcome(
      'cannot tell',
      `${found}, and so few ${clusters < items ? 'groups' : 'items'} cannot show it: at least ${fewestClusters} are needed`,
    )
  if (interval === undefined && !isAlike(winRate))
    return outcome('cannot tell', `${found}, but it is unknown how certain that is (${withoutStop(note)})`)
  const likelyBest = winRate + studentQuantile(confidence, clusters - 1) * standardError
  if (isAbove(0.5 - usualLoss, likelyBest))
    return outcome('cannot tell', `${found}: the baseline is probably preferred, but that is not shown`)
  return outcome('passed', `${found}: no preference for the baseline is shown`)
}

const isAlike = (winRate: number) => !isAbove(winRate, 0.5) && !isAbove(0.5, winRate)
