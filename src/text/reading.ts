import { denialsIn, isEmpty, isSameSpelling, writtenOut } from './informal.ts'
import { withoutLayout } from './layout.ts'
import { contentWords, stem, words } from './words.ts'

/** Words by their stems. */
export type Words = ReadonlyMap<string, string>

/** What a sentence says, for comparing it with another. */
export interface Reading {
  /** Its content words by their stems, or all its words where it has no others. */
  readonly stems: Words
  /** How often it denies. */
  readonly denials: number
}

/** A unit may fold words in ways that stems do not catch ("went", "gone"), so a fifth of them may differ. */
export const minimumKnownShare = 0.8

/** "1,000" and "1000", "3.50" and "3.5" are one number. */
const joinNumbers = (text: string) => text.replace(/(?<=\d)[,\u00a0\u202f'’](?=\d{3}(?!\d))/g, '')
const foldNumber = (word: string) => (/^\d+(?:\.\d+)?$/.test(word) ? String(Number(word)) : word)
const byStem = (words: readonly string[]): Words =>
  new Map(words.map((word) => [stem(foldNumber(word)), word]))

export function read(text: string): Reading {
  const joined = writtenOut(joinNumbers(withoutLayout(text)))
  const all = words(joined)
  const content = contentWords(joined).filter((word) => !isEmpty(word))
  return { stems: byStem(content.length > 0 ? content : all), denials: denialsIn(all) }
}

/** All words of a text as it stands. */
export const allWords = (text: string): Words => byStem(words(writtenOut(joinNumbers(text))))

export const isNumber = (word: string) => /\p{N}/u.test(word)

export function shareIn(stems: Words, others: Words): number {
  let count = 0
  for (const stem of stems.keys()) if (others.has(stem)) count += 1
  return stems.size === 0 ? 1 : count / stems.size
}

/** Whether the unit turns its sentence round: a "not" that is not there, or one left out of the whole of it. */
export function inverts(unit: Reading, sentence: Reading): boolean {
  if (unit.denials > 0 === sentence.denials > 0) return false
  return unit.denials > 0 || shareIn(sentence.stems, unit.stems) >= minimumKnownShare
}

/** Whether units say all that their sentence says: each content word, if with a letter mended, and each denial. */
export function covers(units: readonly Reading[], sentence: Reading): boolean {
  const denials = units.reduce((sum, unit) => sum + unit.denials, 0)
  if (denials < sentence.denials) return false
  const said = new Map(units.flatMap(({ stems }) => [...stems]))
  return [...sentence.stems].every(
    ([stem, word]) =>
      said.has(stem) ||
      [...said].some(([other, mended]) => !sentence.stems.has(other) && isSameSpelling(word, mended)),
  )
}

/** A stem as the text has it, where it has its word with a letter more, less or other. */
export function speller(vocabulary: Words): (stem: string, word: string) => string {
  const byStart = Map.groupBy(vocabulary, ([, word]) => word.slice(0, 1))
  const spelt = new Map<string, string>()
  return (stem, word) => {
    const known = spelt.get(word)
    if (known !== undefined) return known
    const [own] = vocabulary.has(stem)
      ? [stem]
      : ((byStart.get(word.slice(0, 1)) ?? []).find(([, other]) => isSameSpelling(word, other)) ?? [stem])
    spelt.set(word, own)
    return own
  }
}
