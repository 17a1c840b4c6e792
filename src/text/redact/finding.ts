/** What is found in a text and taken out: a kind, as the replacement names it. */
export type RedactedKind =
  | 'private key'
  | 'key'
  | 'password'
  | 'cookie'
  | 'email address'
  | 'card number'
  | 'bank account'
  | 'phone number'
  | 'identity number'

/** A place in a text: where it starts, and where it has ended. */
export type Place = readonly [start: number, end: number]

/** What finds one kind. Each takes time in proportion to the text. */
export interface Finder {
  readonly kind: RedactedKind
  /** From left to right, without overlaps. */
  readonly find: (text: string) => Iterable<Place>
}

/** Finds what a pattern matches, where `isOne` tells matches from what only looks alike. */
export function byPattern(
  kind: RedactedKind,
  pattern: RegExp,
  isOne: (match: string) => boolean = () => true,
): Finder {
  return {
    kind,
    *find(text) {
      for (const { 0: match, index } of text.matchAll(pattern)) {
        // The n of a line break as JSON writes it is no part of an address.
        const broken = text[index - 1] === '\\' && /^[nrt]/.test(match) ? 1 : 0
        if (isOne(match)) yield [index + broken, index + match.length]
      }
    },
  }
}

/** Words with hyphens are no key. */
export const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text)
