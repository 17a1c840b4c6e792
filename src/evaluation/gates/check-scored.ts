import type { ScoreSummary } from '../comparison/types.ts'
import { formatShare, isAbove } from './format.ts'
import type { GateOutcome } from './types.ts'

/** A mean over fewer than half of the answers says little about all of them. */
const usualShare = 0.5

/**
 * The share of answers that each scorer scored. What is not scorable and what failed both leave the mean: of a run
 * that is mostly those, a good mean tells nothing.
 *
 * @param minScored Without it, there are outcomes only for scorers that scored fewer than half.
 */
export function checkScored(
  minScored: number | undefined,
  summaries: readonly ScoreSummary[],
): GateOutcome[] {
  const least = minScored ?? usualShare
  const outcomes = summaries.map(({ scorerId, scored, notScorable, failed }): GateOutcome => {
    const answers = scored + notScorable + failed
    const share = answers === 0 ? 0 : scored / answers
    const isEnough = scored > 0 && !isAbove(least, share)
    const others = [
      ...(notScorable > 0 ? [`${notScorable} not scorable`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ]
    const rest = others.length > 0 ? `; ${others.join(', ')}` : ''
    return {
      gate: 'min scored',
      scorerId,
      result: isEnough ? 'passed' : 'cannot tell',
      sentence:
        scored === 0
          ? `${scorerId} scored none of ${answers} answers${rest}.`
          : `${scorerId} scored ${scored} of ${answers} answers (${formatShare(share)}), ` +
            `${isEnough ? 'no less' : 'less'} than the ${formatShare(least)} asked for${rest}.`,
    }
  })
  return minScored === undefined ? outcomes.filter(({ result }) => result !== 'passed') : outcomes
}
