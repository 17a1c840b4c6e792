import type { PeopleComparison, PeopleSummary } from '../../run/people-estimates.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { formatNumber } from '../../shared/format-number.ts'
import type { PeopleEstimate } from '../../statistics/prediction-powered/people-estimate.ts'
import { fewestLabels } from '../../statistics/prediction-powered/too-few.ts'
import type { Interval } from '../../statistics/resampling.ts'
import { decideByInterval } from './decide-by-interval.ts'
import { decideLoss, findAllowance, type LossBounds } from './decide-loss.ts'
import { formatInterval, formatSigned, withoutStop } from './format-finding.ts'
import type { GateOutcome, GateResult } from './gate.ts'
import { lossTitle } from './loss-gate.ts'
import type { ReadGates } from './read-gates.ts'

/** Checks the mean that people would give against the limit, by its whole interval. */
export function checkMeanByPeople(
  { scorer: { id: scorerId, name, lowerIsBetter }, limit }: ReadGates['means'][number],
  summaries: readonly PeopleSummary[],
): GateOutcome {
  const places = { passed: 'within', failed: 'beyond', 'cannot tell': 'on both sides of' } as const
  const outcome = (result: GateResult, found: string, place = `${places[result]} its limit`) =>
    ({
      ...({ gate: 'mean', scorerId, result } as const),
      title: `by people, ${name} is ${place}`,
      sentence: `By people, ${scorerId} ${found}.`,
    }) as const
  const summary = summaries.find((one) => one.scorerId === scorerId)
  const known = requireInterval(summary?.people, summary)
  if ('reason' in known) return outcome('cannot tell', known.reason, 'not known')
  const { value, interval, note } = known
  const found = `would have a mean of ${formatNumber(value)}, ${formatInterval(interval)}, from ${summary?.labels} labels; the limit is ${formatNumber(limit)}`
  const gain = lowerIsBetter ? { low: -interval.high, high: -interval.low } : interval
  const noted = note === undefined ? '' : ` (${withoutStop(note)})`
  return outcome(...decideByInterval(found, gain, lowerIsBetter ? -limit : limit, noted))
}

/** Checks whether people would find that a scorer lost more than allowed, as `decideLoss` decides it. */
export function checkLossesByPeople(
  scorers: readonly ScorerRecord[],
  losses: ReadGates['losses'],
  comparisons: readonly PeopleComparison[] = [],
): GateOutcome[] {
  return scorers.flatMap((scorer) => {
    const { id: scorerId } = scorer
    const allowance = findAllowance(scorer, losses)
    if (allowance === undefined) return []
    const outcome = (result: GateResult, found: string) =>
      ({
        gate: 'fail if worse',
        scorerId,
        result,
        title: `by people, ${lossTitle(scorer, result, allowance.loss)}`,
        sentence: `By people, ${scorerId} ${found}.`,
      }) as const
    const comparison = comparisons.find((one) => one.scorerId === scorerId)
    const known = requireInterval(comparison?.people, comparison)
    if ('reason' in known || comparison === undefined)
      return [outcome('cannot tell', 'reason' in known ? known.reason : 'inconclusive')]
    const { value, interval, note } = known
    const [result, found] = decideLoss(
      chooseBounds(interval, comparison),
      allowance,
      `changed by ${formatSigned(value)}`,
    )
    return [outcome(result, note === undefined ? found : `${found} (${withoutStop(note)})`)]
  })
}

function chooseBounds(
  interval: Interval,
  { together, verdict, lowerIsBetter }: PeopleComparison,
): LossBounds {
  const most = (of = interval) => (lowerIsBetter ? -of.low : of.high)
  const least = (of: Interval) => (lowerIsBetter ? -of.high : of.low)
  return {
    interval,
    together,
    isWorse: verdict === 'worse',
    wanted: '',
    best: most(),
    likelyBest: most(together?.likely),
    ...(together?.sure && { sureOf: least(together.sure) }),
  }
}

/** Returns an estimate that can decide something, or the reason why there is none. */
function requireInterval(
  estimate: PeopleEstimate | undefined,
  of: Pick<PeopleSummary, 'selfSelected' | 'population'> | undefined,
):
  | { readonly reason: string }
  | {
      readonly value: number
      readonly interval: Interval
      readonly note?: string
    } {
  if (estimate === undefined || of === undefined)
    return { reason: `is inconclusive: it has no labels, and at least ${fewestLabels} are needed` }
  if (of.selfSelected)
    return { reason: 'is inconclusive: people chose what to label, and no interval can correct for that' }
  // A gate is about the agent in general, and next time it will give other answers.
  if (of.population === 'items')
    return { reason: "is inconclusive: the interval is about these answers alone (population: 'items')" }
  if ('undefinedBecause' in estimate)
    return { reason: `is inconclusive: ${withoutStop(estimate.undefinedBecause)}` }
  const { value, interval, note } = estimate
  return interval === undefined
    ? { reason: `is inconclusive: ${withoutStop(note ?? 'there is no interval')}` }
    : { value, interval, note }
}
