import type { ScoreSummary } from '../comparison/types.ts'
import { formatBeside, formatInterval, formatScore, isAbove } from './format.ts'
import type { GateOutcome } from './types.ts'

/** The mean of each scorer against the limit it has: at the limit it passes. */
export function checkMeans(
  gate: 'fail under' | 'fail over',
  limits: Readonly<Record<string, number>>,
  summaries: readonly ScoreSummary[],
): GateOutcome[] {
  return Object.entries(limits).map(([scorerId, limit]) => {
    const { mean, interval, items } = summaries.find((summary) => summary.scorerId === scorerId) ?? {}
    if (mean === undefined)
      return {
        gate,
        scorerId,
        result: 'cannot tell',
        sentence: `${scorerId} scored nothing, so that there is no mean to hold against ${formatScore(limit)}.`,
      }
    const side = isAbove(limit, mean) ? 'below' : isAbove(mean, limit) ? 'above' : 'at'
    const beyond = side === (gate === 'fail under' ? 'below' : 'above')
    const sure = interval ? `, ${formatInterval(interval)}` : ''
    return {
      gate,
      scorerId,
      result: beyond ? 'failed' : 'passed',
      sentence: `${scorerId} has a mean of ${formatBeside(mean, limit)} over ${items} items${sure}, ${side} the limit of ${formatScore(limit)}.`,
    }
  })
}
