import { conceptOf, isRelation } from './concepts.ts'
import { areSwapped } from './roles.ts'
import type { Token } from './tokens.ts'

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
export function polarityOf(
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
