import { stem, words } from '../../../text/words/words.ts'
import { weighStem } from '../overlap.ts'
import { isRelation } from './contradictions/concepts.ts'
import { clear, type FoundEvidence, totalWeight } from './evidence.ts'
import { agree, type NumberRange } from './numbers.ts'
import type { SentenceReading } from './read-context.ts'
import { isDenied, oppositeIn, sense, strictWordsMissing } from './words.ts'

export const supportFeatures = [
  'coverage',
  'ending',
  'numbersFound',
  'numbersMissing',
  'namesMissing',
  'otherNames',
  'negationAdded',
  'negationDropped',
  'opposite',
  'strictMissing',
  'inversion',
] as const

/**
 * Returns the features of a claim and the sentences of the context that are nearest to it.
 *
 * @returns The differences between a claim and its evidence, for the features and for the reason.
 */
export function compare(
  claim: SentenceReading,
  evidence: FoundEvidence,
): {
  readonly features: Readonly<Record<(typeof supportFeatures)[number], number>>
  readonly missingNumbers: readonly NumberRange[]
  readonly missingNames: readonly string[]
  /** A word of the claim and its opposite in the evidence, as written there. */
  readonly opposite?: { readonly claimed: string; readonly said: string }
} {
  const { sentences, senses, presences, bestCoverage } = evidence
  const [best] = sentences
  const stems = new Set(sentences.flatMap((sentence) => [...sentence.stems]))
  const missingNumbers = claim.numbers.filter((number) => !sentences.some(has(number)))
  const missingNames = senses.flatMap((word, index) =>
    (presences[index] ?? 0) < clear ? (claim.names.get(word) ?? []) : [],
  )
  const known = new Set(claim.senses)
  const otherNames = sentences.some(({ names }) => [...names.keys()].some((name) => !known.has(name)))
  const turned = sentences.map((sentence) => findOpposite(claim, sentence)).find((found) => found)
  const inverted = best ? inversion(senses, best.senses) : 0
  // "Lisbon is larger than Porto" and "Porto is smaller than Lisbon" say the same.
  const isConverse =
    turned !== undefined &&
    inverted === 1 &&
    [turned.claimed, turned.said].every((word) => isRelation(sense(stem(word))))
  const opposite = turned?.agrees || isConverse ? undefined : turned
  const close = bestCoverage > 0.5 && best !== undefined
  const half = Math.floor(senses.length / 2)
  const numbers = claim.numbers.length > 0
  return {
    missingNumbers,
    missingNames,
    opposite,
    features: {
      coverage: covered(senses, presences),
      ending: covered(senses.slice(half), presences.slice(half)),
      numbersFound: numbers && missingNumbers.length === 0 ? 1 : 0,
      numbersMissing: missingNumbers.length > 0 ? 1 : 0,
      namesMissing: Math.min(2, missingNames.length),
      otherNames: missingNames.length > 0 && otherNames ? 1 : 0,
      negationAdded: claim.negated && !best?.negated && !turned?.agrees ? 1 : 0,
      negationDropped: close && !claim.negated && best.negated && !turned?.agrees ? 1 : 0,
      opposite: opposite ? 1 : 0,
      strictMissing: Math.min(2, strictWordsMissing(claim.stems, stems)),
      inversion: isConverse ? 0 : inverted,
    },
  }
}

function findOpposite(claim: SentenceReading, sentence: SentenceReading) {
  const found = oppositeIn(claim.stems, sentence.stems)
  if (found === undefined) return undefined
  const written = (text: string, wanted: string) =>
    words(text).find((word) => stem(word) === wanted) ?? wanted
  const claimed = written(claim.text, found.claimed)
  const said = written(sentence.text, found.said)
  // "Closed" and "does not open" say the same.
  const agrees = isDenied(claim.text, claimed) !== isDenied(sentence.text, said)
  return { claimed, said, agrees }
}

export const has =
  (number: NumberRange) =>
  ({ numbers }: SentenceReading) =>
    numbers.some((other) => agree(number, other))

/** Returns the share of the claim, by weight, that is found; 0 to 1. */
function covered(senses: readonly string[], presences: readonly number[]): number {
  const total = totalWeight(senses)
  const sum = senses.reduce((sum, word, index) => sum + weighStem(word) * (presences[index] ?? 0), 0)
  return total === 0 ? 0 : sum / total
}

/** Returns the share of all pairs of shared words that come in another order. */
function inversion(claim: readonly string[], sentence: readonly string[]): number {
  const places = claim.map((word) => sentence.indexOf(word)).filter((place) => place >= 0)
  let pairs = 0
  let inverted = 0
  for (const [index, place] of places.entries()) {
    for (const later of places.slice(index + 1)) {
      pairs += 1
      if (later < place) inverted += 1
    }
  }
  return pairs === 0 ? 0 : inverted / pairs
}
