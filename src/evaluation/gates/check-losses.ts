import type { ScoreComparison } from '../comparison/types.ts'
import { formatInterval, formatScore, isAbove } from './format.ts'
import type { GateOutcome, GateResult } from './types.ts'

/**
 * Whether a scorer lost more than it may. Failed where the whole interval of the difference is a larger loss than
 * allowed, passed where none of it is, else it cannot be told. Two runs with the same scores on the same items
 * pass: on this data there is no loss.
 */
export function checkLoss(comparison: ScoreComparison, allowedLoss: number): GateOutcome {
  const { scorerId, pairs, unpaired, difference, interval, lowerIsBetter, note } = comparison
  const outcome = (result: GateResult, found: string): GateOutcome => ({
    gate: 'fail if worse',
    scorerId,
    result,
    sentence: `${scorerId} ${found}${unpaired > 0 ? `; ${unpaired} items have a score in one run only` : ''}.`,
  })
  if (difference === undefined)
    return outcome('cannot tell', 'has no item that was scored in this run and in the baseline')
  if (comparison.rose === 0 && comparison.fell === 0 && unpaired === 0)
    return outcome('passed', `has the same score as the baseline on all ${pairs} items`)

  const found = `changed by ${signed(difference)} over ${pairs} items`
  if (!interval)
    return outcome('cannot tell', `${found}, and how sure that is cannot be said (${withoutStop(note)})`)
  const worst = lowerIsBetter ? -interval.high : interval.low
  const best = lowerIsBetter ? -interval.low : interval.high
  const against = `a loss of ${formatScore(allowedLoss)} is allowed`
  const sure = `${found}, ${formatInterval(interval)}; ${against}`
  if (isAbove(-allowedLoss, best)) return outcome('failed', `${sure}, and all of the interval is worse`)
  if (!isAbove(-allowedLoss, worst)) return outcome('passed', `${sure}, and none of the interval is worse`)
  return outcome('cannot tell', `${sure}, and the interval lies on both sides of it`)
}

function signed(difference: number): string {
  return `${difference > 0 ? '+' : ''}${formatScore(difference)}`
}

function withoutStop(note = 'no interval'): string {
  return note.replace(/\.$/, '')
}
