import { stem } from '../../../../text/words/words.ts'
import { sense } from '../words.ts'
import type { Token } from './tokens.ts'

interface WordsAround {
  readonly before: readonly string[]
  readonly behind: readonly string[]
}

/** Returns whether words before a word in one text come after it in the other, and the other way round. */
export function areSwapped(a: WordsAround, b: WordsAround): boolean {
  const changes = (from: readonly string[], to: readonly string[], not: readonly string[]) =>
    from.some((word) => to.includes(word) && !not.includes(word))
  return changes(a.before, b.behind, b.before) && changes(a.behind, b.before, b.behind)
}

/** Verbs of mutual actions and relations: the order of the two sides says nothing. */
const mutual = new Set(
  'marry meet equal resemble neighbour border differ talk agree argue fight play cooperate merge share join connect link combine compare mix between near beside with sibling friend partner colleague cousin wedding'
    .split(' ')
    .map((word) => sense(stem(word))),
)

/** Words that hold both ways before "to": "The hotel is next to the station." */
const symmetric = new Set(
  ['close', 'next', 'similar', 'related', 'adjacent', 'equal'].map((word) => sense(stem(word))),
)

const isSymmetricAt = (tokens: readonly Token[], word: string) =>
  symmetric.has(word) && tokens.some(({ sense }, place) => sense === word && tokens[place + 1]?.word === 'to')

const auxiliaries = new Set([
  'is',
  'are',
  'was',
  'were',
  'be',
  'been',
  'being',
  'got',
  'gets',
  "isn't",
  "wasn't",
])

/** Returns whether a verb follows a form of "to be" and does not end in "-ing". */
function isPassiveAt(tokens: readonly Token[], verb: string): boolean {
  const place = tokens.findIndex(({ sense }) => sense === verb)
  const before = tokens.slice(Math.max(0, place - 2), place)
  return !tokens[place]?.word.endsWith('ing') && before.some(({ word }) => auxiliaries.has(word))
}

/** Returns the words that occur once in both texts, in the order of the first. */
function sharedOnce(tokens: readonly Token[], others: readonly Token[]): string[] {
  const once = (list: readonly Token[]) => {
    const counts = new Map<string, number>()
    for (const { sense } of list) if (sense !== undefined) counts.set(sense, (counts.get(sense) ?? 0) + 1)
    return counts
  }
  const own = once(tokens)
  const theirs = once(others)
  return tokens.flatMap(({ sense }) =>
    sense !== undefined && own.get(sense) === 1 && theirs.get(sense) === 1 ? [sense] : [],
  )
}

/**
 * Returns whether subject and object of a word have swapped places: the words before it in the sentence come
 * after it in the claim, and the other way round, while both are active, or both passive; or only one is
 * passive, and the places are the same.
 */
function hasTurnedVerb(claim: readonly Token[], sentence: readonly Token[]): boolean {
  const order = sharedOnce(claim, sentence)
  const place = new Map(sharedOnce(sentence, claim).map((word, index) => [word, index]))
  for (let index = 1; index + 1 < order.length; index += 1) {
    const [before, verb, behind] = order.slice(index - 1, index + 2) as [string, string, string]
    if (mutual.has(verb) || isSymmetricAt(claim, verb)) continue
    const isPassive = isPassiveAt(claim, verb)
    const sameVoice = isPassive === isPassiveAt(sentence, verb)
    const at = (word: string) => place.get(word) as number
    const isTurned = at(behind) < at(verb) && at(verb) < at(before)
    if (sameVoice && isTurned) return true
    const isKept = at(before) < at(verb) && at(verb) < at(behind)
    if (!sameVoice && isKept && findAgent(isPassive ? claim : sentence) === behind) return true
  }
  return false
}

const findAgent = (tokens: readonly Token[]) => senseBehind(tokens, 'by')

function senseBehind(tokens: readonly Token[], word: string): string | undefined {
  const place = tokens.findIndex((token) => token.word === word)
  return place < 0 ? undefined : tokens.slice(place + 1).find(({ sense }) => sense !== undefined)?.sense
}

export function sensesAround(tokens: readonly Token[], place: number): WordsAround {
  const listSenses = (part: readonly Token[]) => part.flatMap(({ sense }) => sense ?? [])
  return { before: listSenses(tokens.slice(0, place)), behind: listSenses(tokens.slice(place + 1)) }
}

function partedBy(tokens: readonly Token[], joint: string): WordsAround | undefined {
  const place = tokens.findIndex(({ word }) => word === joint)
  const holdsBothWays = ({ sense = '' }: Token) => mutual.has(sense) || symmetric.has(sense)
  return place < 0 || tokens.some(holdsBothWays) ? undefined : sensesAround(tokens, place)
}

const saysBy = (tokens: readonly Token[]) => tokens.some(({ word }) => word === 'by')

/** Returns whether the sides of "than" or "to" have swapped: "A is cheaper than B", "A wrote to B". */
function isExchanged(claim: readonly Token[], sentence: readonly Token[]): boolean {
  if (saysBy(claim) !== saysBy(sentence)) return false
  return ['than', 'to'].some((joint) => {
    const own = partedBy(claim, joint)
    const other = partedBy(sentence, joint)
    return own !== undefined && other !== undefined && areSwapped(own, other)
  })
}

/** Returns whether one text goes from the place that the other goes to, and the other way round. */
function isTurnedBack(claim: readonly Token[], sentence: readonly Token[]): boolean {
  const from = senseBehind(claim, 'from')
  const to = senseBehind(claim, 'to')
  const otherFrom = senseBehind(sentence, 'from')
  const otherTo = senseBehind(sentence, 'to')
  return from !== undefined && to !== undefined && from !== to && from === otherTo && to === otherFrom
}

/** Returns whether the claim swaps the roles of two things in the sentence. */
export const isTurnedRound = (claim: readonly Token[], sentence: readonly Token[]) =>
  hasTurnedVerb(claim, sentence) || isTurnedBack(claim, sentence) || isExchanged(claim, sentence)
