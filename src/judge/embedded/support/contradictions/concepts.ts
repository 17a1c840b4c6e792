import { stem } from '../../../../text/words/words.ts'
import { opposites, sense } from '../words.ts'

/** The subject of two opposites, and the side that a word is on. */
export interface Concept {
  readonly name: string
  readonly side: 1 | -1
}

const concepts = new Map<string, Concept>()
for (const [word] of opposites) {
  if (concepts.has(word)) continue
  concepts.set(word, { name: word, side: 1 })
  const open = [word]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { side } = concepts.get(next) as Concept
    for (const other of opposites.get(next) ?? []) {
      if (concepts.has(other)) continue
      concepts.set(other, { name: word, side: side === 1 ? -1 : 1 })
      open.push(other)
    }
  }
}

const toSenses = (words: string) => new Set(words.split(' ').map((word) => sense(stem(word))))

/** Words with many meanings besides the opposite of another: "made up", "like him". */
const vague = toSenses('up down like left right hard back front top old')

/** Matches a prefix that makes the opposite of the rest of the word: "unsafe", "non-refundable". */
const denied = /^(?:un|non-?)(?=\p{L}{3})/u

/** Returns undefined for a word without an opposite. */
export function findConcept(word: string): Concept | undefined {
  if (vague.has(word)) return undefined
  const known = concepts.get(word)
  if (known !== undefined || !denied.test(word)) return known
  const positive = sense(stem(word.replace(denied, '')))
  const { name, side } = concepts.get(positive) ?? { name: positive, side: 1 }
  return { name, side: side === 1 ? -1 : 1 }
}

/** Words between two things that reverse when the things swap places: "before", "more than", "buys from". */
const relations = toSenses(
  'before after above below more less fewer higher lower older younger larger smaller bigger longer shorter faster slower buy sell teacher student north south east west import export parent child earlier later father son',
)

export const isRelation = (word: string) => relations.has(word)
