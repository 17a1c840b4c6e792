import { stem } from '../../../../text/words/words.ts'
import { agree } from '../numbers.ts'
import { sense } from '../words.ts'
import type { Token } from './tokens.ts'

const changes = new Set(
  'move raise lower increase decrease reduce change rename switch cut grow shrink rise rose fall fell drop postpone reschedule transfer upgrade shift'
    .split(' ')
    .map((word) => sense(stem(word))),
)

/** Matches what is said of now: a bus that goes from the station still starts there. */
const isOfNow = /\b(?:is|are|has|have|costs?|takes?)\b/iu
const isOfThePast =
  /\b(?:was|were|had|did|used to|before|until|previous(?:ly)?|former(?:ly)?|original(?:ly)?|initial(?:ly)?|earlier|old|ago|from|changed?|no|not|never)\b|n't\b/iu

/**
 * Returns what a sentence says came in place of a thing that the claim says still is: "The meeting was moved from Monday
 * to Friday" against "The meeting is on Monday".
 */
export function findReplaced(
  claimText: string,
  claim: readonly Token[],
  sentence: readonly Token[],
): { readonly claimed: string; readonly said: string } | undefined {
  const from = sentence.findIndex(({ word }) => word === 'from')
  const to = sentence.findIndex(({ word }, place) => word === 'to' && place > from)
  if (from < 0 || to < 0) return undefined
  if (!isOfNow.test(claimText) || isOfThePast.test(claimText)) return undefined
  if (!sentence.slice(0, from).some(({ sense = '' }) => changes.has(sense))) return undefined
  const isThing = ({ sense, number }: Token) => sense !== undefined || number !== undefined
  const before = sentence.slice(from + 1, to).find(isThing)
  const after = sentence.slice(to + 1).find(isThing)
  if (before === undefined || after === undefined) return undefined
  const isClaimed =
    claim.some((token) => isSame(token, before)) && !claim.some((token) => isSame(token, after))
  return isClaimed ? { claimed: before.word, said: after.word } : undefined
}

const isSame = (one: Token, other: Token) =>
  one.number !== undefined && other.number !== undefined
    ? agree(one.number, other.number)
    : one.sense !== undefined && one.sense === other.sense
