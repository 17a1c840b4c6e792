import { forEachSliced, type Slices } from '../shared/slices.ts'
import { englishFunctionWords, isNegation } from './function-words.ts'
import { withoutInlineMarkup } from './inline.ts'
import { sentencesIn } from './sentences.ts'
import { valenceOf, valenceOfEmoji, valenceOfEmoticon } from './sentiment-lexicon.ts'
import { textWords } from './text-words.ts'
import { windowsOf } from './windows.ts'

/** What a word behind a negation counts: "not good" is bad, but less so than "good" is good. */
const negated = -0.5
/** How many words before it a negation may stand. */
const negationReach = 4
const otherNegations = wordSet(`nobody nothing without hardly barely scarcely rarely seldom lack lacks lacking
  dont doesnt didnt isnt wasnt arent werent cant wont couldnt wouldnt shouldnt havent hasnt hadnt`)

/** The part by which a word is made stronger or weaker: the full part right before it, half a word earlier. */
const degree = 0.3
const intensifiers =
  wordSet(`very really so extremely incredibly absolutely completely totally highly too most
  especially particularly truly deeply utterly quite such much more super amazingly`)
const diminishers =
  wordSet(`slightly somewhat little bit kinda sorta partly fairly barely almost less marginally
  kind sort`)

/**
 * How positive a sentence is, -1 to 1, 0 for one without words that are rated.
 *
 *     v / √(1 + v²), where v = Σ valence of its words, emojis and emoticons / content words
 *
 * The valence of a word is turned round and halved within four words of a negation, and 30 % more or less behind a
 * word such as "very" or "slightly". Words are rated in English only; emojis are rated in every language.
 */
export function* sentimentOf(sentence: string): Slices<number> {
  const { folded } = yield* textWords(sentence)
  let sum = 0
  let content = 0
  yield* forEachSliced(folded, (word, index) => {
    if (!englishFunctionWords.has(word) && !intensifiers.has(word) && !diminishers.has(word)) content += 1
    const valence = negates(word) ? 0 : valenceOf(word)
    if (valence !== 0) sum += valence * factorAt(folded, index)
  })
  yield* forEachSliced(sentence.matchAll(/\p{Extended_Pictographic}/gu), ([emoji]) => {
    sum += valenceOfEmoji(emoji)
  })
  yield* forEachSliced(sentence.matchAll(/\S+/g), ([token]) => {
    sum += valenceOfEmoticon(token)
  })
  const perWord = sum / Math.max(1, content)
  return perWord / Math.sqrt(1 + perWord * perWord)
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

function negates(word: string): boolean {
  return isNegation(word) || otherNegations.has(word)
}

function factorAt(spoken: readonly string[], index: number): number {
  let factor = 1
  for (const distance of [1, 2]) {
    const before = spoken[index - distance] ?? ''
    if (intensifiers.has(before)) factor *= 1 + degree / distance
    if (diminishers.has(before)) factor *= 1 - degree / distance
  }
  return spoken.slice(Math.max(0, index - negationReach), index).some(negates) ? factor * negated : factor
}

/** A blank line, and the beginning of a list item, a heading, a quotation or a row of a table. */
const blockEnd = /\n[^\S\n]*(?:\n\s*|(?=(?:[-*+•#>|]|\d{1,3}[.)])\s))/g

const itemNumber = /^[^\S\n]*\d{1,3}[.)]\s+/
const itemNumbers = /^[^\S\n\r\u2028\u2029]*\d{1,3}[.)]\s+/gm

/** A number alone at the beginning of a line may be what the text says; several number the items of a list. */
function isNumbered(text: string): boolean {
  return (text.match(itemNumbers) ?? []).length > 1
}

/** Lines that were wrapped are one block of prose; lists have one for each item. */
function* blocksOf(text: string): Generator<string> {
  let start = 0
  for (const match of text.matchAll(blockEnd)) {
    yield text.slice(start, match.index)
    start = match.index + match[0].length
  }
  yield text.slice(start)
}

/**
 * The sentiment of each sentence of a text, in order. Every line of a list and every heading is a sentence, with a
 * full stop or without. A paragraph of more than 32,000 characters is also cut at a blank there. Time is linear in
 * the length of the text.
 */
export function* sentimentsOf(text: string): Slices<number[]> {
  const sentiments: number[] = []
  const numbered = isNumbered(text)
  for (const block of blocksOf(text)) {
    for (const piece of windowsOf(numbered ? block.replace(itemNumber, '') : block)) {
      const prose = withoutInlineMarkup(piece).replace(/\s+/g, ' ')
      for (const sentence of sentencesIn(prose)) {
        if (sentence !== undefined)
          sentiments.push(yield* sentimentOf(prose.slice(sentence.start, sentence.end)))
        yield
      }
      yield
    }
  }
  return sentiments
}
