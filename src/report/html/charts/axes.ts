import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { html, type Markup } from '../../../page/markup.ts'

/** Maps values to positions in CSS pixels. */
export type Scale = ScaleLinear<number, number>

/** Rounds positions to a tenth of a pixel: more cannot be seen and makes pages long. */
export const makeScale = (values: readonly [number, number], places: readonly [number, number]): Scale =>
  scaleLinear(values, places).interpolate(
    (from, to) => (share) => Math.round((from + (to - from) * share) * 10) / 10,
  )

/**
 * Makes a drawing in CSS pixels, which a page may show smaller, in the colours of the page's theme. Screen readers skip
 * it: its figure says the same in words and numbers.
 */
export const drawing = (width: number, height: number, content: readonly (Markup | '')[]): Markup =>
  html`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false" font-size="12" fill="var(--soft)">${content}</svg>`

/** Draws vertical grid lines at round values. */
export const uprights = (x: Scale, top: number, bottom: number): Markup =>
  html`<path d="${x
    .ticks(tickCount(x))
    .map((value) => `M${x(value)} ${top}V${bottom}`)
    .join('')}" stroke="var(--line)"/>`

export function numbersBelow(x: Scale, bottom: number): Markup {
  const format = x.tickFormat(tickCount(x))
  return html`<g text-anchor="middle">${x.ticks(tickCount(x)).map((value) => html`<text x="${x(value)}" y="${bottom + 18}">${format(value)}</text>`)}</g>`
}

/** Draws horizontal grid lines from `left` to `right`, each with its value on the left. */
export const levels = (
  y: Scale,
  values: readonly number[],
  format: (value: number) => string,
  left: number,
  right: number,
): Markup =>
  html`<path d="${values.map((value) => `M${left} ${y(value)}H${right}`).join('')}" stroke="var(--line)"/>
<g text-anchor="end">${values.map((value) => html`<text x="${left - 8}" y="${y(value) + 4}">${format(value)}</text>`)}</g>`

function tickCount(scale: Scale): number {
  const [from = 0, to = 0] = scale.range()
  return Math.min(5, Math.max(2, (to - from) / 60))
}
