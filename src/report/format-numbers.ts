import { formatCount } from '../shared/format-count.ts'
import { formatLevel } from '../shared/format-level.ts'
import { withoutNoise } from '../shared/format-number.ts'
import type { Interval, Range } from '../statistics/resampling.ts'

export { formatCount, formatQuantity } from '../shared/format-count.ts'

/** Caches each number format: creating one takes longer than using it, and pages have 100,000 numbers. */
const formats = new Map<string, Intl.NumberFormat>()

/** What rounding leaves of a sum is nothing to show. */
const rounding = 1e-12

/** Formats numbers as every report does, with a true minus sign. A number that would read as 0 has two digits. */
export function formatDecimal(value: number, usual: number, signDisplay: 'negative' | 'exceptZero'): string {
  const size = Math.abs(value)
  const digits = size > rounding && size < 0.5 * 10 ** -usual ? 1 + Math.ceil(-Math.log10(size)) : usual
  const key = `${digits} ${signDisplay}`
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay }
  const format = formats.get(key) ?? new Intl.NumberFormat('en-GB', options)
  formats.set(key, format)
  return format.format(withoutNoise(value)).replace('-', '−')
}

/** Returns the number of decimals that gives a score three to four significant digits; 3 if the scale is unknown. */
export function digitsFor(scale = 1): number {
  if (scale <= 1) return 3
  return scale <= 10 ? 2 : 1
}

/** Formats a score. One that would read as the whole scale has as many digits as tell it apart. */
export function formatScore(score: number, scale?: number): string {
  const usual = digitsFor(scale)
  const gap = scale === undefined ? 0 : Math.abs(scale - score)
  const isNear = gap > rounding && gap < 0.5 * 10 ** -usual
  return formatDecimal(score, isNear ? Math.ceil(-Math.log10(gap)) : usual, 'negative')
}

/** Formats a difference with its sign: '+0.041'. */
export const formatDifference = (difference: number, scale?: number) =>
  formatDecimal(difference, digitsFor(scale), 'exceptZero')

/** Formats the scores before and after a change, with as many digits as tell them apart. */
export function formatChange(before: number, after: number, scale?: number): [before: string, after: string] {
  let digits = digitsFor(scale)
  const written = () =>
    [before, after].map((score) => formatDecimal(score, digits, 'negative')) as [string, string]
  while (Math.abs(after - before) > rounding && written()[0] === written()[1]) digits += 1
  return written()
}

/** Formats a number: `formatScore`, `formatDifference` or `formatShare`. */
export type Write = (value: number, scale?: number) => string

/** '0.65 to 0.77' */
export const rangeText = ({ low, high }: Range, write: Write, scale?: number): string =>
  evenShares(write(low, scale), write(high, scale)).join(' to ')

/** Pads '60 %' next to '70.5 %' to '60.0 %': a value that happens to be round is no less precise. */
function evenShares(...texts: readonly string[]): readonly string[] {
  if (!texts.every((text) => text.endsWith('%'))) return texts
  const digits = texts.map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0)
  const most = Math.max(...digits)
  return texts.map((text, index) => {
    const missing = most - (digits[index] ?? 0)
    const point = digits[index] === 0 && missing > 0 ? '.' : ''
    return text.replace(/\d(?=\D*$)/, (last) => `${last}${point}${'0'.repeat(missing)}`)
  })
}

export const formatInterval = (interval: Range, scale?: number) => rangeText(interval, formatScore, scale)

export const formatDifferenceInterval = (interval: Range, scale?: number) =>
  rangeText(interval, formatDifference, scale)

/** Formats 0.125 as '12.5 %', with a minus sign if negative. Only all is 100 %, and only none is 0 %. */
export function formatShare(share: number): string {
  const distance = Math.min(Math.abs(share), Math.abs(1 - share))
  const digits = distance > rounding && distance < 0.0005 ? Math.ceil(-Math.log10(distance)) - 1 : 1
  return `${new Intl.NumberFormat('en-GB', { maximumFractionDigits: digits, signDisplay: 'negative' }).format(withoutNoise(share * 100)).replace('-', '−')} %`
}

/** Returns the heading of a column of intervals: '95 % interval', or 'joint 95 % interval of 5 comparisons'. */
export function intervalTitle(
  held: readonly {
    readonly interval?: Interval
    readonly together?: { readonly comparisons: number; readonly level: number }
  }[],
): string {
  const [of] = held.flatMap(({ interval, together }) => (interval && together ? [together] : []))
  if (of !== undefined && of.comparisons > 1)
    return `joint ${formatLevel(of.level)} interval of ${formatCount(of.comparisons)} comparisons`
  const levels = new Set(held.flatMap(({ interval }) => interval?.level ?? []))
  return `${[...levels].map(formatLevel).join(' or ')} interval`.trimStart()
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  if (hours === 0) return `${minutes} min ${whole % 60} s`
  return `${hours} h ${minutes} min`
}

export const none = '–'

export const orNone = <Value>(
  value: Value | undefined,
  format: (value: Value, scale?: number) => string,
  scale?: number,
) => (value === undefined ? none : format(value, scale))
