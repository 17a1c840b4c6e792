import { otherAmount } from './amounts.ts'
import { conceptOf, isRelation } from './concepts.ts'
import { areSwapped, isTurnedRound } from './roles.ts'
import type { Token } from './tokens.ts'
import { tokensOf } from './tokens.ts'

const has = (words: string) => {
  const pattern = new RegExp(`\\b(?:${words})\\b`, 'i')
  return (text: string) => pattern.test(text)
}

const restricts = has('only|solely|exclusively|nothing but|nobody but|no one but')
const excepts = has('except|excepting|excluding|unless|other than|apart from|but not|but')
const isUniversal = has(
  'all|every|everyone|everybody|everything|always|any|anyone|anybody|each|entire|whole|whenever',
)
const isPartial = has(
  'some|sometimes|several|many|few|most|mostly|usually|often|occasionally|partly|half|selected|certain|a number of',
)
const requires = has('must|have to|has to|required|requires|need to|needs to|mandatory|compulsory|obliged')
const permits = has('may|can|could|might|optional|optionally|voluntary|voluntarily|not required|free to')

/** How a claim goes beyond the limits that the sentence sets, as a phrase about the sentence; undefined where it does not. */
function limitPassed(claim: string, sentence: string): string | undefined {
  if (restricts(claim) && !restricts(sentence)) return 'does not say "only"'
  if (isUniversal(claim) && !excepts(claim)) {
    if (/\b(?:except|excluding|unless|other than|apart from|but not)\b/i.test(sentence))
      return 'makes an exception'
    if (restricts(sentence) && !restricts(claim)) return 'says "only"'
    if (isPartial(sentence) && !isUniversal(sentence)) return 'says it only of some'
  }
  if (requires(claim) && !requires(sentence) && permits(sentence)) return 'leaves it open'
  return undefined
}

/** How a claim differs from the sentence that it rests on. */
export interface Difference {
  /** Whether the sentence denies the claim, rather than says less. */
  readonly denies: boolean
  /** A phrase about the sentence. */
  readonly because: string
}

/** Longer sentences say too many things for their words to be held against each other. */
const longest = 600

/**
 * The first difference that turns a claim round although most of its words are in the sentence: a denial or an
 * opposite, another number, unit or bearer of it, who does what to whom, "only" and "except". undefined where none is
 * seen.
 *
 * @param missingNumbers Numbers of the claim that stand nowhere in the evidence.
 */
export function differenceOf(
  claimText: string,
  sentenceText: string,
  missingNumbers: readonly string[],
): Difference | undefined {
  if (claimText.length > longest || sentenceText.length > longest) return undefined
  const claim = tokensOf(claimText)
  const sentence = tokensOf(sentenceText)
  // "One" and its like may be pronouns.
  const missing = sentence.some(({ number }) => number)
    ? missingNumbers.find((number) => /\d/.test(number))
    : undefined
  const amount = missing ?? otherAmount(claim, sentence)
  if (amount !== undefined) {
    const [given, ...others] = sentence.filter(({ number }) => number)
    // The same number with another unit would read as if nothing differed.
    const isOnly = given !== undefined && others.length === 0 && !amount.startsWith(given.word)
    const because = isOnly ? `says "${given.word}", not "${amount}"` : `does not give "${amount}" for this`
    return { denies: true, because }
  }
  const { denied, isConverse } = polarityOf(claim, sentence)
  if (denied !== undefined) {
    const { claimed, said } = denied
    return {
      denies: true,
      because:
        claimed.sense === said.sense
          ? `${said.negated ? 'denies' : 'affirms'} "${said.word}"`
          : `says "${said.word}", not "${claimed.word}"`,
    }
  }
  if (!isConverse && isTurnedRound(claim, sentence))
    return { denies: true, because: 'says it the other way round' }
  const limit = limitPassed(claimText, sentenceText)
  return limit === undefined ? undefined : { denies: false, because: limit }
}

interface Side {
  /** The word that says so. */
  readonly token: Token
  readonly side: number
}

/** Each thing that is said, by its name, with the side on which it is said: denied, or its opposite, is the other. */
function sidesOf(tokens: readonly Token[]): Map<string, Side[]> {
  const sides = new Map<string, Side[]>()
  for (const token of tokens) {
    if (token.sense === undefined) continue
    const concept = conceptOf(token.sense)
    const name = concept?.name ?? token.sense
    const side = (concept?.side ?? 1) * (token.negated ? -1 : 1)
    sides.set(name, [...(sides.get(name) ?? []), { token, side }])
  }
  return sides
}

/** @returns What the polarity of two texts says of them. */
function polarityOf(
  claim: readonly Token[],
  sentence: readonly Token[],
): {
  /** A word of the claim that the sentence denies, or whose opposite it has. */
  readonly denied?: { claimed: Token; said: Token }
  /** Whether places and a relation are both turned, so that both say the same: "A is above B", "B is below A". */
  readonly isConverse: boolean
} {
  const said = sidesOf(sentence)
  let isConverse = false
  for (const [name, sides] of sidesOf(claim)) {
    const others = said.get(name)
    if (others === undefined || others.some(({ side }) => sides.some((own) => own.side === side))) continue
    const [{ token: claimed }, { token: other }] = [sides[0] as Side, others[0] as Side]
    const turnsWithPlaces =
      claimed.sense !== other.sense && isRelation(claimed.sense ?? '') && isRelation(other.sense ?? '')
    if (!turnsWithPlaces || !areSwapped(around(claim, claimed), around(sentence, other)))
      return { denied: { claimed, said: other }, isConverse: false }
    isConverse = true
  }
  return { isConverse }
}

/** What stands before and behind a word. */
function around(tokens: readonly Token[], word: Token): { before: string[]; behind: string[] } {
  const place = tokens.indexOf(word)
  const sensesOf = (part: readonly Token[]) => part.flatMap(({ sense }) => sense ?? [])
  return { before: sensesOf(tokens.slice(0, place)), behind: sensesOf(tokens.slice(place + 1)) }
}
