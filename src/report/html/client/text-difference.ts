import { diffArrays } from 'diff'

/** A part of a text, in UTF-16 code units, that the other text does not have. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Words added and removed; beyond it the work grows with its square, and the texts are others altogether. */
const mostEdits = 2000

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const splitIntoTokens = (text: string) => Array.from(words.segment(text), ({ segment }) => segment)
const hasWord = /[\p{L}\p{N}]/u

/**
 * Finds the words that two texts do not have in common. Spaces and points between two changed words are changed
 * with them.
 *
 * @returns Undefined if the texts have too little in common.
 */
export function textDifference(before: string, after: string) {
  const changes = diffArrays(splitIntoTokens(before), splitIntoTokens(after), { maxEditLength: mostEdits })
  if (changes === undefined) return undefined
  const ranges = { before: new Ranges(), after: new Ranges() }
  changes.forEach(({ value, added, removed }, index) => {
    const text = value.join('')
    const isBetween = index > 0 && index < changes.length - 1 && !hasWord.test(text)
    const isChanged = added || removed || isBetween
    if (!added) ranges.before.add(text.length, isChanged)
    if (!removed) ranges.after.add(text.length, isChanged)
  })
  return { before: ranges.before.all, after: ranges.after.all }
}

/** Ranges of one text, those that touch each other as one. */
class Ranges {
  readonly all: Range[] = []
  #position = 0

  add(length: number, isChanged: boolean): void {
    const start = this.#position
    this.#position += length
    if (!isChanged) return
    const last = this.all.at(-1)
    const joins = last?.end === start
    if (joins) this.all.pop()
    this.all.push({ start: joins ? last.start : start, end: this.#position })
  }
}

export function cutText(
  text: string,
  start: number,
  ranges: readonly Range[],
): { readonly text: string; readonly isChanged: boolean }[] {
  const pieces: { text: string; isChanged: boolean }[] = []
  let position = 0
  const take = (end: number, isChanged: boolean) => {
    if (end <= position) return
    pieces.push({ text: text.slice(position, end), isChanged })
    position = end
  }
  for (const range of ranges) {
    take(Math.min(range.start - start, text.length), false)
    take(Math.min(range.end - start, text.length), true)
  }
  take(text.length, false)
  return pieces
}
