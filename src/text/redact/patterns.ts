/** What is found in a text and taken out: a kind, as the replacement names it. */
export type RedactedKind = 'private key' | 'key' | 'email address' | 'card number' | 'phone number'

/** A pattern, and what tells its matches from what only looks alike. */
export interface RedactedPattern {
  readonly kind: RedactedKind
  readonly pattern: RegExp
  readonly isOne?: (match: string) => boolean
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The check digit of card numbers: Luhn, US patent 2,950,048. */
function hasCheckDigit(text: string): boolean {
  const digits = digitsOf(text)
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0 && new Set(digits).size > 1
}

/** Words with hyphens are no key. */
const isMixed = (text: string) => /\d/.test(text) && /[a-z]/i.test(text)

const isNoDate = (text: string) => !/(?<!\d)(?:19|20)\d\d[-./ ](?:0?[1-9]|1[0-2])(?!\d)/.test(text)

const hasDigits = (from: number, to: number) => (text: string) => {
  const { length } = digitsOf(text)
  return length >= from && length <= to && isNoDate(text)
}

/** In the order in which they are taken out. Each takes time in proportion to the text. */
export const redactedPatterns: readonly RedactedPattern[] = [
  {
    kind: 'key',
    // Of OpenAI, Anthropic and Stripe.
    pattern: /(?:(?<![\w-])|(?<=\\[nrt]))(?:sk-|[sr]k_(?:live|test)_)[\w-]{16,}/g,
    isOne: isMixed,
  },
  {
    kind: 'key',
    // Of GitHub, GitLab, Slack, npm, Hugging Face and Google.
    pattern:
      /(?:(?<![\w-])|(?<=\\[nrt]))(?:gh[oprsu]_|github_pat_|glpat-|xox[abeprs]-|npm_|hf_|AIza)[\w-]{20,}/g,
    isOne: isMixed,
  },
  { kind: 'key', pattern: /(?:(?<![\w-])|(?<=\\[nrt]))A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  // JSON Web Tokens; a header is at least {"alg":"…"}.
  { kind: 'key', pattern: /(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g },
  { kind: 'key', pattern: /(?<=\bbearer {1,4})[\w.~+/=-]{15,}[\w=-]/gi, isOne: isMixed },
  {
    kind: 'email address',
    pattern: /(?<![\p{L}\p{N}._+'-])[\p{L}\p{N}._+'-]+(?:@|%40|\\u0040)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
    isOne: (text) => /\.\p{L}{2}/u.test(text.slice(text.search(/@|%40|\\u0040/))),
  },
  {
    kind: 'card number',
    // 13 to 19 digits that begin as those of payment cards do.
    pattern: /(?<![\w.+-])[2-6](?:[ -]?\d){12,18}(?![\w-]|\.\d)/g,
    isOne: hasCheckDigit,
  },
  {
    kind: 'phone number',
    // With the code of a country.
    pattern: /(?<![\w+])(?:\+|00(?=[1-9 ]))(?:[ .()/-]{0,3}\d){8,15}(?![\w-])/g,
    isOne: hasDigits(8, 17),
  },
  // As written in North America: (415) 555-2671, 415-555-2671, 415.555.2671.
  {
    kind: 'phone number',
    pattern: /(?<![\w.+/-])(?:\([2-9]\d\d\) ?|[2-9]\d\d[-. ])[2-9]\d\d[-. ]\d{4}(?![\w-]|\.\d)/g,
  },
  // In groups behind a zero, as within most other countries: 020 7946 0958, 030/901820.
  {
    kind: 'phone number',
    pattern:
      /(?<![\w.,:+/-])(?:\(0\d{1,4}\)|0[1-9]\d{0,3})[ /-]{1,2}\d{3,8}(?:[ -]\d{2,8}){0,3}(?![\w-]|[.,:/]\d)/g,
    isOne: hasDigits(9, 12),
  },
  // After a word for it.
  {
    kind: 'phone number',
    pattern:
      /(?<=\b(?:tel|phone|mobile|cell|fax|whatsapp)(?: number| no)?[.:]{0,2} {1,2}(?:is )?)\d(?:[ .()/-]{0,2}\d){6,14}(?![\w-])/gi,
    isOne: isNoDate,
  },
]

const keyBegin = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const keyEnd = /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const encoded = /[\w+/=\s\\:,-]*/y
/** A key of 16,384 bits has 13,000 characters. */
const longest = 20_000
/** Less behind the first line is a mention of keys. */
const shortest = 40

/** Where private keys stand, also where the end of one was cut off. */
export function privateKeysIn(text: string): [start: number, end: number][] {
  const found: [number, number][] = []
  for (const { 0: line, index } of text.matchAll(keyBegin)) {
    const from = index + line.length
    if (index < (found.at(-1)?.[1] ?? 0)) continue
    const closing = keyEnd.exec(text.slice(from, from + longest))
    keyEnd.lastIndex = 0
    encoded.lastIndex = from
    const end =
      closing === null
        ? from + (encoded.exec(text)?.[0].length ?? 0)
        : from + closing.index + closing[0].length
    if (end - from >= shortest) found.push([index, end])
  }
  return found
}
