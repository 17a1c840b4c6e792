import type { Token } from './tokens.ts'

const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** What names one thing exactly, so that another of its kind is another thing. */
const kinds: readonly ((text: string, tokens: readonly Token[]) => readonly string[])[] = [
  (text) => listChunks(text).filter((chunk) => /^[^@]+@[^@]+\.[^@.]+$/.test(chunk)),
  (text) =>
    listChunks(text).filter((chunk) =>
      /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,24}(?:\/\S*)?$/i.test(chunk),
    ),
  // "12B", "LH123"
  (_, tokens) =>
    tokens.flatMap(({ word, number }) =>
      number === undefined && /\p{Nd}/u.test(word) && /\p{L}/u.test(word) ? [word] : [],
    ),
  (text) => [
    ...Array.from(text.matchAll(new RegExp(`\\b${month}\\b\\.? ?\\d`, 'gi')), toMonth),
    ...Array.from(text.matchAll(new RegExp(`\\d(?:st|nd|rd|th)? (?:of )?${month}\\b`, 'gi')), toMonth),
  ],
]

/** The parts of a text between blanks, without the punctuation around them. */
const listChunks = (text: string): string[] =>
  text.split(/[\s<>()"“”,;]/).map((chunk) => chunk.replace(/[.!?:]{1,3}$/, ''))

const toMonth = ({ groups }: RegExpExecArray) => groups?.month ?? ''

/**
 * Returns an address, a code or a month of the claim that no sentence has, and one of its kind that the nearest
 * sentence has in its place.
 *
 * @param others Further sentences of the evidence.
 */
export function findOtherIdentifier(
  claim: { readonly text: string; readonly tokens: readonly Token[] },
  nearest: { readonly text: string; readonly tokens: readonly Token[] },
  others: readonly string[],
): { readonly claimed: string; readonly said: string } | undefined {
  for (const list of kinds) {
    const claimed = list(claim.text, claim.tokens)
    const said = list(nearest.text, nearest.tokens)
    const isIn = (one: string, texts: readonly string[]) =>
      texts.some((text) => text.toLowerCase().includes(one.toLowerCase()))
    const missing = claimed.find((one) => !isIn(one, [...said, nearest.text, ...others]))
    const instead = said.find((one) => !isIn(one, [...claimed, claim.text]))
    if (missing !== undefined && instead !== undefined) return { claimed: missing, said: instead }
  }
  return undefined
}

const weekday = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day(?=s?\b)/gi

/** Returns the weekday of the claim, and the other one that the nearest sentence has in its place, if both have one. */
export function findOtherWeekday(
  claim: string,
  nearest: string,
): { readonly claimed: string; readonly said: string } | undefined {
  const [claimed, another] = claim.match(weekday) ?? []
  const [said, further] = nearest.match(weekday) ?? []
  if (claimed === undefined || said === undefined || another !== undefined || further !== undefined)
    return undefined
  return claimed.toLowerCase() === said.toLowerCase() ? undefined : { claimed, said }
}
