import { type ScaleTime, scaleUtc } from 'd3-scale'
import { html, type Markup } from '../../../page/markup.ts'
import { drawing, levels, makeScale } from '../../../report/html/charts/axes.ts'
import { roomFor } from '../../../report/html/charts/measure-width.ts'

const height = 190
const top = 12
const bottom = 158

/** Draws a mean over time, the reference, the limit, and a shaded background for each alarm. */
export function streamChart(
  stream: {
    /** In milliseconds. */
    readonly points: readonly { readonly from: number; readonly to: number; readonly mean: number }[]
    /** The lowest and highest possible score. */
    readonly range: readonly [number, number]
    readonly reference?: number
    readonly limit?: number
    /** The beginning of each alarm and, if it has ended, its end; in milliseconds. */
    readonly alarms: readonly { readonly from: number; readonly to?: number }[]
  },
  width: number,
): Markup {
  const { points, range, reference, limit, alarms } = stream
  const values = points.map(({ mean }) => mean)
  const y = makeScale(around([...values, ...(reference === undefined ? [] : [reference])], range), [
    bottom,
    top,
  ])
  const left = roomFor(y.ticks(4).map(String))
  const right = width - 14
  const first = points[0]?.from ?? 0
  const last = points.at(-1)?.to ?? 1
  const time = scaleUtc([first, last === first ? first + 1 : last], [left, right])
  const x = (at: number) => round(Math.min(right, Math.max(left, time(at))))
  const ticks = time.ticks(Math.max(2, Math.min(6, width / 130)))
  const format = makeTimeFormat(time)
  const across = (value: number, dashes: string, color: string) =>
    html`<path d="M${left} ${y(value)}H${right}" stroke="var(--${color})" stroke-width="1.5" stroke-dasharray="${dashes}"/>`
  return drawing(width, height, [
    ...alarms.map(({ from, to = last }) => {
      const start = x(from)
      const end = x(to)
      return html`<rect x="${start}" y="${top}" width="${round(Math.max(2, end - start))}" height="${bottom - top}" fill="var(--bad-ground)"/>`
    }),
    levels(y, y.ticks(4), String, left, right),
    html`<g text-anchor="middle">${ticks.map((at) => html`<text x="${x(at.getTime())}" y="${bottom + 20}">${format(at)}</text>`)}</g>`,
    reference === undefined ? '' : across(reference, '6 4', 'soft'),
    limit === undefined ? '' : across(limit, '2 3', 'bad'),
    html`<path d="${drawLine(points, ({ from, to, mean }) => `${x((from + to) / 2)} ${y(mean)}`)}" fill="none" stroke="var(--accent)" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"/>`,
  ])
}

/** A gap this many times longer than half of the others is a time without scores. */
const longGap = 5

/** Connects the points of a stream, except across a time without scores. */
function drawLine<Point extends { readonly from: number; readonly to: number }>(
  points: readonly Point[],
  place: (point: Point) => string,
): string {
  const gaps = points.slice(1).map(({ to }, index) => to - (points[index]?.to ?? to))
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  return points
    .map((point, index) => {
      const gap = point.from - (points[index - 1]?.to ?? point.from)
      const isApart = usual > 0 && gap > longGap * usual
      // With nothing on either side, a round end of no length is a dot.
      return index === 0 || isApart ? `M${place(point)}h0` : `L${place(point)}`
    })
    .join('')
}

/** Formats times as tables do, with 24 hours, where d3 uses 12 with the same words; the date where a day begins. */
function makeTimeFormat(time: ScaleTime<number, number>): (at: Date) => string {
  const part = time.tickFormat(0, '%H:%M:%S.%L')
  const second = time.tickFormat(0, '%H:%M:%S')
  const minute = time.tickFormat(0, '%H:%M')
  const day = time.tickFormat(0, '%-d %b')
  const year = time.tickFormat(0, '%Y')
  return (at) => {
    if (at.getTime() % 1000 > 0) return part(at)
    if (at.getTime() % 60_000 > 0) return second(at)
    if (at.getTime() % 86_400_000 > 0) return minute(at)
    return at.getUTCMonth() === 0 && at.getUTCDate() === 1 ? year(at) : day(at)
  }
}

const round = (place: number) => Math.round(place * 10) / 10

/** Returns the visible range with a tenth of margin, within the possible range. */
function around(values: readonly number[], [low, high]: readonly [number, number]): [number, number] {
  if (values.length === 0) return [low, high]
  const least = Math.min(...values)
  const most = Math.max(...values)
  const room = Math.max((most - least) * 0.1, (high - low) * 0.02)
  return [Math.max(low, least - room), Math.min(high, most + room)]
}
