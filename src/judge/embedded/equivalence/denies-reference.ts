/** Words after which a name or a number is denied, with what may stand in between: "is not in Paris", "instead of 30". */
const denials =
  /(?:\bnot|n['’]t|\bnever|\bno longer|\b(?:rather|other) than|\binstead of)(?: (?:an?|the|in|at|on|by|to|from|for|after|before)){0,2}$/i
const longestBefore = 60

/**
 * Returns whether an answer has the words of a reference, and a denial right before each of their occurrences: "not
 * Paris but London" for Paris.
 */
export function deniesReference(answer: string, reference: string): boolean {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const text = plain(answer)
  const named = plain(reference).replace(/[.!?]$/, '')
  if (named === '') return false
  const parts = text.split(named)
  const before = parts
    .slice(0, -1)
    .filter((_, index) => !/^[\p{L}\p{N}]/u.test(parts[index + 1] ?? ''))
    .map((part) => part.slice(-longestBefore))
  return before.length > 0 && before.every((part) => denials.test(part.trimEnd()) && part.endsWith(' '))
}
