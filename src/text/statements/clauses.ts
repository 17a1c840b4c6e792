import type { Span } from './sentences.ts'

/** The minimum length of a sentence to split into clauses, in UTF-16 code units. */
const longSentence = 300
/** The minimum number of words in a clause. */
const leastWords = 4

const connector = /[;–—]\s|\s-\s|,?\s(?=(?:and|but|so)\s)/giu

/** Forms of verbs that almost every clause has, and subjects that a verb follows. */
const verb =
  /(?<![\p{L}'’])(?:am|is|are|was|were|be|been|being|have|has|had|do|does|did|will|would|can|cannot|could|should|shall|may|might|must|got|gets?|goes?|went|gone|comes?|came|makes?|made|takes?|took|gives?|gave|needs?|wants?|says?|said|knows?|knew|thinks?|thought|finds?|found|buys?|bought|keeps?|kept|puts?|sent|sends?|runs?|ran|felt|feels?|told|lets?|\p{L}+n['’]?t|\p{L}{3,}ed)(?![\p{L}])|(?<![\p{L}])(?:i|you|he|she|we|they|it|there)(?:['’]\p{L}+|\s+\p{L}+)/iu

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu)?.length ?? 0

/**
 * Splits a sentence of 300 characters or more, as people type it without full stops, into clauses: before "and", "but"
 * and "so" and at semicolons and dashes, if both sides have a verb. Other sentences stay whole, and nothing is left
 * out.
 */
export function splitIntoClauses(text: string, { start, end }: Span): Span[] {
  if (end - start < longSentence) return [{ start, end }]
  const clauses: Span[] = []
  let open: Span | undefined
  let isClause = false
  for (const part of splitAtConnectors(text, { start, end })) {
    const words = text.slice(part.start, part.end)
    const says = wordsIn(words) >= leastWords && verb.test(words)
    if (open === undefined) open = { ...part }
    else if (isClause && says) {
      clauses.push(open)
      open = { ...part }
      isClause = false
    } else open.end = part.end
    isClause ||= says
  }
  return open === undefined ? clauses : [...clauses, open]
}

/** Yields the parts between the connectors of a sentence, without the blanks around them. */
function* splitAtConnectors(text: string, { start, end }: Span): Generator<Span> {
  let begin = start
  const part = (to: number): Span => {
    const words = text.slice(begin, to)
    const from = begin + words.length - words.trimStart().length
    return { start: from, end: from + words.trim().length }
  }
  for (const { index, 0: mark } of text.slice(start, end).matchAll(connector)) {
    const next = start + index + mark.length
    const found = part(next)
    if (found.end > found.start) yield found
    begin = next
  }
  const last = part(end)
  if (last.end > last.start) yield last
}
