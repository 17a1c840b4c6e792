import type { EvaluationRun } from '../record.ts'
import { formatShare, isAbove } from './format.ts'
import type { GateOutcome } from './types.ts'

/**
 * The share of expectations that were not met. Where items expect something the gate is there, whether or not it was
 * asked for.
 *
 * @param maxUnmet Default 0.
 */
export function checkExpectations({ items }: EvaluationRun, maxUnmet: number | undefined): GateOutcome[] {
  const all = items.flatMap(({ expectations = [] }) => expectations)
  if (all.length === 0 && maxUnmet === undefined) return []
  const unmet = all.filter(({ met }) => !met).length
  const allowed = maxUnmet ?? 0
  const share = all.length === 0 ? 0 : unmet / all.length
  const beyond = isAbove(share, allowed)
  return [
    {
      gate: 'max unmet',
      result: all.length === 0 ? 'cannot tell' : beyond ? 'failed' : 'passed',
      sentence:
        all.length === 0
          ? `No item has an expectation, so this gate cannot tell.`
          : `${unmet} of ${all.length} expectations were not met (${formatShare(share)}), ${beyond ? 'more than' : 'within'} the ${formatShare(allowed)} allowed.`,
    },
  ]
}
