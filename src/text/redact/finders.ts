/** A kind of secret or personal data, as its replacement names it. */
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

/** A place in a text: its start, its exclusive end, and its replacement if known. */
export type Place = readonly [start: number, end: number, replacement?: string]

/** A finder of one kind. Each takes time in proportion to the text. */
export interface Finder {
  readonly kind: RedactedKind
  readonly find: (text: string) => Iterable<Place>
}

/** Makes a finder from a pattern; `isOne` rejects matches that only look similar. */
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

/** Returns whether a text has digits and letters: words with hyphens are not keys. */
export const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text)
