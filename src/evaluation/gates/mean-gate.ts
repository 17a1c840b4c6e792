import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { formatNumber } from '../../shared/format-number.ts'
import { boundedInterval } from '../../statistics/bounded-interval.ts'
import { standardError } from '../../statistics/clusters.ts'
import { normalQuantile } from '../../statistics/distributions.ts'
import { leastThat } from '../../statistics/least-that.ts'
import { power } from '../../statistics/moves-interval.ts'
import type { Interval } from '../../statistics/resampling.ts'
import { collectScores } from '../comparison/collect-scores.ts'
import type { ScoreSummary } from '../comparison/score-summary.ts'
import { toSample } from '../comparison/summarise.ts'
import { isAbove } from './decide-by-interval.ts'
import { formatBeside, formatInterval } from './format-finding.ts'
import type { GateOutcome, GateResult } from './gate.ts'
import type { ReadGates } from './read-gates.ts'

/** Checks the mean of a scorer against its limit; a mean at the limit passes. */
export function checkMean(
  { scorer, limit }: ReadGates['means'][number],
  summaries: readonly ScoreSummary[],
  run: EvaluationRun,
): GateOutcome {
  const { id: scorerId, name, scale, lowerIsBetter } = scorer
  const summary = summaries.find((one) => one.scorerId === scorerId)
  const { mean, interval, items, lostShares } = summary ?? {}
  const outcome = (result: GateResult, title: string, sentence: string) =>
    ({ gate: 'mean', scorerId, result, title: `${name} ${title}`, sentence }) as const
  if (mean === undefined)
    return outcome(
      'cannot tell',
      'scored nothing',
      `${scorerId} scored nothing, so there is no mean to compare with ${formatNumber(limit)}.`,
    )
  if (scale === undefined && limit > 0 && limit <= 1 && mean > 1)
    return outcome(
      'cannot tell',
      'does not name its scale',
      `${scorerId} has a mean of ${formatNumber(mean)} on a scale that it does not name, but ${formatNumber(limit)} is a limit for scores from 0 to 1. Give the limit on the scale of its scores.`,
    )
  const side = isAbove(limit, mean) ? 'below' : isAbove(mean, limit) ? 'above' : 'at'
  const sure = interval ? `, ${formatInterval(interval)}` : ''
  const [briefly, lost] =
    lostShares === undefined
      ? ['', '']
      : [
          `, ${lostShares} ${lostShares === 1 ? 'answer' : 'answers'} by verdict`,
          ` For want of usable shares, ${lostShares} of its answers count by verdict.`,
        ]
  return outcome(
    side === (lowerIsBetter ? 'above' : 'below') ? 'failed' : 'passed',
    `${formatBeside(mean, limit)} is ${side} ${`${limit}`.replace('-', '−')}${briefly}`,
    `${scorerId} has a mean of ${formatBeside(mean, limit)} over ${items === 1 ? '1 item' : `${items} items`}${sure}, ${side} the limit of ${`${limit}`.replace('-', '−')}${chanceText(limit, mean, interval, scorer, run)}${lost}`,
  )
}

/** Says so if the limit lies within the interval of the mean: then chance may have decided. */
function chanceText(
  limit: number,
  mean: number,
  interval: Interval | undefined,
  scorer: ScorerRecord,
  run: EvaluationRun,
): string {
  if (interval === undefined || !isAbove(limit, interval.low) || !isAbove(interval.high, limit)) return '.'
  const more = mean === limit ? undefined : itemsToTell(limit, interval.level, scorer, run)
  const wanted =
    more === undefined
      ? ''
      : ` About ${formatNumber(more)} more items would settle it in 4 of 5 runs, if the mean stays the same.`
  return `; the interval includes the limit, so this may be chance.${wanted}`
}

/** More than anyone would make. */
const mostItems = 100_000

/**
 * Returns with how many more items like these the interval lies on one side of the limit in about four of five cases;
 * undefined for too many. Of the mean of all, only the new items' part varies.
 */
function itemsToTell(
  limit: number,
  level: number,
  { id, scale }: ScorerRecord,
  run: EvaluationRun,
): number | undefined {
  const { items } = collectScores(run, id)
  const sample = toSample(items)
  if (scale === undefined || sample.count < 2) return undefined
  const error = standardError(sample)
  const times = leastThat(1, 1 + mostItems / items.length, (at) => {
    const { low, high } = boundedInterval(sample, { low: 0, high: scale }, level, at)
    const room = (normalQuantile(power) * error * Math.sqrt(at - 1)) / at
    return !isAbove(limit, low - room) || !isAbove(high + room, limit)
  })
  return times === undefined ? undefined : Math.ceil((times - 1) * items.length - 1e-6)
}
