import type { ScoreSummary } from '../comparison/types.ts'
import { formatShare, isAbove } from './format.ts'
import type { GateOutcome } from './types.ts'

/** The share of answers that each scorer failed on, those without an answer counted in. */
export function checkFailures(maxFailed: number, summaries: readonly ScoreSummary[]): GateOutcome[] {
  return summaries.map(({ scorerId, scored, notScorable, failed }) => {
    const answers = scored + notScorable + failed
    const share = answers === 0 ? 0 : failed / answers
    const beyond = isAbove(share, maxFailed)
    return {
      gate: 'max failed',
      scorerId,
      result: answers === 0 ? 'cannot tell' : beyond ? 'failed' : 'passed',
      sentence:
        `${scorerId} failed on ${failed} of ${answers} answers (${formatShare(share)}), ` +
        `${beyond ? 'more than' : 'within'} the ${formatShare(maxFailed)} allowed.`,
    }
  })
}
