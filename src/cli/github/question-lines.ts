import { readLines } from '../../evaluation/lines.ts'

/** A question that is looked for. */
export interface Sought {
  readonly itemId: string
  readonly question: string
  /** The line on which its row begins, from 1. Default: the question stands anywhere. */
  readonly from?: number
}

/** So much of a question tells it from the others, and stands on one line even where a file breaks long ones. */
const told = 60

/**
 * The lines of a file on which questions stand, as they are or as JSON or code writes them, by item; where a question
 * is not found behind the line of its row, that line; of others none.
 */
export async function questionLines(file: string, sought: readonly Sought[]): Promise<Map<string, number>> {
  const places = new Map(sought.flatMap(({ itemId, from }) => (from === undefined ? [] : [[itemId, from]])))
  const open = new Set(sought.map((one) => ({ ...one, words: wordsOf(one.question) })))
  for await (const { text, number } of readLines(file)) {
    for (const one of open) {
      if (number < (one.from ?? 1) || !one.words.some((words) => text.includes(words))) continue
      places.set(one.itemId, number)
      open.delete(one)
    }
    if (open.size === 0) break
  }
  return places
}

function wordsOf(question: string): string[] {
  const [line = ''] = question.trimStart().split(/[\r\n]/)
  const words = line.slice(0, told).trimEnd()
  if (words === '') return []
  const inQuotes = JSON.stringify(words).slice(1, -1)
  return [words, inQuotes, words.replaceAll("'", String.raw`\'`), words.replaceAll('"', '""')]
}
