import { clear, type FoundEvidence } from './evidence.ts'
import type { Comparison } from './features.ts'

const mostNamed = 3

/**
 * Why a claim was judged as it was: the id of the piece that the verdict rests on, or 'none', and a phrase made
 * of what was measured.
 */
export function supportReason(isYes: boolean, { sentences }: FoundEvidence, compared: Comparison): string {
  const { features, missingNumbers, missingNames } = compared
  const [best] = sentences
  if (best === undefined) return 'none: no piece has any of its words'
  if (features.coverage < clear && !isYes) return 'none: no piece has more than a few of its words'
  const missing = [...missingNumbers, ...missingNames].slice(0, mostNamed)
  const differences = [
    ...(missing.length > 0 ? [`not ${missing.map((word) => `"${word}"`).join(', ')}`] : []),
    ...(features.negationAdded === 1 ? ['does not deny it'] : []),
    ...(features.negationDropped === 1 ? ['denies something'] : []),
    ...(features.opposite === 1 ? ['says the opposite of one of them'] : []),
  ]
  const pieces = [...new Set(sentences.map(({ piece }) => piece))]
  const others = pieces.length > 1 ? `with ${pieces.slice(1).join(' and ')} ` : ''
  const amount = features.coverage > 0.8 ? 'nearly all' : 'a part'
  return `${best.piece}: ${[`${others}has ${amount} of its words`, ...differences].join(', but ')}`
}
