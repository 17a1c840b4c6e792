import { html, type Markup } from '../../../page/markup.ts'
import { drawing, levels, makeScale, numbersBelow, uprights } from '../../../report/html/charts/axes.ts'
import { bar } from '../../../report/html/charts/histogram.ts'
import type { ReliabilityPoint } from '../figures/measure-figures.ts'

const top = 12
const left = 46
const countsHeight = 64
const below = 44

/**
 * Draws scores against observed proportions, with the diagonal on which both are equal; below it, the number of rows
 * behind each point.
 */
export function reliabilityChart(
  marks: readonly (Omit<ReliabilityPoint, 'found'> & {
    /** The proportion of positive rows, 0 to 1. */
    readonly found: number
    readonly interval?: { readonly low: number; readonly high: number }
  })[],
  width: number,
): Markup {
  const right = width - 14
  const bottom = top + right - left
  const foot = bottom + 16 + countsHeight
  const x = makeScale([0, 1], [left, right])
  const y = makeScale([0, 1], [bottom, top])
  const most = Math.max(1, ...marks.map(({ rows }) => rows))
  // Leave room for the number above the highest bar.
  const count = makeScale([0, most * 1.35], [foot, bottom + 16])
  return drawing(width, foot + below, [
    uprights(x, top, bottom),
    levels(y, y.ticks(5), y.tickFormat(5), left, right),
    upwards('share of positive rows', 14, (top + bottom) / 2),
    html`<path d="M${left} ${bottom}L${right} ${top}" stroke="var(--soft)" stroke-width="1.5" stroke-dasharray="5 5"/>`,
    ...marks.map(({ said, found, interval }) => {
      const whisker =
        interval === undefined
          ? ''
          : html`<path d="M${x(said)} ${y(interval.low)}V${y(interval.high)}M${x(said) - 5} ${y(interval.low)}h10M${x(said) - 5} ${y(interval.high)}h10" stroke="var(--accent)" stroke-width="2" stroke-linecap="round"/>`
      return html`${whisker}<circle cx="${x(said)}" cy="${y(found)}" r="5.5" fill="var(--accent)"/>`
    }),
    ...marks.map(
      ({ low, high, rows }) =>
        html`${bar(x(low), x(high), count(rows), foot, 'var(--before)')}<text x="${x((low + high) / 2)}" y="${count(rows) - 4}" font-size="11" text-anchor="middle">${rows}</text>`,
    ),
    upwards('rows', 34, foot - countsHeight / 2),
    html`<path d="M${left} ${foot}H${right}" stroke="var(--line)"/>`,
    numbersBelow(x, foot),
    html`<text x="${(left + right) / 2}" y="${foot + 38}" text-anchor="middle">what the score says</text>`,
  ])
}

const upwards = (text: string, x: number, y: number) =>
  html`<text transform="translate(${x} ${y}) rotate(-90)" text-anchor="middle">${text}</text>`
