import { runAtOnce } from '../../shared/slices.ts'
import { dice } from './content-similarity.ts'

/** Yields each pair of neighbouring characters. */
function* bigrams(text: string): Generator<string> {
  for (let start = 0; start < text.length - 1; start += 1) yield text.slice(start, start + 2)
}

/**
 * Returns the Sørensen–Dice coefficient of two texts over their bigrams, without white space: 2 · shared ∕ all of both.
 *
 * @returns 0 to 1; 1 for equal texts, 0 if one of two different texts has fewer than two characters.
 */
export function bigramSimilarity(one: string, other: string): number {
  const first = one.replace(/\s+/g, '')
  const second = other.replace(/\s+/g, '')
  if (first === second) return 1
  if (first.length < 2 || second.length < 2) return 0
  return runAtOnce(dice(bigrams(first), bigrams(second)))
}
