import { foldWord, stem } from '../../../../text/words/words.ts'
import { stemWords } from '../../overlap.ts'
import { type NumberRange, numbersIn } from '../numbers.ts'
import { sense } from '../words.ts'
import { findConcept } from './concepts.ts'

/** A word of a sentence, and its meaning. */
export interface Token {
  /** Folded. */
  readonly word: string
  /** Its sense; undefined for function words and numbers. */
  readonly sense?: string
  readonly number?: NumberRange
  /** The index of the clause, counted from 0. Commas and words such as "and" separate clauses. */
  readonly clause: number
  /** Whether a "not" or the like negates it. */
  readonly negated: boolean
}

const wordOrMark =
  /(?:(?:[$€£]|(?<![^\s(])-)(?=\p{Nd}))?[\p{L}\p{M}\p{N}]+(?:['’.,:-](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*%?|[,;:()–—]/gu
const joints = new Set(['and', 'but', 'while', 'whereas', 'or', 'though', 'although'])
/** Words that negate the next content word. */
export const negators =
  /^(?:not|never|cannot|no|neither|nor|without|nobody|none|nothing|hardly|except|unless|excluding|refus(?:es?|ed|ing)|fail(?:s|ed|ing)?|unable|lack(?:s|ed|ing)?|declin(?:es?|ed)|\p{L}*n't)$/u
/** Words after "not" or "no" that make it something other than a negation. */
const cancelsNegation =
  /^(?:only|just|merely|necessarily|more|less|fewer|later|earlier|sooner|matter|doubt|problem)$/
/** Verbs with which "up" and "down" mean a rise and a fall: "went up". */
const moves = /^(?:go|goes|went|gone|going|is|are|was|were)$/
const directions = new Map([
  ['up', 'rise'],
  ['down', 'fall'],
])
/** Words after which "but" means "except": "every day but Sunday". */
const universal = new Set(['all', 'every', 'any', 'everyone', 'everything', 'none', 'nobody', 'nothing'])
const readNumber = (word: string): NumberRange | undefined => numbersIn(word.replace(/%$/, ''))[0]

/** Returns the words of a sentence in order, in time that is linear in its length. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  const parts = [...text.matchAll(wordOrMark)].map(([part]) => foldWord(part))
  let clause = 0
  let negatesNext = false
  for (const [index, word] of parts.entries()) {
    if (word === 'but' && [1, 2].some((back) => universal.has(parts[index - back] ?? ''))) {
      negatesNext = true
      continue
    }
    if (joints.has(word) || /^[,;:()–—]$/.test(word)) {
      clause += 1
      negatesNext = false
      continue
    }
    if (negators.test(word) && !cancelsNegation.test(parts[index + 1] ?? '')) {
      // "not refused" negates twice.
      negatesNext = !negatesNext
      tokens.push({ word, clause, negated: false })
      continue
    }
    // "No longer" negates what follows.
    if (word === 'longer' && parts[index - 1] === 'no') continue
    const number = readNumber(word)
    const direction = moves.test(parts[index - 1] ?? '') ? directions.get(word) : undefined
    const meant = sense(stem(direction ?? word))
    const named =
      number === undefined &&
      word !== 'ever' &&
      (stemWords(word).length > 0 || findConcept(meant) !== undefined)
    const token = {
      word,
      clause,
      negated: negatesNext && named,
      ...(named && { sense: meant }),
      ...(number && { number }),
    }
    if (named) negatesNext = false
    tokens.push(token)
  }
  return tokens
}
