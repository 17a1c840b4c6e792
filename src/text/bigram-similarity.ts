/** Counts each pair of neighbouring characters, without white space. */
function countBigrams(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (let start = 0; start < text.length - 1; start += 1) {
    const bigram = text.slice(start, start + 2)
    counts.set(bigram, (counts.get(bigram) ?? 0) + 1)
  }
  return counts
}

/**
 * Returns the Sørensen–Dice coefficient of two texts over their bigrams: 2 · shared ∕ all of both.
 *
 * @returns 0 to 1; 1 for equal texts, 0 if one of two different texts has fewer than two characters.
 */
export function bigramSimilarity(one: string, other: string): number {
  const first = one.replace(/\s+/g, '')
  const second = other.replace(/\s+/g, '')
  if (first === second) return 1
  if (first.length < 2 || second.length < 2) return 0
  const counts = countBigrams(first)
  let shared = 0
  for (const [bigram, count] of countBigrams(second)) shared += Math.min(count, counts.get(bigram) ?? 0)
  return (2 * shared) / (first.length + second.length - 2)
}
