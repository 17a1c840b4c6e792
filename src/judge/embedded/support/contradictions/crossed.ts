import type { Token } from './tokens.ts'

/** The most words that a sentence has in place of one of the claim's. */
const mostInstead = 2

/**
 * Returns a word that the claim takes from another sentence, which says it of something else: "The red jacket is warm.
 * The blue jacket is light." does not say that the red jacket is light. So each sentence has all of the claim's words
 * but one, which the other sentence has, and a word or two in its place.
 */
export function findCrossed(
  claim: readonly Token[],
  nearest: readonly Token[],
  others: readonly (readonly Token[])[],
): string | undefined {
  const lack = lackOf(claim, nearest)
  if (lack === undefined) return undefined
  const isCrossed = others.some((other) => {
    const otherLack = lackOf(claim, other)
    return otherLack !== undefined && otherLack.sense !== lack.sense
  })
  return isCrossed ? lack.word : undefined
}

/** Returns the only word of the claim that the sentence lacks, if it has others in its place. */
function lackOf(claim: readonly Token[], sentence: readonly Token[]): Token | undefined {
  const [lack, another] = wordsOnlyIn(claim, sentence)
  const instead = wordsOnlyIn(sentence, claim).length
  return another === undefined && instead > 0 && instead <= mostInstead ? lack : undefined
}

const wordsOnlyIn = (tokens: readonly Token[], others: readonly Token[]) =>
  tokens.filter(({ sense }) => sense !== undefined && !others.some((other) => other.sense === sense))
