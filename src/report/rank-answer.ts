import { type Checked, rankFault } from './answer-faults.ts'
import type { PageScorer } from './html/client/types.ts'

/** So small that only answers with the same worst score are ranked by their means. */
const tieBreak = 1e-6

/**
 * Ranks an answer by all that is known of it: the lower, the worse. {@link rankFault} comes first, next the worst score
 * as a share of the scale, 0 (bad) to 1 (good), and of equal ones the mean: −4 to −3 without an answer, −2 to −1 with
 * an unmet expectation, otherwise 0 to 1. Undefined if nothing is known, as for scorers without a scale.
 */
export function rankAnswer(
  { scores, ...checked }: Checked & { readonly scores: readonly (number | undefined)[] },
  scorers: readonly Pick<PageScorer, 'scale' | 'lowerIsBetter'>[],
): number | undefined {
  const shares = scorers.flatMap(({ scale, lowerIsBetter }, index) => {
    const { [index]: score } = scores
    if (score === undefined || scale === undefined) return []
    return lowerIsBetter ? 1 - score / scale : score / scale
  })
  const fault = rankFault(checked)
  if (fault === undefined && shares.length === 0) return undefined
  const worst = Math.min(1, ...shares)
  const mean = shares.reduce((sum, share) => sum + share / shares.length, shares.length === 0 ? 1 : 0)
  return (fault ?? 0) * 2 + worst + (mean - worst) * tieBreak
}

/** Returns how much was lost of the scale, negative for a gain; 0 if the scale is unknown, to rank after all others. */
export const lostShare = (
  difference: number,
  { scale, lowerIsBetter }: Pick<PageScorer, 'scale' | 'lowerIsBetter'>,
): number => (scale === undefined ? 0 : (lowerIsBetter ? difference : -difference) / scale)
