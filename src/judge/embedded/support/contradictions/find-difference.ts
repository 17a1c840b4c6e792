import { agree } from '../numbers.ts'
import { isInOtherUnits, otherAmount, otherInPlace, type Sentence } from './amounts.ts'
import { findConcept, isRelation } from './concepts.ts'
import { findCrossed } from './crossed.ts'
import { findOtherIdentifier, findOtherWeekday } from './identifiers.ts'
import { findReplaced } from './replaced.ts'
import { areSwapped, isTurnedRound, sensesAround } from './swapped-roles.ts'
import type { Token } from './tokens.ts'
import { negators, tokenise } from './tokens.ts'

const found = (words: string) => {
  const pattern = new RegExp(`\\b(?:${words})\\b`, 'i')
  return (text: string) => pattern.exec(text)?.[0]
}

const restricts = found('only|solely|exclusively|nothing but|nobody but|no one but')
const excepts = found('except|excepting|excluding|unless|other than|apart from|but not|but')
const exception = found('except|excluding|unless|other than|apart from|but not')
const isUniversal = found(
  'all|every|everyone|everybody|everything|always|any|anyone|anybody|each|entire|whole|whenever',
)
const isPartial = found(
  'some|sometimes|several|many|few|most|mostly|usually|often|occasionally|partly|half|selected|certain|a number of',
)
const requires = found('must|have to|has to|required|requires|need to|needs to|mandatory|compulsory|obliged')
const permits = found('may|can|could|might|optional|optionally|voluntary|voluntarily|not required|free to')

/** Quotes both, so that the phrase is true whatever the words mean. */
const unlike = (said: string, claimed: string) => `says "${said}", where the claim says "${claimed}"`

/** Returns how a claim exceeds the sentence's limits, as a phrase about the sentence; undefined if not. */
function limitPassed(claim: string, sentence: string): string | undefined {
  const only = restricts(claim)
  const limit = restricts(sentence)
  if (only !== undefined && limit === undefined) return `says it without "${only}"`
  const all = isUniversal(claim)
  if (all !== undefined && excepts(claim) === undefined) {
    const narrowed = exception(sentence) ?? (only === undefined ? limit : undefined)
    if (narrowed !== undefined) return unlike(narrowed, all)
    const some = isPartial(sentence)
    if (some !== undefined && isUniversal(sentence) === undefined) return unlike(some, all)
  }
  const must = requires(claim)
  const may = permits(sentence)
  return must !== undefined && requires(sentence) === undefined && may !== undefined
    ? unlike(may, must)
    : undefined
}

/** A difference between a claim and the sentence that it rests on. */
export interface Difference {
  /** Whether the sentence denies the claim, rather than says less. */
  readonly denies: boolean
  /** True if it may be the same amount in other units: "2.5 kg" and "2,500 grams". */
  readonly mayAgree?: boolean
  /** A phrase about the sentence. */
  readonly because: string
}

/** Longer sentences say too many things to compare their words. */
const longest = 600
/** The maximum number of a sentence's numbers to name. */
const mostGiven = 3

/**
 * Returns the first difference that reverses a claim although most of its words are in the sentence: a negation or an
 * opposite, another number, unit or subject, swapped roles, "only" and "except". undefined if there is none.
 *
 * @param missingNumbers Numbers of the claim that are nowhere in the context.
 * @param others Further sentences of the evidence.
 */
export function findDifference(
  claimText: string,
  sentenceText: string,
  missingNumbers: readonly string[],
  others: readonly string[] = [],
): Difference | undefined {
  if (claimText.length > longest || sentenceText.length > longest) return undefined
  const claim = tokenise(claimText)
  const sentence = tokenise(sentenceText)
  // "One" and the like may be pronouns.
  const missing = sentence.some(({ number }) => number)
    ? missingNumbers.find((number) => /\d/.test(number))
    : undefined
  if (missing !== undefined) {
    const numbers = sentence.filter(({ number }) => number)
    const different = numbers.filter(({ number }) => !claim.some((own) => isSameNumber(own, number)))
    const given = (different.length > 0 ? different : numbers).slice(0, mostGiven)
    const mayAgree = isInOtherUnits(missing, claim, sentence)
    return {
      denies: !mayAgree,
      mayAgree,
      because: unlike(given.map(({ word }) => word).join('", "'), missing),
    }
  }
  const read = [
    { text: claimText, tokens: claim },
    { text: sentenceText, tokens: sentence },
  ] as const
  const other =
    findReplaced(claimText, claim, sentence) ??
    findOtherIdentifier(...read, others) ??
    findOtherWeekday(claimText, sentenceText)
  if (other !== undefined) return { denies: true, because: unlike(other.said, other.claimed) }
  const amount = otherInPlace(...read) ?? otherAmount(claim, sentence)
  if (amount !== undefined) return { denies: true, because: amount }
  const { denied, isConverse } = comparePolarity(claim, sentence)
  if (denied !== undefined) {
    const because = unlike(withNegator(denied.said, sentence), withNegator(denied.claimed, claim))
    return { denies: true, because }
  }
  if (!isConverse && isTurnedRound(claim, sentence))
    return { denies: true, because: 'seems to say it the other way round' }
  const further = others
    .filter(({ length }) => length <= longest)
    .map((text) => ({ text, tokens: tokenise(text) }))
  const elsewhere = otherNumberElsewhere(...read, further)
  if (elsewhere !== undefined) return { denies: true, because: elsewhere }
  const crossed = findCrossed(
    claim,
    sentence,
    further.map(({ tokens }) => tokens),
  )
  if (crossed !== undefined) return { denies: true, because: `seems to say "${crossed}" of something else` }
  const limit = limitPassed(claimText, sentenceText)
  return limit === undefined ? undefined : { denies: false, because: limit }
}

const isSameNumber = ({ number }: Token, other: Token['number']) =>
  number !== undefined && other !== undefined && agree(number, other)

/** Returns another number in its place in a sentence that has all words of the claim, if the nearest has not. */
function otherNumberElsewhere(
  claim: Sentence,
  nearest: Sentence,
  others: readonly Sentence[],
): string | undefined {
  const hasAll = ({ tokens }: Sentence) =>
    claim.tokens.every(({ sense }) => sense === undefined || tokens.some((other) => other.sense === sense))
  if (hasAll(nearest)) return undefined
  return others
    .filter(hasAll)
    .map((other) => otherInPlace(claim, other))
    .find((found) => found !== undefined)
}

/** Returns a word with its negator: "not … open". */
function withNegator(token: Token, tokens: readonly Token[]): string {
  if (!token.negated) return token.word
  const before = tokens.slice(0, tokens.indexOf(token)).findLast(({ word }) => negators.test(word))
  return before === undefined ? token.word : `${before.word} … ${token.word}`
}

interface Side {
  /** The word that is on this side. */
  readonly token: Token
  readonly side: number
}

/** Returns the side of each concept in the text: a negation or an opposite is the other side. */
function findSides(tokens: readonly Token[]): Map<string, Side[]> {
  const sides = new Map<string, Side[]>()
  for (const token of tokens) {
    if (token.sense === undefined) continue
    const concept = findConcept(token.sense)
    const name = concept?.name ?? token.sense
    const side = (concept?.side ?? 1) * (token.negated ? -1 : 1)
    sides.set(name, [...(sides.get(name) ?? []), { token, side }])
  }
  return sides
}

/** @returns The relation of two texts by their polarity. */
function comparePolarity(
  claim: readonly Token[],
  sentence: readonly Token[],
): {
  /** A word of the claim that the sentence negates, or whose opposite it has. */
  readonly denied?: { claimed: Token; said: Token }
  /** Whether places and a relation are both swapped, for the same meaning: "A is above B", "B is below A". */
  readonly isConverse: boolean
} {
  const said = findSides(sentence)
  let isConverse = false
  for (const [name, sides] of findSides(claim)) {
    const others = said.get(name)
    if (others === undefined || others.some(({ side }) => sides.some((own) => own.side === side))) continue
    const [{ token: claimed }, { token: other }] = [sides[0] as Side, others[0] as Side]
    const turnsWithPlaces =
      claimed.sense !== other.sense && isRelation(claimed.sense ?? '') && isRelation(other.sense ?? '')
    const ofClaim = sensesAround(claim, claim.indexOf(claimed))
    if (!turnsWithPlaces || !areSwapped(ofClaim, sensesAround(sentence, sentence.indexOf(other))))
      return { denied: { claimed, said: other }, isConverse: false }
    isConverse = true
  }
  return { isConverse }
}
