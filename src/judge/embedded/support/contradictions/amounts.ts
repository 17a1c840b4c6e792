import { agree, numbersIn } from '../numbers.ts'
import { findAttachedUnit, findUnit } from '../units.ts'
import type { Token } from './tokens.ts'

interface Unit {
  readonly name: string
  /** As written after the number; empty if attached to it. */
  readonly word: string
}

const isUnit = (word: string) => findUnit(word) !== undefined

/** How many words after its number a unit may come: "30 business days". */
const farthest = 2

/** Returns the unit of a number: after it, before the next number, or attached to it. */
function unitBehind(tokens: readonly Token[], place: number): Unit | undefined {
  const attached = findAttachedUnit(tokens[place]?.word ?? '')
  if (attached !== undefined) return { name: attached, word: '' }
  for (const { word, number } of tokens.slice(place + 1, place + 1 + farthest)) {
    const name = findUnit(word)
    if (name !== undefined) return { name, word }
    if (number !== undefined) return undefined
  }
  return undefined
}

/** The distance that a boundary between two clauses adds, in words. */
const jointWidth = 6

interface Amount {
  readonly token: Token
  readonly unit: Unit | undefined
  /** The word right after it: "8 tablets". */
  readonly counted: string | undefined
  /** The senses that are nearer to it than to any other number. */
  readonly about: ReadonlySet<string>
}

function amountsIn(tokens: readonly Token[]): Amount[] {
  const places = tokens.flatMap(({ number }, place) => (number ? [place] : []))
  const about = new Map(places.map((place) => [place, new Set<string>()]))
  for (const [place, { sense, word, clause }] of tokens.entries()) {
    if (sense === undefined || isUnit(word)) continue
    const distanceTo = (other: number) =>
      Math.abs(other - place) + jointWidth * Math.abs((tokens[other]?.clause ?? 0) - clause)
    const nearest = places.reduce<number | undefined>(
      (best, other) => (best === undefined || distanceTo(other) < distanceTo(best) ? other : best),
      undefined,
    )
    if (nearest !== undefined) about.get(nearest)?.add(sense)
  }
  return places.map((place) => ({
    token: tokens[place] as Token,
    unit: unitBehind(tokens, place),
    counted: tokens[place + 1]?.sense,
    about: about.get(place) as Set<string>,
  }))
}

const isSameUnit = (a: Unit | undefined, b: Unit | undefined) =>
  a === undefined || b === undefined || a.name === b.name

/** Returns whether the sentence says the claim's words only about another number. */
function isAboutAnotherNumber(
  about: ReadonlySet<string>,
  same: readonly Amount[],
  others: readonly Amount[],
): boolean {
  // A number without words of its own continues a list: "at 11 am and 3 pm".
  if (same.some((amount) => amount.about.size === 0)) return false
  const said = (amounts: readonly Amount[], word: string) => amounts.some((amount) => amount.about.has(word))
  const words = [...about].filter((word) => said(same, word) !== said(others, word))
  return words.length > 0 && words.every((word) => said(others, word))
}

/** Returns whether the number is a measure in the sentence ("8 hours"), and another one counts the things. */
const isMeasure = ({ unit, counted }: Amount, same: readonly Amount[], others: readonly Amount[]): boolean =>
  counted !== undefined &&
  unit === undefined &&
  same.every((amount) => amount.unit !== undefined) &&
  others.some((amount) => amount.counted === counted)

const shown = ({ token, unit }: Amount) => [token.word, unit?.word].filter(Boolean).join(' … ')

/** Returns whether a number of the claim has a unit, and no number of the sentence has the same one, but another. */
export function isInOtherUnits(number: string, claim: readonly Token[], sentence: readonly Token[]): boolean {
  const place = claim.findIndex((token) => token.number !== undefined && number.startsWith(token.number.text))
  const unit = place < 0 ? undefined : unitBehind(claim, place)
  const others = sentence.flatMap((token, index) => (token.number ? (unitBehind(sentence, index) ?? []) : []))
  return unit !== undefined && others.length > 0 && others.every(({ name }) => name !== unit.name)
}

/** Returns whether two numbers stand for the same: in one unit, or by the words next to them if they have none. */
function isSamePlace(
  [claim, at]: readonly [readonly Token[], number],
  [sentence, place]: readonly [readonly Token[], number],
): boolean {
  const own = unitBehind(claim, at)
  const other = unitBehind(sentence, place)
  if (own !== undefined || other !== undefined) return own?.name === other?.name
  const isSameAt = (step: number) => {
    const word = claim[at + step]?.word
    return word !== undefined && word === sentence[place + step]?.word
  }
  return isSameAt(1) || isSameAt(-1)
}

/**
 * Returns a number of the claim in whose place the sentence has another one, which the claim does not have: "Tents cost
 * 90 euros" and "Tents cost 80 euros", wherever else the 90 may be.
 */
export function otherInPlace(claim: Sentence, sentence: Sentence): string | undefined {
  const claimed = placesOnlyIn(claim, sentence)
  const said = placesOnlyIn(sentence, claim)
  for (const at of claimed) {
    const place = said.find((other) => isSamePlace([claim.tokens, at], [sentence.tokens, other]))
    if (place === undefined) continue
    return `says "${sentence.tokens[place]?.word}", where the claim says "${claim.tokens[at]?.word}"`
  }
  return undefined
}

export interface Sentence {
  readonly text: string
  readonly tokens: readonly Token[]
}

/** Returns the places of the numbers that the other sentence does not have. */
function placesOnlyIn({ text, tokens }: Sentence, other: Sentence): number[] {
  const others = numbersIn(other.text)
  const missing = numbersIn(text).filter((number) => !others.some((same) => agree(number, same)))
  return tokens.flatMap(({ number }, place) =>
    number !== undefined && missing.some(({ text }) => text.startsWith(number.text)) ? [place] : [],
  )
}

/** Returns a number of the claim that has another unit or subject in the sentence, as a phrase about it. */
export function otherAmount(claim: readonly Token[], sentence: readonly Token[]): string | undefined {
  const said = amountsIn(sentence)
  if (said.length === 0) return undefined
  for (const amount of amountsIn(claim)) {
    const { token, unit, about } = amount
    const same = said.filter(
      (other) => token.number && other.token.number && agree(other.token.number, token.number),
    )
    const [first] = same
    if (first === undefined) continue
    const inUnit = same.filter((other) => isSameUnit(other.unit, unit))
    if (inUnit.length === 0) return `says "${shown(first)}", where the claim says "${shown(amount)}"`
    const others = said.filter((other) => !same.includes(other))
    if (isAboutAnotherNumber(about, inUnit, others) || isMeasure(amount, inUnit, others))
      return `seems to give "${first.token.word}" for something else`
  }
  return undefined
}
