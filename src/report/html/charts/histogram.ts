import { html, type Markup } from '../../../page/markup.ts'
import { formatCount } from '../../format-numbers.ts'
import { drawing, levels, makeScale, numbersBelow } from './axes.ts'
import { roomFor } from './measure-width.ts'

export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

/**
 * Counts the values in each of `count` equally wide bins from `low` to `high`. A bin includes its lower edge but not
 * its upper one; the last includes both.
 *
 * @throws RangeError if a value lies outside.
 */
export function binValues(values: readonly number[], low: number, high: number, count: number): Bin[] {
  const width = (high - low) / count
  const counts = Array.from({ length: count }, () => 0)
  for (const value of values) {
    if (value < low || value > high) throw new RangeError(`${value} is not between ${low} and ${high}`)
    // Rounding may put an edge (0.3 with bins of 0.1) slightly below itself.
    const index = Math.min(count - 1, Math.floor((value - low) / width + 1e-9))
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts.map((number, index) => ({
    from: low + index * width,
    to: low + (index + 1) * width,
    count: number,
  }))
}

const height = 150
const bottom = 124

/** Draws counts as adjacent bars, and those of an earlier run as a stepped line. */
export function histogram(
  parts: {
    /** Adjacent bins of the same width, lowest first. */
    readonly bins: readonly Bin[]
    /** The same bins of an earlier run, drawn as an outline. */
    readonly before?: readonly Bin[]
    /** A CSS colour for each bin. Default: the accent colour. */
    readonly color?: (bin: Bin) => string
  },
  width: number,
): Markup {
  const { bins, before = [], color = () => 'var(--accent)' } = parts
  const most = Math.max(...bins.map(({ count }) => count), ...before.map(({ count }) => count))
  const y = makeScale([0, most], [bottom, 10]).nice(3)
  const counts = y.ticks(3).filter(Number.isInteger)
  const left = roomFor(counts.map(formatCount))
  const right = width - 12
  const x = makeScale([bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1], [left, right])
  const steps = before.map(({ from, to, count }) => `${x(from)} ${y(count)}H${x(to)}`)
  return drawing(width, height, [
    levels(y, counts, formatCount, left, right),
    numbersBelow(x, bottom),
    ...bins.map((bin) => bar(x(bin.from), x(bin.to), y(bin.count), bottom, color(bin))),
    steps.length === 0
      ? ''
      : html`<path d="M${steps.join('L')}" fill="none" stroke="var(--before)" stroke-width="2" stroke-dasharray="5 3"/>`,
  ])
}

/** Draws a vertical bar with a little space on each side. */
export const bar = (from: number, to: number, top: number, foot: number, color: string): Markup | '' =>
  top === foot
    ? ''
    : html`<rect x="${from + 1}" y="${top}" width="${to - from - 2}" height="${foot - top}" rx="2" fill="${color}"/>`
