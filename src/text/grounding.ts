import type { Statement } from './statements.ts'
import { contentWords, stem, words } from './words.ts'

export interface Grounding {
  /** Units that say nothing the source does not, each with the place in the source that it rests on. */
  readonly grounded: Statement[]
  /** Units with words or numbers of their own. */
  readonly invented: string[]
  /** Sentences of the source that no unit takes up. */
  readonly uncovered: Statement[]
}

/** A unit may fold words in ways that stems do not catch ("went", "gone"), so a fifth of them may differ. */
const minimumKnownShare = 0.8
/** More than a half: two sentences that share one of two words say two things. */
const minimumCoveredShare = 0.6

const stemsOf = (text: string) => new Set(contentWords(text).map(stem))
const isNumber = (word: string) => /\p{N}/u.test(word)

function shareIn(stems: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0
  for (const word of stems) if (others.has(word)) shared += 1
  return stems.size === 0 ? 1 : shared / stems.size
}

/**
 * Checks units that a model took from a text against that text: nothing invented, nothing left out.
 *
 * @param units What the model made of the text.
 * @param source The sentences of the text.
 * @param known Other text that units may take words from, such as the question that a pronoun refers to.
 */
export function groundUnits(units: readonly string[], source: readonly Statement[], known = ''): Grounding {
  const sourceStems = source.map((sentence) => stemsOf(sentence.text))
  const vocabulary = new Set(
    [...source.map(({ text }) => text), known].flatMap((text) => words(text).map(stem)),
  )
  const sentencesWith = new Map<string, number[]>()
  for (const [index, stems] of sourceStems.entries()) {
    for (const word of stems) {
      const sentences = sentencesWith.get(word)
      if (sentences === undefined) sentencesWith.set(word, [index])
      else sentences.push(index)
    }
  }

  const grounded: Statement[] = []
  const invented: string[] = []
  const takenUp = source.map(() => new Set<string>())
  for (const unit of units) {
    const stems = stemsOf(unit)
    const numbersKnown = [...stems].every((word) => !isNumber(word) || vocabulary.has(word))
    const overlaps = new Map<number, number>()
    for (const word of stems) {
      for (const index of sentencesWith.get(word) ?? []) overlaps.set(index, (overlaps.get(index) ?? 0) + 1)
    }
    const best = [...overlaps].reduce<[number, number]>((a, b) => (b[1] > a[1] ? b : a), [0, 0])[0]
    const place = source[best]
    if (place === undefined || !numbersKnown || shareIn(stems, vocabulary) < minimumKnownShare) {
      invented.push(unit)
      continue
    }
    grounded.push({ text: unit, start: place.start, end: place.end })
    for (const index of overlaps.keys()) for (const word of stems) takenUp[index]?.add(word)
  }
  const uncovered = source.filter((_, index) => {
    const stems = sourceStems[index] ?? new Set()
    return stems.size > 1 && shareIn(stems, takenUp[index] ?? new Set()) < minimumCoveredShare
  })
  return { grounded, invented, uncovered }
}
