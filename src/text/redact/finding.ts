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

/** A place in a text: where it starts, where it has ended, and what is to stand there if that is known. */
export type Place = readonly [start: number, end: number, replacement?: string]

/** What finds one kind. Each takes time in proportion to the text. */
export interface Finder {
  readonly kind: RedactedKind
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
      for (const { 0: match, index } of text.matchAll(pattern))
        if (isOne(match)) yield [index, index + match.length]
    },
  }
}

/** Words with hyphens are no key. */
export const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text)
