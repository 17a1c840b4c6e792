import { formatLevel } from '../../shared/format-level.ts'
import { formatNumber, withoutNoise } from '../../shared/format-number.ts'
import type { Interval } from '../../statistics/resampling.ts'
import { isAbove } from './decide-by-interval.ts'

const threeDecimals = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  signDisplay: 'negative',
  useGrouping: false,
})

export const formatSigned = (score: number): string => `${score > 0 ? '+' : ''}${formatNumber(score)}`

/** Formats a number shown next to a limit: 0.79996 is below 0.8 and must not read as 0.8. */
export function formatBeside(score: number, limit: number): string {
  const isAt = !isAbove(limit, score) && !isAbove(score, limit)
  return !isAt && formatNumber(score) === formatNumber(limit)
    ? `${Number(score.toPrecision(12))}`
    : formatNumber(score)
}

/**
 * Formats an interval with equally many digits at both ends, unless one would read as 0.
 *
 * @param together The number of intervals that share one level, and that level.
 */
export function formatInterval(
  { low, high, level }: Interval,
  together: { readonly comparisons: number; readonly level: number } = { comparisons: 1, level },
): string {
  const name =
    together.comparisons > 1
      ? `joint ${formatLevel(together.level)} interval of ${together.comparisons} comparisons`
      : `${formatLevel(level)} interval`
  const toText = (end: number) => {
    const size = Math.abs(end)
    // An end that is not 0 must not read as 0.
    return size > 1e-12 && size < 0.0005
      ? formatNumber(end)
      : threeDecimals.format(withoutNoise(end)).replace('-', '−')
  }
  return `${name} ${toText(low)} to ${toText(high)}`
}

/** Formats a share: 0.015 as '1.5 %'. Only all is 100 %, and a share next to a limit reads as that only if it is. */
export function formatShare(share: number, limit = share): string {
  const missing = 1 - share
  const usual = missing > 1e-12 && missing < 0.0005 ? Math.ceil(-Math.log10(missing)) + 1 : 3
  const toText = (of: number, digits: number) =>
    `${new Intl.NumberFormat('en-GB', { maximumSignificantDigits: digits, useGrouping: false }).format(withoutNoise(of * 100))} %`
  const isAt = !isAbove(limit, share) && !isAbove(share, limit)
  const digits = isAt || toText(share, usual) !== toText(limit, usual) ? usual : 12
  return toText(share, digits)
}

/** Turns a sentence into a clause. */
export const withoutStop = (text = 'no interval') => text.replace(/\.$/, '')
