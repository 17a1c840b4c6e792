import { abbreviations, readUnitSize } from './units.ts'

const ones: Readonly<Record<string, number>> = numbered(
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
  k: 1e3,
  M: 1e6,
}
const others: Readonly<Record<string, number>> = { twice: 2, half: 0.5, dozen: 12 }
/** Times of day, in hours. */
const times: Readonly<Record<string, number>> = { midnight: 0, noon: 12, midday: 12 }
const numberWords: Readonly<Record<string, number>> = { ...ones, ...ordinals, ...tens, ...others, ...times }

/** A number in a text, as a range: "more than 20" reaches up to 30, "17th century" from 1600 to 1700. */
export interface NumberRange {
  /** As written in the text. */
  readonly text: string
  readonly low: number
  readonly high: number
  /** For a version, an address or a ratio ("2.1.3", "3:1"): all its parts. */
  readonly version?: string
  /** For a time of day, in hours: how its half of the day is known ("5:30", "5:30 pm", "17:30"). */
  readonly halfOfDay?: 'unknown' | 'written' | 'implied'
  /** For "50 %" and "half", the share of all. */
  readonly share?: number
  /** For "above 20", "under 20" and "before noon", which are limits of something else rather than counts. */
  readonly threshold?: 'above' | 'below'
  /** The unit right after it, if the amount can also be given in another unit: "two days" and "48 hours". */
  readonly unit?: ReturnType<typeof readUnitSize>
}

const versionPattern = String.raw`\d+(?:\.\d+){2,}`
const timeOrRatio = String.raw`\d+(?::\d+){1,2}`
const digits = String.raw`\d+(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:\.\d+|(?<!,\d{1,9}),\d{1,2}(?!\d|,\d))?`
const bounds =
  'no more than|no less than|no fewer than|more than|over|at least|above|less than|under|at most|up to|below|fewer than|almost|nearly|about|around|approximately|roughly|some|before|after'
const wordPattern = `(?:${Object.keys(tens).join('|')})[- ](?:${Object.keys(ones).slice(1, 10).join('|')})|${Object.keys(numberWords).join('|')}`
const numberPattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.])(?:(?<bound>${bounds})\s+(?:[$€£]|us\$)?)?`,
    `(?<shown>(?<number>${versionPattern}|${timeOrRatio}|${digits}|${wordPattern})(?<andHalf> and a half\\b)?`,
    String.raw`(?<suffix>(?:st|nd|rd|th)\b|s\b| ?[ap]\.?m\b)?`,
    String.raw`(?:[ -]?(?<magnitude>(?:hundred|thousand|million|billion|trillion)s?|century|(?<=\d)[kM])\b)?)`,
    String.raw`(?:(?![\p{L}\p{Nd}]|\.\p{Nd})|(?<=\d)(?=(?:${abbreviations.join('|')})(?![\p{L}\p{Nd}])))`,
  ].join(''),
  'gu',
)

/** Returns the numbers of a text, in digits or words, including pronouns ("one of them"). */
export function numbersIn(text: string): NumberRange[] {
  const read = withoutCapitals(text)
  return Array.from(read.matchAll(numberPattern), ({ 0: found, index, groups = {} }) => {
    const { bound, number = '', andHalf, suffix = '', magnitude } = groups
    const sign = /(?:^|[\s(])-$/.test(read.slice(Math.max(0, index - 2), index)) ? '-' : ''
    const shown = `${sign}${groups.shown}`
    const time = readTime(number, suffix, bound)
    if (time !== undefined) return { text: shown, ...time }
    const amount = readAmount(number) + (andHalf === undefined ? 0 : 0.5)
    const value = (sign ? -1 : 1) * amount * (magnitudes[magnitude?.replace(/s$/, '') ?? ''] ?? 1)
    const version = /\..*\.|:/.test(number) ? number.replaceAll(/(?<=^|\.)0+(?=\d)/g, '') : undefined
    const after = read.slice(index + found.length)
    const isShare = /^\s?(?:%|percent\b|per cent\b)/.test(after)
    const unit = readUnitSize(number === 'half' ? after.replace(/^ an?(?= )/, '') : after)
    const share = number === 'half' ? 0.5 : isShare ? value / 100 : undefined
    return {
      text: shown,
      ...toRange(value, bound, magnitude, suffix),
      ...(version && { version }),
      ...(share !== undefined && { share }),
      ...(unit && { unit }),
    }
  })
}

/** Keeps the "M" of millions, which "m" for metres would hide. */
const withoutCapitals = (text: string): string =>
  text.toLowerCase().replace(/(?<=\d)m\b/g, (letter, place) => (text[place] === 'M' ? 'M' : letter))

const isTime = /^\d{1,2}:\d\d(?::\d\d)?$/

/** Reads "5:30", "17:30", "5 pm" and "noon" as hours, "before noon" as all until then. */
function readTime(number: string, suffix: string, bound?: string): Omit<NumberRange, 'text'> | undefined {
  const time = readHour(number, suffix)
  if (time === undefined || time.halfOfDay !== 'written') return time
  if (bound === 'before') return { ...time, low: 0, threshold: 'below' }
  return bound === 'after' ? { ...time, high: 24, threshold: 'above' } : time
}

function readHour(number: string, suffix: string): Omit<NumberRange, 'text'> | undefined {
  const named = times[number]
  if (named !== undefined) return { low: named, high: named, halfOfDay: 'written' }
  const isWritten = /m$/.test(suffix)
  if (!isTime.test(number) && !isWritten) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = number.split(/[.:]/).map(Number)
  const value = hours + minutes / 60 + seconds / 3600
  if (hours > 12 || hours === 0) return { low: value, high: value, halfOfDay: 'implied' }
  if (!isWritten) return { low: value, high: value, halfOfDay: 'unknown' }
  const ofDay = (value % 12) + (suffix.includes('p') ? 12 : 0)
  return { low: ofDay, high: ofDay, halfOfDay: 'written' }
}

/** Returns whether two numbers can mean the same. */
export function agree(a: NumberRange, b: NumberRange): boolean {
  if (a.version !== undefined && b.version !== undefined) return a.version === b.version
  // More than 60 are more than 40, but what is free above 60 euros is not free above 40.
  if (a.threshold !== undefined && a.threshold === b.threshold) return a.low === b.low && a.high === b.high
  if (overlap(a, b, 1)) return true
  if (a.unit && a.unit.kind === b.unit?.kind && overlap(a, b, b.unit.size / a.unit.size)) return true
  if (a.share !== undefined && a.share === b.share) return true
  // "5:30" may be 17:30, and a mere "5" may be 5 pm, but not 17:00: it may count something else.
  const halves = new Set([a.halfOfDay, b.halfOfDay])
  const isOpen = halves.has('unknown')
    ? !halves.has(undefined)
    : halves.has('written') && halves.has(undefined)
  return isOpen && isSameHour(a, b)
}

/** @param times How many of the first one's units the second one's has. */
function overlap(a: NumberRange, b: NumberRange, times: number): boolean {
  const rounding = 1e-9 * Math.abs(a.high)
  return a.low <= b.high * times + rounding && b.low * times <= a.high + rounding
}

const isSameHour = (a: NumberRange, b: NumberRange) => Math.abs((a.low % 12) - (b.low % 12)) < 1e-9

function readAmount(number: string): number {
  // Thousands are three digits, so one or two after a comma are a decimal fraction.
  if (/^\d/.test(number))
    return Number.parseFloat(number.replace(/,(?=\d{1,2}$)/, '.').replaceAll(/[,\s]/g, ''))
  return number.split(/[- ]/).reduce((sum, word) => sum + (numberWords[word] ?? 0), 0)
}

function toRange(value: number, bound = '', magnitude = '', suffix = ''): Omit<NumberRange, 'text'> {
  if (magnitude === 'century') return { low: 100 * (value - 1), high: 100 * value }
  if (suffix === 's' && value % 10 === 0 && value > 1000) return { low: value, high: value + 9 }
  const threshold = bound === 'above' ? bound : /^(?:below|under)$/.test(bound) ? 'below' : undefined
  if (/^(?:more|over|at least|above|no less|no fewer)/.test(bound))
    return { low: value, high: 1.5 * value, threshold }
  if (/^(?:less|under|at most|up to|below|fewer|no more)/.test(bound))
    return { low: 0.5 * value, high: value, threshold }
  if (!/^(?:before|after)?$/.test(bound)) return { low: 0.9 * value, high: 1.1 * value }
  return { low: value, high: value }
}

function numbered(words: string): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, index) => [word, index]))
}
