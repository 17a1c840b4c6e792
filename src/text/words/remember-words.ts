/** V8 keeps the whole text of a longer substring in memory. */
const longest = 12
const most = 10_000

/** Returns a pure function of words that remembers its results for short words, because texts repeat them. */
export function rememberWords<Result extends {}>(
  compute: (word: string) => Result,
): (word: string) => Result {
  const known = new Map<string, Result>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const result = compute(word)
    if (word.length > longest) return result
    if (known.size >= most) known.clear()
    known.set(word, result)
    return result
  }
}
