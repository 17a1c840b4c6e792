import { contentWords, stem } from '../../text/words/words.ts'

/** Question words and the verbs that come with them: they ask, and name nothing. */
const askingWords = new Set(
  'when why whom whose does doing done did can could will would shall should may might must please'.split(
    ' ',
  ),
)

export function stemWords(text: string): string[] {
  return contentWords(text)
    .filter((word) => !askingWords.has(word))
    .map(stem)
}

/** Returns 1 for the same stem, less for a long common prefix ("Austria", "Austrian"), else 0. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1
  const longest = Math.max(a.length, b.length)
  let common = 0
  while (common < longest && a[common] === b[common]) common += 1
  return common >= 4 && common >= 0.6 * longest ? (0.9 * common) / longest : 0
}

/** Returns how much of `stem` is among the others, 0 to 1. */
function presence(stem: string, others: ReadonlySet<string>): number {
  if (others.has(stem)) return 1
  let best = 0
  for (const other of others) best = Math.max(best, likeness(stem, other))
  return best
}

/** Returns 1 to 8 by the stem's length: longer words are rarer and say more (Zipf's law of abbreviation). */
export function weighStem(stem: string): number {
  return Math.min(8, Math.max(1, stem.length - 2))
}

/** Returns the share of the stems, by weight, that is among the others, 0 to 1; 0 if there are no stems. */
export function coverage(stems: readonly string[], others: readonly string[]): number {
  const present = new Set(others)
  let covered = 0
  let total = 0
  for (const stem of new Set(stems)) {
    covered += weighStem(stem) * presence(stem, present)
    total += weighStem(stem)
  }
  return total === 0 ? 0 : covered / total
}

/** Returns how many of the stems are among the others; likeness counts in part. */
export function sharedCount(stems: readonly string[], others: readonly string[]): number {
  const present = new Set(others)
  return [...new Set(stems)].reduce((sum, stem) => sum + presence(stem, present), 0)
}
