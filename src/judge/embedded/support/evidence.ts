import { likeness, weighStem } from '../overlap.ts'
import type { Breath, ContextReading, ContextSentence, SentenceReading } from './read-context.ts'

/** The sentences of the context that together have the most of a claim's words. */
export interface FoundEvidence {
  /** Best first, at most {@link mostSentences}. */
  readonly sentences: readonly ContextSentence[]
  /** The distinct senses of the claim, in order. */
  readonly senses: readonly string[]
  /** How much of each sense those sentences have, 0 to 1. */
  readonly presences: readonly number[]
  /** The share of the claim, by weight, that the first sentence alone has, 0 to 1. */
  readonly bestCoverage: number
}

/** A claim may combine facts from several sentences, but not from all over a book. */
const mostSentences = 3
/** From here on the word itself is present, rather than one that only begins like it. */
export const clear = 0.5
/** A sentence of another piece counts if it shares this many words of the claim with the first. */
const neededLinks = 2
/** How many words with the same prefix to compare, by alphabet: bounds the time on odd vocabularies. */
const mostAlike = 64

export async function findEvidence(
  claim: SentenceReading,
  context: ContextReading,
  breath: Breath,
): Promise<FoundEvidence> {
  const senses = [...new Set(claim.senses)]
  const places: Map<number, number>[] = []
  for (const word of senses) {
    places.push(findWord(word, context))
    await breath.take()
  }
  const presences = senses.map(() => 0)
  const chosen: number[] = []
  let bestCoverage = 0
  while (chosen.length < mostSentences) {
    await breath.take()
    const { index, gain } = bestSentence({ senses, places, presences }, context, chosen[0])
    if (index === undefined) break
    if (chosen.length === 0) bestCoverage = gain / totalWeight(senses)
    chosen.push(index)
    for (const [word, found] of places.entries())
      presences[word] = Math.max(presences[word] ?? 0, found.get(index) ?? 0)
  }
  return {
    sentences: chosen.flatMap((index) => context.sentences[index] ?? []),
    senses,
    presences,
    bestCoverage,
  }
}

export function totalWeight(senses: readonly string[]): number {
  return senses.reduce((sum, word) => sum + weighStem(word), 0)
}

/**
 * Returns the sentence that adds the most weight, from the first sentence's piece or from one on the same
 * subject. Ties go to the first in alphabetical order, wherever it is.
 */
function bestSentence(
  read: {
    readonly senses: readonly string[]
    /** For each sense the sentences that have it, and how well. */
    readonly places: readonly ReadonlyMap<number, number>[]
    /** How well the sentences so far have each sense. */
    readonly presences: readonly number[]
  },
  { sentences }: ContextReading,
  first: number | undefined,
): { index: number | undefined; gain: number } {
  const { senses, places, presences } = read
  const gains = new Map<number, number>()
  const links = new Map<number, number>()
  for (const [word, found] of places.entries()) {
    const known = presences[word] ?? 0
    for (const [index, presence] of found) {
      const more = weighStem(senses[word] ?? '') * (presence - known)
      if (more > 0) gains.set(index, (gains.get(index) ?? 0) + more)
      if (Math.min(presence, known) >= clear) links.set(index, (links.get(index) ?? 0) + 1)
    }
  }
  let best: number | undefined
  let highest = 0
  for (const [index, gain] of gains) {
    const isNear = first === undefined || sentences[index]?.piece === sentences[first]?.piece
    if (!isNear && (links.get(index) ?? 0) < neededLinks) continue
    const isTie = best !== undefined && Math.abs(gain - highest) < 1e-9
    if (isTie ? textAt(index) < textAt(best) : gain > highest) {
      best = index
      highest = gain
    }
  }
  return { index: best, gain: highest }

  function textAt(index: number | undefined): string {
    return index === undefined ? '' : (sentences[index]?.text ?? '')
  }
}

/** Returns the sentences that have a word, by index, and how well, 0 to 1. */
function findWord(word: string, { sentencesWith, vocabulary }: ContextReading): Map<number, number> {
  const places = new Map<number, number>()
  for (const other of alike(word, vocabulary)) {
    const presence = likeness(word, other)
    if (presence === 0) continue
    for (const index of sentencesWith.get(other) ?? [])
      places.set(index, Math.max(places.get(index) ?? 0, presence))
  }
  return places
}

/** Yields the word itself and those that share its prefix. */
function* alike(word: string, vocabulary: readonly string[]): Generator<string> {
  yield word
  const beginning = word.slice(0, Math.max(4, Math.ceil(0.6 * word.length)))
  if (word.length < 4) return
  let index = firstAtOrAfter(beginning, vocabulary)
  for (let count = 0; count < mostAlike; count += 1) {
    const other = vocabulary[index]
    if (!other?.startsWith(beginning)) return
    yield other
    index += 1
  }
}

function firstAtOrAfter(word: string, vocabulary: readonly string[]): number {
  let low = 0
  let high = vocabulary.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((vocabulary[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
