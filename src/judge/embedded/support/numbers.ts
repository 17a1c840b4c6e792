const units: Readonly<Record<string, number>> = numbered(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
)
const ordinals: Readonly<Record<string, number>> = numbered(
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth',
)
const tens: Readonly<Record<string, number>> = Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 20 + 10 * index]),
)
const magnitudes: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
}
const others: Readonly<Record<string, number>> = { twice: 2, half: 0.5, dozen: 12 }
const numberWords: Readonly<Record<string, number>> = { ...units, ...ordinals, ...tens, ...others }

/** A number in a text, as a range: "more than 20" reaches up to 30, "17th century" from 1600 to 1700. */
export interface NumberRange {
  /** As written in the text. */
  readonly text: string
  readonly low: number
  readonly high: number
}

const digits = String.raw`\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`
const numberPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])(?:(?<bound>more than|over|at least|above|less than|under|at most|below|fewer than|almost|nearly|about|around|approximately|roughly|some)\s+(?:[$€£]|us\$)?)?(?<number>${digits}|(?:${Object.keys(tens).join('|')})[- ](?:${Object.keys(units).slice(1, 10).join('|')})|${Object.keys(numberWords).join('|')})(?<suffix>(?:st|nd|rd|th)\b|s\b)?(?:[ -]?(?<magnitude>hundred|thousand|million|billion|trillion|century)\b)?(?![\p{L}])`,
  'gu',
)

/** Returns the numbers of a text, in digits or words, including pronouns ("one of them"). */
export function numbersIn(text: string): NumberRange[] {
  return Array.from(text.toLowerCase().matchAll(numberPattern), ({ groups = {} }) => {
    const { bound, number = '', suffix, magnitude } = groups
    const value = readAmount(number) * (magnitudes[magnitude ?? ''] ?? 1)
    const shown = [number + (suffix ?? ''), magnitude].filter(Boolean).join(' ')
    return { text: shown, ...toRange(value, bound, magnitude, suffix) }
  })
}

/** Returns whether two numbers can mean the same. */
export function agree(a: NumberRange, b: NumberRange): boolean {
  return a.low <= b.high && b.low <= a.high
}

function readAmount(number: string): number {
  if (/^\d/.test(number)) return Number(number.replaceAll(',', ''))
  return number.split(/[- ]/).reduce((sum, word) => sum + (numberWords[word] ?? 0), 0)
}

function toRange(value: number, bound = '', magnitude = '', suffix = ''): Omit<NumberRange, 'text'> {
  if (magnitude === 'century') return { low: 100 * (value - 1), high: 100 * value }
  if (suffix === 's' && value % 10 === 0 && value > 1000) return { low: value, high: value + 9 }
  if (/^(?:more|over|at least|above)/.test(bound)) return { low: value, high: 1.5 * value }
  if (/^(?:less|under|at most|below|fewer)/.test(bound)) return { low: 0.5 * value, high: value }
  if (bound !== '') return { low: 0.9 * value, high: 1.1 * value }
  return { low: value, high: value }
}

function numbered(words: string): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, index) => [word, index]))
}
