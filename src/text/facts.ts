const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, month, 1)),
  ),
)
const days = Array.from({ length: 7 }, (_, day) =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 0, 5 + day)),
  ),
)

const findWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}@._:/#,'’-]*/gu) ?? []
const bare = (word: string) => word.replace(/(?<=[\p{L}\p{N}@])[^\p{L}\p{N}@]+$/u, '').replace(/['’]s$/u, '')
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Joins the runs of letters and of digits without separators, and notes where each begins or ends. */
function joined(text: string): { readonly all: string; readonly edges: ReadonlySet<number> } {
  const runs = (text.match(/\p{L}+|\p{N}+/gu) ?? []).map(letters)
  const edges = new Set([0])
  let length = 0
  for (const { length: more } of runs) {
    length += more
    edges.add(length)
  }
  return { all: runs.join(''), edges }
}

/** Returns whether the whole word occurs, with any separators: AB 1042 for AB-1042, not for AB-104. */
function standsIn({ all, edges }: ReturnType<typeof joined>, word: string): boolean {
  for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + 1))
    if (edges.has(at) && edges.has(at + word.length)) return true
  return false
}

/** Returns '1,042' and '3rd' as numbers; undefined for anything more or less than a number. */
function numberIn(word: string): number | undefined {
  const digits = /^(\d[\d,]*(?:\.\d+)?)(?:st|nd|rd|th)?$/i.exec(word)?.[1]
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

/**
 * Returns words of a text that look like facts and are not in another: numbers in digits, identifiers, URLs, dates, and
 * names, which are words with a capital letter inside a sentence. Numbers are the same with any digit grouping, and a
 * date in digits in the other text covers the name of its month.
 *
 * @returns Each as written in the text, once, in order.
 */
export function factsBeyond(text: string, known: string): string[] {
  const knownWords = new Set(
    findWords(known).flatMap((word) => [letters(bare(word)), ...word.split(/[^\p{L}\p{N}]+/u).map(letters)]),
  )
  const knownNumbers = new Set(
    (known.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((one) => Number(one.replaceAll(',', ''))),
  )
  for (const [, month] of known.matchAll(/\d{4}-(\d{2})-(\d{2})/g))
    knownWords.add(letters(months[Number(month) - 1] ?? ''))
  for (const [one] of known.matchAll(/\d+/g)) knownNumbers.add(Number(one))
  const knownRuns = joined(known)
  const isKnown = (word: string) => {
    const number = numberIn(word)
    if (number !== undefined) return knownNumbers.has(number)
    return /[\p{N}@]/u.test(word) ? standsIn(knownRuns, letters(word)) : knownWords.has(letters(word))
  }
  const facts = text.split(/\n|(?<=[.!?:]["”’)]{0,3})\s/u).flatMap((sentence) =>
    findWords(sentence)
      .map(bare)
      .filter((word, index) => {
        if (/[\p{N}@]/u.test(word)) return true
        if (months.includes(word) || days.includes(word)) return true
        return index > 0 && /^\p{Lu}\p{Ll}/u.test(word) && !/^I['’]/u.test(word)
      }),
  )
  return [...new Set(facts)].filter((word) => !isKnown(word))
}
